import { execFile } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { publish, staging } from "./cache.mjs";
import { startTree } from "./tree.mjs";
import { launcherInPackage } from "./launcher.mjs";
import { clock, tell } from "./progress.mjs";
import { CLI, LANGUAGE_HOST, LAUNCHER } from "./programs.mjs";
import { WANTED } from "./version.mjs";

const run = promisify(execFile);
const TOOLS = fileURLToPath(new URL("..", import.meta.url));

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
    flags: [
      ...["-tags", "osusergo,grpcnotrace"],
      // Without a version of its own the Automation API refuses the program.
      ...["-ldflags", `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${WANTED}`],
    ],
  },
];

/** The way where only package registries can be reached: from the modules that tools/<module>/go.sum pins. */
export async function build({ say, background }) {
  const go = await askGo();
  if (!go) return { why: "there is no go on PATH to build it with" };
  say(`building the Pulumi CLI ${WANTED} from its Go modules with ${go.GOVERSION}: 5 to 10 minutes, once`);
  say(`Go keeps what it downloads in ${go.GOMODCACHE} and what it compiles in ${go.GOCACHE}`);
  const { folder, discard } = staging();
  const started = Date.now();
  try {
    const bin = path.join(folder, "bin");
    const temporary = path.join(folder, "tmp");
    mkdirSync(bin);
    mkdirSync(temporary);
    for (const part of PARTS) {
      const failure = await buildPart(part, { bin, temporary, say, background });
      if (failure) return { why: failure };
    }
    copyFileSync(launcherInPackage(), path.join(bin, LAUNCHER));
    chmodSync(path.join(bin, LAUNCHER), 0o755);
    await publish(bin);
    say(`built the Pulumi CLI in ${clock(Date.now() - started)}`);
    return {};
  } finally {
    discard();
  }
}

async function askGo() {
  try {
    const { stdout } = await run("go", ["env", "-json", "GOVERSION", "GOMODCACHE", "GOCACHE"]);
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
}

async function buildPart(part, { bin, temporary, say, background }) {
  const output = path.join(bin, part.output);
  const args = ["build", "-v", "-buildvcs=false", "-mod=readonly", ...part.flags, "-o", output, part.package];
  const { child, ended } = startTree("go", args, {
    cwd: path.join(TOOLS, part.module),
    env: { ...process.env, GOWORK: "off", GOTMPDIR: temporary },
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (background && child.pid !== undefined)
    os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  let downloaded = 0;
  let compiled = 0;
  const last = [];
  createInterface({ input: child.stderr }).on("line", (line) => {
    if (line.startsWith("go: downloading ")) downloaded += 1;
    else if (/^[\w.-]+(\/[\w.~+-]+)*$/.test(line)) compiled += 1;
    else last.push(line);
  });
  const stopTelling = tell(say, () =>
    compiled === 0
      ? `building ${part.name} from its Go modules, ${downloaded} modules downloaded`
      : `building ${part.name} from its Go modules, ${compiled} packages done`,
  );
  const { code, error } = await ended;
  stopTelling();
  if (code === 0) return undefined;
  for (const line of last.slice(-20)) say(`  ${line}`);
  return `go build of ${part.name} failed (${error?.message ?? last.at(-1) ?? `code ${code}`})`;
}
