// `node tools/actionlint.mjs FILE…`: checks workflows with actionlint, built from its Go module and kept in the cache folder.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { cachedProgram } from "./cache.mjs";

const MODULE = fileURLToPath(new URL("actionlint", import.meta.url));
const version = /actionlint v(\S+)/.exec(readFileSync(path.join(MODULE, "go.mod"), "utf8"))[1];

const program = await cachedProgram("actionlint", version, build);
// The result must not depend on whether shellcheck and pyflakes are installed.
const args = ["-shellcheck=", "-pyflakes=", ...process.argv.slice(2)];
const { exitCode } = await execa(program, args, { stdio: "inherit", reject: false });
process.exitCode = exitCode ?? 1;

async function build(folder) {
  console.error(`building actionlint ${version} from its Go module, once`);
  const output = path.join(folder, "actionlint");
  const args = ["build", "-buildvcs=false", "-mod=readonly", "-o", output];
  const { failed, code, stderr, shortMessage } = await execa(
    "go",
    [...args, "github.com/rhysd/actionlint/cmd/actionlint"],
    { cwd: MODULE, env: { GOWORK: "off", GOTMPDIR: folder }, reject: false },
  );
  if (failed) {
    const why = code === "ENOENT" ? "there is no go on the PATH" : stderr || shortMessage;
    throw new Error(
      `actionlint could not be built (Go 1.25.11 or later and its module proxy are needed): ${why}`,
    );
  }
  return output;
}
