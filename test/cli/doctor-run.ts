/** The built command `voicecall doctor`, with a fake `pulumi` whose output the test sets. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { EmulatorOptions, FaultRule } from "../../emulator/index.js";
import { service } from "../support/engine-world.js";
import { type Answered, fakePulumi } from "../support/fake-pulumi.js";
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

/**
 * Runs `voicecall doctor --json` in a temporary project folder, and parses its output.
 * @param files empty files in that folder, with their modes
 */
export async function doctor(
  env: NodeJS.ProcessEnv,
  {
    args = ["--no-program"],
    pulumi = {},
    files = {},
    project,
  }: {
    args?: string[];
    pulumi?: Record<string, Answered>;
    files?: Record<string, number>;
    /** The text of Pulumi.yaml. */
    project?: string;
  } = {},
): Promise<DoctorReport> {
  const { folder, bin } = fakePulumi({ config: { stdout: "{}" }, ...pulumi });
  if (project !== undefined) writeFileSync(path.join(folder, "Pulumi.yaml"), project);
  for (const [name, mode] of Object.entries(files)) writeFileSync(path.join(folder, name), "", { mode });
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
