// See docs/decisions/command-line.md.
/**
 * Runs the user's Pulumi CLI. The Automation API would select a stack for everyone who works in the folder, but
 * commands that only read must change nothing.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { type Command, Option } from "commander";
import { quoted } from "../../provider/base/quoted.js";
import { compileCache } from "./compile-cache.js";
import { UsageError } from "./exit.js";
import { upward } from "./upward.js";

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
  /** Receives each complete line of stdout. */
  onLine?: (line: string) => void;
  /** Receives all output as it comes. */
  onText?: (text: string) => void;
  env?: Record<string, string>;
  /** Standard input. Used for secret values, because process lists show arguments. */
  input?: string;
  /** Whether the caller uses the output even if a signal has ended the command. */
  evenInterrupted?: true;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The signal that has reached this process while it ran Pulumi: it must end, and start nothing more. */
let interruption: NodeJS.Signals | undefined;

export class Interrupted extends Error {
  constructor(signal: NodeJS.Signals) {
    super(`The command was interrupted by ${signal}. Run it again.`);
  }
}

export function withStackOptions(command: Command): Command {
  return command
    .option("-s, --stack <name>", "the stack (default: the one selected in the program's folder)")
    .addOption(cwdOption());
}

export const cwdOption = (): Option =>
  new Option("-C, --cwd <folder>", "the folder of the Pulumi program").default(".");

/**
 * Rejects a mistyped folder: the search for a program would continue in its parent folders, and might find another
 * program.
 * @throws UsageError if the folder does not exist, or is a file
 */
export function checkFolder(cwd: string): void {
  if (!existsSync(cwd)) throw new UsageError(`--cwd: there is no folder ${quoted(cwd)}.`);
  if (!statSync(cwd).isDirectory()) throw new UsageError(`--cwd: ${quoted(cwd)} is not a folder.`);
}

/**
 * The folder of the Pulumi program: `cwd` or its nearest parent with a program, as in Pulumi. Undefined if
 * there is none.
 */
export function programFolder(options: Pick<StackOptions, "cwd">): string | undefined {
  const file = projectFile(options);
  return file === undefined ? undefined : path.dirname(file);
}

/** The project's file, such as `Pulumi.yaml`, in the folder of the program. Undefined if there is none. */
export const projectFile = ({ cwd }: Pick<StackOptions, "cwd">): string | undefined =>
  upward(path.resolve(cwd))
    .flatMap((folder) => ["yaml", "yml", "json"].map((end) => path.join(folder, `Pulumi.${end}`)))
    .find((file) => existsSync(file));

export const hasProgram = (options: StackOptions): boolean => projectFile(options) !== undefined;

/**
 * Runs `pulumi` on the stack. Returns its output for any exit code.
 * @throws UsageError if there is no program; Error if there is no Pulumi CLI, or after a signal
 */
export async function pulumi(
  args: readonly string[],
  options: StackOptions,
  { onLine, onText, env, input, evenInterrupted }: RunOptions = {},
): Promise<PulumiResult> {
  const cached = await compileCache(process.env);
  if (interruption) throw new Interrupted(interruption);
  if (!hasProgram(options)) {
    throw new UsageError(
      `There is no Pulumi.yaml in ${path.resolve(options.cwd)} or above it: name the program's folder with --cwd.`,
    );
  }
  const onStack = options.stack === undefined ? [] : ["--stack", options.stack];
  return new Promise((resolve, reject) => {
    const child = spawn("pulumi", [...args, ...onStack, "--non-interactive"], {
      cwd: options.cwd,
      // Where a command needs secrets, it says so in its arguments. A report or a plan must not contain them.
      env: {
        ...process.env,
        PULUMI_OPTION_SHOW_SECRETS: undefined,
        PULUMI_SKIP_UPDATE_CHECK: "true",
        ...cached,
        ...env,
      },
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    // The engine ends first, so that the command can remove its temporary files.
    const pass = (signal: NodeJS.Signals): void => {
      interruption = signal;
      child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, pass);
    const result: PulumiResult = { code: null, stdout: "", stderr: "" };
    let rest = "";
    child.stdout!.setEncoding("utf8").on("data", (chunk: string) => {
      result.stdout += chunk;
      onText?.(chunk);
      const lines = (rest + chunk).split("\n");
      rest = lines.pop()!;
      if (onLine) for (const line of lines) onLine(line);
    });
    child.stderr!.setEncoding("utf8").on("data", (chunk: string) => {
      result.stderr += chunk;
      onText?.(chunk);
    });
    const ended = (): void => {
      for (const signal of SIGNALS) process.off(signal, pass);
    };
    child.once("error", (error: NodeJS.ErrnoException) => {
      ended();
      reject(error.code === "ENOENT" ? absent() : error);
    });
    child.once("close", (code) => {
      ended();
      if (interruption && !evenInterrupted) reject(new Interrupted(interruption));
      else resolve({ ...result, code });
    });
    child.stdin?.end(input);
  });
}

/** Like `pulumi`, but fails with the CLI's output if the exit code is not 0. */
export async function pulumiOrFail(
  attempted: string,
  args: readonly string[],
  options: StackOptions,
  run: RunOptions = {},
): Promise<string> {
  const { code, stdout, stderr } = await pulumi(args, options, run);
  if (code === 0) return stdout;
  // With `--show-secrets`, stdout may contain secrets.
  const quotable = args.includes("--show-secrets") ? "" : stdout;
  const output = (stderr.trim() || quotable.trim()).slice(-2_000);
  throw new Error(`${attempted}: pulumi ${args[0]} ${exited(code)}.\n${output}`);
}

/** The given stack, or the one selected in the program's folder. */
export const stackName = async (options: StackOptions): Promise<string> =>
  options.stack ?? (await pulumiOrFail("read the stack's name", ["stack", "--show-name"], options)).trim();

export const exited = (code: number | null): string =>
  code === null ? "was ended by a signal" : `exited with code ${code}`;

export function assertCli(): void {
  if (spawnSync("pulumi", ["version"]).error) throw absent();
}

function absent(): Error {
  return new Error(
    "There is no pulumi command on the PATH. Install the Pulumi CLI 3.254 or later. In a clone of pulumi-voicecall, `npm run voicecall -- ARGS` finds or builds the CLI.",
  );
}
