// `node tools/actionlint.mjs FILE…`: checks workflows with actionlint, built from its Go module and kept in the cache folder.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { cachedProgram } from "./cached-program.mjs";

const MODULE = fileURLToPath(new URL("actionlint", import.meta.url));
const version = /actionlint v(\S+)/.exec(readFileSync(path.join(MODULE, "go.mod"), "utf8"))[1];

const program = cachedProgram("actionlint", version, build);
// Whether shellcheck and pyflakes are on the machine must not change the answer.
const { status, error } = spawnSync(program, ["-shellcheck=", "-pyflakes=", ...process.argv.slice(2)], {
  stdio: "inherit",
});
if (error) console.error(`actionlint did not start: ${error.message}`);
process.exitCode = status ?? 1;

function build(folder) {
  console.error(`building actionlint ${version} from its Go module, once`);
  const output = path.join(folder, "actionlint");
  const args = ["build", "-buildvcs=false", "-mod=readonly", "-o", output];
  const { status, error, stderr } = spawnSync("go", [...args, "github.com/rhysd/actionlint/cmd/actionlint"], {
    cwd: MODULE,
    env: { ...process.env, GOWORK: "off", GOTMPDIR: folder },
    encoding: "utf8",
  });
  if (status !== 0) {
    const why = error?.code === "ENOENT" ? "there is no go on the PATH" : (error?.message ?? stderr.trim());
    throw new Error(
      `actionlint could not be built (Go 1.25.11 or later and its module proxy are needed): ${why}`,
    );
  }
  return output;
}
