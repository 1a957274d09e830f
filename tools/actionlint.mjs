// `node tools/actionlint.mjs FILE…`: checks workflows with actionlint, built from its Go module and kept in the cache folder.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import envPaths from "env-paths";
import { onLeave } from "./leave.mjs";

const MODULE = fileURLToPath(new URL("actionlint", import.meta.url));
const version = /actionlint v(\S+)/.exec(readFileSync(path.join(MODULE, "go.mod"), "utf8"))[1];
const CACHE = path.join(envPaths("pulumi-voicecall", { suffix: "" }).cache, "actionlint");
const PROGRAM = path.join(CACHE, `actionlint-${version}${process.platform === "win32" ? ".exe" : ""}`);

if (!existsSync(PROGRAM)) build();
// Whether shellcheck and pyflakes are on the machine must not change the answer.
const { status, error } = spawnSync(PROGRAM, ["-shellcheck=", "-pyflakes=", ...process.argv.slice(2)], {
  stdio: "inherit",
});
if (error) console.error(`actionlint did not start: ${error.message}`);
process.exitCode = status ?? 1;

function build() {
  console.error(`building actionlint ${version} from its Go module, once`);
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(path.join(CACHE, ".making-"));
  const discard = onLeave(() => rmSync(folder, { recursive: true, force: true }));
  try {
    const output = path.join(folder, "actionlint");
    const args = ["build", "-buildvcs=false", "-mod=readonly", "-o", output];
    const { status, error, stderr } = spawnSync(
      "go",
      [...args, "github.com/rhysd/actionlint/cmd/actionlint"],
      {
        cwd: MODULE,
        env: { ...process.env, GOWORK: "off", GOTMPDIR: folder },
        encoding: "utf8",
      },
    );
    if (status !== 0) {
      const why = error?.code === "ENOENT" ? "there is no go on the PATH" : (error?.message ?? stderr.trim());
      throw new Error(
        `actionlint could not be built (Go 1.25.11 or later and its module proxy are needed): ${why}`,
      );
    }
    // In one step: another process sees a whole program or none.
    renameSync(output, PROGRAM);
  } finally {
    discard.now();
  }
}
