/**
 * The user's own Pulumi CLI. Run as a command, not by the Automation API, whose way to a stack selects it for
 * everybody who works in that folder: commands that look must change nothing.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import { UsageError } from "./exit.js";

export interface StackOptions {
  stack?: string;
  cwd: string;
}

export interface PulumiResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  /** Gets each whole line of stdout as it comes. */
  onLine?: (line: string) => void;
  env?: Record<string, string>;
  /** What the command reads, such as a secret value that no list of processes must show. */
  input?: string;
}

export function withStackOptions(command: Command): Command {
  return command
    .option("-s, --stack <name>", "the stack (default: the one selected in the program's folder)")
    .option("-C, --cwd <folder>", "the folder of the Pulumi program", ".");
}

/** The folder of the Pulumi program: this one or the nearest above it, as Pulumi looks for it; undefined when there is none. */
export function programFolder({ cwd }: Pick<StackOptions, "cwd">): string | undefined {
  const folder = path.resolve(cwd);
  if (["yaml", "yml", "json"].some((end) => existsSync(path.join(folder, `Pulumi.${end}`)))) return folder;
  const above = path.dirname(folder);
  return above === folder ? undefined : programFolder({ cwd: above });
}

export const hasProgram = (options: StackOptions): boolean => programFolder(options) !== undefined;

/**
 * Runs `pulumi` on the stack and answers what it said, whatever its exit code.
 * @throws UsageError when there is no program; Error when there is no Pulumi CLI
 */
export function pulumi(
  args: readonly string[],
  options: StackOptions,
  { onLine, env, input }: RunOptions = {},
): Promise<PulumiResult> {
  if (!hasProgram(options)) {
    throw new UsageError(
      `There is no Pulumi.yaml in ${path.resolve(options.cwd)} or above it: name the program's folder with --cwd.`,
    );
  }
  const onStack = options.stack === undefined ? [] : ["--stack", options.stack];
  return new Promise((resolve, reject) => {
    const child = spawn("pulumi", [...args, ...onStack, "--non-interactive"], {
      cwd: options.cwd,
      env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true", ...env },
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    const result: PulumiResult = { code: null, stdout: "", stderr: "" };
    let rest = "";
    child.stdout!.setEncoding("utf8").on("data", (chunk: string) => {
      result.stdout += chunk;
      const lines = (rest + chunk).split("\n");
      rest = lines.pop()!;
      if (onLine) for (const line of lines) onLine(line);
    });
    child.stderr!.setEncoding("utf8").on("data", (chunk: string) => (result.stderr += chunk));
    child.once("error", (error: NodeJS.ErrnoException) => reject(error.code === "ENOENT" ? absent() : error));
    child.once("close", (code) => resolve({ ...result, code }));
    child.stdin?.end(input);
  });
}

/** As `pulumi`, where anything but exit code 0 is an error with what the CLI said. */
export async function pulumiOrFail(
  attempted: string,
  args: readonly string[],
  options: StackOptions,
  run: RunOptions = {},
): Promise<string> {
  const { code, stdout, stderr } = await pulumi(args, options, run);
  if (code === 0) return stdout;
  // Asked for secrets, it may have written them before it failed.
  const quotable = args.includes("--show-secrets") ? "" : stdout;
  const said = (stderr.trim() || quotable.trim()).slice(-2_000);
  throw new Error(`${attempted}: pulumi ${args[0]} ended with ${code ?? "a signal"}.\n${said}`);
}

function absent(): Error {
  return new Error(
    "There is no pulumi command on the PATH. Install the Pulumi CLI 3.254 or later; in the folder of pulumi-voicecall, `npm run voicecall -- ARGS` finds or builds one.",
  );
}
