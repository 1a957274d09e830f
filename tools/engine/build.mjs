import { chmodSync, copyFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { CLI, LANGUAGE_HOST, LAUNCHER } from "./programs.mjs";
import { PINNED, WANTED } from "./version.mjs";

const TOOLS = fileURLToPath(new URL("..", import.meta.url));
const PROGRESS_MS = 15_000;

const PARTS = [
  {
    name: "the Node language host",
    module: "pulumi-language-nodejs",
    package: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
    output: LANGUAGE_HOST,
    flags: [],
  },
  {
    name: "the Pulumi CLI",
    module: "pulumi-cli",
    package: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    output: CLI,
    versioned: ["github.com/pulumi/pulumi/sdk/v3"],
    flags: [
      ...["-tags", "osusergo,grpcnotrace"],
      // The Automation API rejects a CLI without a version.
      ...["-ldflags", `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${WANTED}`],
    ],
  },
];

/** Builds the CLI from the modules that tools/<module>/go.sum pins. Needs Go and its module proxy. */
export async function build(folder) {
  const { failed, stdout } = await execa("go", ["env", "-json"], { reject: false });
  if (failed) throw new Error("there is no go on PATH to build the CLI with");
  const { GOVERSION, GOMODCACHE, GOCACHE } = JSON.parse(stdout);
  console.error(
    `building the Pulumi CLI ${WANTED} from its Go modules with ${GOVERSION}. This takes 5 to 10 minutes, but only once.`,
  );
  console.error(`Go keeps what it downloads in ${GOMODCACHE} and what it compiles in ${GOCACHE}`);
  const bin = path.join(folder, "bin");
  const temporary = path.join(folder, "tmp");
  mkdirSync(bin);
  mkdirSync(temporary);
  for (const part of PARTS) await buildPart(part, { bin, temporary });
  // The launcher of dynamic providers comes from the SDK instead of the Go modules.
  const sdk = path.dirname(createRequire(import.meta.url).resolve("@pulumi/pulumi/package.json"));
  copyFileSync(path.join(sdk, LAUNCHER), path.join(bin, LAUNCHER));
  chmodSync(path.join(bin, LAUNCHER), 0o755);
  return bin;
}

async function buildPart(part, { bin, temporary }) {
  const output = path.join(bin, part.output);
  const args = ["build", "-v", "-buildvcs=false", "-mod=readonly", ...part.flags, "-o", output, part.package];
  const options = { env: { GOWORK: "off", GOTMPDIR: temporary }, stdin: "ignore" };
  const cwd = await moduleOf(part, temporary, options);
  const go = execa("go", args, { ...options, cwd, reject: false });
  const started = Date.now();
  let downloaded = 0;
  let compiled = 0;
  const progress = setInterval(() => {
    const done = compiled === 0 ? `${downloaded} modules downloaded` : `${compiled} packages done`;
    const seconds = Math.round((Date.now() - started) / 1000);
    console.error(`building ${part.name} from its Go modules, ${done}, ${seconds} s`);
  }, PROGRESS_MS);
  const rest = [];
  for await (const line of go.iterable({ from: "stderr" })) {
    if (line.startsWith("go: downloading ")) downloaded += 1;
    else if (/^[\w.-]+(\/[\w.~+-]+)*$/.test(line)) compiled += 1;
    else rest.push(line);
  }
  const { failed, shortMessage } = await go;
  clearInterval(progress);
  if (!failed) return;
  for (const line of rest.slice(-20)) console.error(`  ${line}`);
  throw new Error(`go build of ${part.name} failed (${rest.at(-1) ?? shortMessage})`);
}

/** The module to build in. Of a CLI version that no go.sum pins, Go's checksum database vouches for the bytes. */
async function moduleOf({ module, package: main, versioned = [] }, temporary, options) {
  if (versioned.length === 0 || WANTED === PINNED) return path.join(TOOLS, module);
  const cwd = path.join(temporary, module);
  mkdirSync(cwd);
  const go = (...args) => execa("go", args, { ...options, cwd });
  await go("mod", "init", module);
  await go("get", "-tool", ...[main, ...versioned].map((name) => `${name}@v${WANTED}`));
  return cwd;
}
