/** Runs `voicecall export` as users do, with a service in this process. */
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  type Emulator,
  type EmulatorOptions,
  type Seed,
  defaultSeed,
  startEmulator,
} from "../../emulator/index.js";
import { closeAfterTest, temporaryFolder } from "./after-test.js";
import type { CommandResult } from "./commands.js";
import { voicecall } from "./voicecall.js";

export interface ExportWorld {
  emulator: Emulator;
  /** The folder in which the command runs: the parent of `out`. */
  root: string;
  out: string;
  /** Runs `voicecall export out ARGS`. */
  run(...args: string[]): Promise<CommandResult>;
  /** Removes the folder `out`, and runs `voicecall export out ARGS`. */
  again(...args: string[]): Promise<CommandResult>;
  /** Runs `voicecall export out ARGS` with more environment variables. */
  runWith(env: NodeJS.ProcessEnv, ...args: string[]): Promise<CommandResult>;
  read(file: string): string;
  write(file: string, text: string): void;
}

export async function exportWorld(
  seed: Partial<Seed> = {},
  options: EmulatorOptions = {},
): Promise<ExportWorld> {
  const emulator = closeAfterTest(await startEmulator({ seed: { ...defaultSeed(), ...seed }, ...options }));
  const root = temporaryFolder();
  const out = path.join(root, "out");
  const settings = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token };
  const runWith = (env: NodeJS.ProcessEnv, ...args: string[]): Promise<CommandResult> =>
    voicecall(["export", "out", ...args], { cwd: root, env: { ...settings, ...env } }).ended;
  return {
    emulator,
    root,
    out,
    runWith,
    run: (...args) => runWith({}, ...args),
    again: (...args) => {
      rmSync(out, { recursive: true });
      return runWith({}, ...args);
    },
    read: (file) => readFileSync(path.join(out, file), "utf8"),
    write: (file, text) => {
      mkdirSync(path.dirname(path.join(out, file)), { recursive: true });
      writeFileSync(path.join(out, file), text);
    },
  };
}

/** The content of a folder's files, by path. Leaves out names without an extension, such as folders. */
export function filesIn(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.\w+$/.test(file),
  );
  return Object.fromEntries(
    files.sort().map((file) => [file, readFileSync(path.join(folder, file), "utf8")]),
  );
}

/**
 * Writes a fake `pulumi` that creates any stack except prod, stores configuration in a file, and records its arguments.
 * Put its folder `bin` first on PATH.
 */
export function pulumiThatKeeps(root: string): { bin: string; calls(): string[][]; config(): object } {
  const bin = path.join(root, "bin");
  const [calls, config] = ["calls", "config.json"].map((file) => path.join(root, file)) as [string, string];
  mkdirSync(bin);
  writeFileSync(calls, "");
  writeFileSync(config, "{}");
  const script = `#!${process.execPath}
const fs = require("node:fs");
const args = process.argv.slice(2);
fs.appendFileSync(${JSON.stringify(calls)}, JSON.stringify(args) + "\\n");
const kept = JSON.parse(fs.readFileSync(${JSON.stringify(config)}, "utf8"));
if (args.includes("prod")) { console.error("error: stack 'prod' already exists"); process.exit(6); }
if (args[0] === "stack") process.stdout.write("Created stack");
else if (args[1] === "set") {
  const value = fs.readFileSync(0, "utf8").replace(/\\n$/, "");
  kept["out:" + args[3]] = { value, secret: true };
  fs.writeFileSync(${JSON.stringify(config)}, JSON.stringify(kept));
} else process.stdout.write(JSON.stringify(kept));
`;
  writeFileSync(path.join(bin, "pulumi"), script);
  chmodSync(path.join(bin, "pulumi"), 0o755);
  const lines = (): string[] => readFileSync(calls, "utf8").trim().split("\n");
  return {
    bin,
    calls: () => lines().map((line) => JSON.parse(line) as string[]),
    config: () => JSON.parse(readFileSync(config, "utf8")) as object,
  };
}
