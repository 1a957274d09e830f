/** Runs `voicecall drift` in this process, with a script as the Pulumi CLI. */
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { Command } from "commander";
import { vi } from "vitest";
import { registerDrift } from "../../cli/drift/command.js";
import { look } from "../support/canary-watch.js";
import { type Answered, fakePulumi } from "../support/fake-pulumi.js";
import { ended } from "./drift-events.js";

export interface DriftResult {
  code: number | string | undefined;
  stdout: string;
  stderr: string;
  /** The command lines of all calls to the Pulumi CLI. */
  commandLines: string[];
}

export type Pulumi = Record<string, Answered>;

/** The output of `pulumi refresh --preview-only --json`. */
export const events = (...all: object[]): Answered => ({
  stdout: [...all, ended].map((event) => `${JSON.stringify(event)}\n`).join(""),
});

const applied = JSON.stringify([
  { kind: "update", result: "succeeded", startTime: "2026-11-21T19:21:27.000Z" },
]);

/**
 * Runs the command. By default, the stack's history is one successful update.
 * @param env environment variables to add. By default, the base URL and the token are unset.
 */
export async function drift(
  pulumi: Pulumi,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<DriftResult> {
  const { folder, bin, commandLines } = fakePulumi({ "stack history": { stdout: applied }, ...pulumi });
  const result: DriftResult = { code: undefined, stdout: "", stderr: "", commandLines: [] };
  const before = process.exitCode;
  vi.stubEnv("PATH", `${bin}${path.delimiter}${process.env["PATH"]}`);
  for (const name of ["VOICECALL_BASE_URL", "VOICECALL_ACCESS_TOKEN"]) vi.stubEnv(name, env[name]);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const keep = (stream: "stdout" | "stderr") =>
    vi.spyOn(process[stream], "write").mockImplementation((chunk) => {
      // With CI set, there are colors even without a terminal. Suggested commands name the temporary folder.
      result[stream] += stripVTControlCharacters(String(chunk)).replaceAll(` --cwd ${folder}`, "");
      return true;
    });
  const spies = [keep("stdout"), keep("stderr")];
  try {
    const program = new Command().exitOverride();
    registerDrift(program);
    await program.parseAsync(["drift", "--cwd", folder, ...args], { from: "user" });
    result.code = process.exitCode ?? undefined;
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
    process.exitCode = before;
  }
  look("printed", "by drift", result.stdout + result.stderr);
  return { ...result, commandLines: commandLines() };
}
