// `node tools/actionlint.mjs FILE…`: checks workflows with actionlint. Builds it once from its Go module, in the
// cache folder.
import { execa } from "execa";
import { goProgram } from "./base/go-program.mjs";

const program = await goProgram({
  name: "actionlint",
  module: "github.com/rhysd/actionlint",
  main: "github.com/rhysd/actionlint/cmd/actionlint",
});
// Turns off shellcheck and pyflakes, so that the result does not depend on whether they are installed.
const args = ["-shellcheck=", "-pyflakes=", ...process.argv.slice(2)];
const { exitCode } = await execa(program, args, { stdio: "inherit", reject: false });
process.exitCode = exitCode ?? 1;
