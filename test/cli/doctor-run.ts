/** The built command `voicecall doctor`, with a fake `pulumi` whose output the test sets. */
import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import type { EmulatorOptions, FaultRule } from "../../emulator/index.js";
import { service } from "../support/engine-world.js";
import { type Answered, fakePulumi } from "../support/fake-pulumi.js";
import { REPOSITORY } from "../support/project.js";
import { voicecall } from "../support/voicecall.js";

export interface Check {
  id: string;
  state: string;
  found: string;
  todo?: string;
  informative?: true;
}

export interface DoctorReport {
  code: number | null;
  stdout: string;
  stderr: string;
  verdict: string;
  checks: Check[];
  of(id: string): Check;
}

/** The output of the fake `pulumi version`, which every `voicecall doctor` calls. */
export const version = { version: { stdout: "v3.255.0\n" } };

/**
 * Runs `voicecall doctor --json` in a temporary project folder, and parses its output. `node_modules` there links to
 * this repository and its `@pulumi/pulumi`.
 */
export async function doctor(
  env: NodeJS.ProcessEnv,
  { args = ["--no-program"], pulumi = {} }: { args?: string[]; pulumi?: Record<string, Answered> } = {},
): Promise<DoctorReport> {
  const { folder, bin } = fakePulumi({ ...version, config: { stdout: "{}" }, ...pulumi });
  const modules = path.join(folder, "node_modules");
  mkdirSync(path.join(modules, "@pulumi"), { recursive: true });
  symlinkSync(REPOSITORY, path.join(modules, "pulumi-voicecall"), "junction");
  symlinkSync(
    path.join(REPOSITORY, "node_modules/@pulumi/pulumi"),
    path.join(modules, "@pulumi/pulumi"),
    "junction",
  );
  const { code, stdout, stderr } = await voicecall(["doctor", "--json", ...args], {
    cwd: folder,
    env: { PATH: bin, ...env },
  }).ended;
  const { verdict, checks } = JSON.parse(stdout) as DoctorReport;
  const of = (id: string): Check => {
    const found = checks.find((check) => check.id === id);
    if (!found) throw new Error(`no line ${id} in ${stdout}`);
    return found;
  };
  return { code, stdout, stderr, verdict, checks, of };
}

/** Starts the local service with these faults. Also returns the environment variables that point to it. */
export async function withService(rules: FaultRule[] = [], options: EmulatorOptions = {}) {
  const emulator = await service(options);
  for (const rule of rules) emulator.faults.add(rule);
  const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token };
  return { emulator, env };
}
