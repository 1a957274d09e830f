// `node tools/zizmor.mjs FILE…`: checks workflows with zizmor. Installs it once with pip, by checksum, in the cache
// folder. Without Python, prints the reason and exits with 69 (EX_UNAVAILABLE of BSD).
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { cachedProgram } from "./base/cache.mjs";

const UNAVAILABLE = 69;
const REQUIREMENTS = fileURLToPath(new URL("zizmor/requirements.txt", import.meta.url));
const version = /^zizmor==(\S+)/m.exec(readFileSync(REQUIREMENTS, "utf8"))[1];

try {
  const program = await cachedProgram("zizmor", version, install);
  // The result must be the same with any user settings, and without access to GitHub.
  const args = ["--offline", "--no-config", "--no-progress", "--quiet", "--color=never"];
  const { exitCode } = await execa(program, [...args, ...process.argv.slice(2)], {
    stdio: "inherit",
    reject: false,
  });
  process.exitCode = exitCode ?? 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = error.unavailable ? UNAVAILABLE : 1;
}

async function install(folder) {
  const python = await pythonWithPip();
  console.error(`installing zizmor ${version} with pip, once`);
  const { failed, stderr } = await execa(
    python,
    [
      ...["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"],
      ...["--target", folder, "--no-deps", "--only-binary=:all:", "--require-hashes"],
      ...["--requirement", REQUIREMENTS],
    ],
    // Overrides the user's pip settings, which could conflict with the target folder.
    { env: { PIP_REQUIRE_VIRTUALENV: "0", PIP_USER: "0" }, reject: false },
  );
  if (failed) throw new Error(`zizmor could not be installed: ${stderr}`);
  return path.join(folder, "bin", process.platform === "win32" ? "zizmor.exe" : "zizmor");
}

async function pythonWithPip() {
  for (const name of ["python3", "python"]) {
    const { failed } = await execa(name, ["-m", "pip", "--version"], { reject: false });
    if (!failed) return name;
  }
  const reason = "zizmor is not run: there is no python3 with pip on the PATH to install it with";
  throw Object.assign(new Error(reason), { unavailable: true });
}
