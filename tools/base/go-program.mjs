import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { cachedProgram } from "./cache.mjs";

/**
 * The path of a program in the cache folder. The first call builds it from its Go module.
 * `tools/<name>/go.mod` pins the version of `module`, and go.sum pins its content. `main` is the package to
 * build.
 */
export function goProgram({ name, module, main }) {
  const folder = fileURLToPath(new URL(`../${name}`, import.meta.url));
  const required = readFileSync(path.join(folder, "go.mod"), "utf8")
    .split("\n")
    .find((line) => line.trim().startsWith(`${module} v`));
  const [, version] = / v(\S+)/.exec(required);
  return cachedProgram(name, version, (temporary) =>
    build({ name, version, main, module: folder, temporary }),
  );
}

async function build({ name, version, main, module, temporary }) {
  console.error(`building ${name} ${version} from its Go module, once`);
  const output = path.join(temporary, name);
  const args = ["build", "-buildvcs=false", "-mod=readonly", "-ldflags", "-s -w", "-o", output, main];
  const { failed, code, stderr, shortMessage } = await execa("go", args, {
    cwd: module,
    env: { GOWORK: "off", GOTMPDIR: temporary },
    reject: false,
  });
  if (failed) {
    const why = code === "ENOENT" ? "there is no go on the PATH" : stderr || shortMessage;
    throw new Error(
      `${name} could not be built (Go 1.25.11 or later and its module proxy are needed): ${why}`,
    );
  }
  return output;
}
