import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { look } from "./canary-watch.js";
import { whenLeaving } from "./leaving.js";
import { kill } from "./processes.js";

export interface CommandOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** The output may contain secrets on purpose, so it is not searched for them. */
  showsSecrets?: boolean;
  /** Standard input. Default: none. */
  input?: string;
}

export interface CommandResult {
  /** The exit code; null if a signal ended the command. */
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** Both streams, in the order of arrival. */
  all: string;
}

/** A running command with its own process group. */
export interface RunningCommand {
  child: ChildProcess;
  pid: number;
  /** Both streams so far. */
  output(): string;
  /** Resolves when the output matches. Rejects if the command ends before that. */
  until(pattern: RegExp): Promise<void>;
  /** Sends a signal only to the command itself, not to its child processes. */
  signal(signal: NodeJS.Signals): void;
  /** Sends a signal to the command's process group, which does not include the engine's plugins. */
  signalGroup(signal: NodeJS.Signals): void;
  /** Resolves when the command has ended and its streams are closed. */
  ended: Promise<CommandResult>;
}

const running = new Set<RunningCommand>();

whenLeaving(() => {
  for (const command of running) command.signalGroup("SIGKILL");
});

export function startCommand(
  file: string,
  args: string[],
  { showsSecrets = false, input = "", ...options }: CommandOptions,
): RunningCommand {
  const stdin = input === "" ? "ignore" : "pipe";
  const child = spawn(file, args, { ...options, detached: true, stdio: [stdin, "pipe", "pipe"] });
  child.stdin?.end(input);
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${file} did not start`);
  const texts = { stdout: "", stderr: "", all: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]!.setEncoding("utf8").on("data", (chunk: string) => {
      texts[name] += chunk;
      texts.all += chunk;
      child.emit("output");
    });
  }
  const ended = once(child, "close").then(([code, signal]): CommandResult => {
    running.delete(command);
    const place = [path.basename(file), ...args].join(" ");
    if (!showsSecrets) for (const text of [texts.stdout, texts.stderr]) look("printed", `by ${place}`, text);
    return { code: code as number | null, signal: signal as NodeJS.Signals | null, ...texts };
  });
  const command: RunningCommand = {
    child,
    pid,
    output: () => texts.all,
    until: async (pattern) => {
      while (!pattern.test(texts.all)) {
        if (!running.has(command))
          throw new Error(`the command ended without the output ${String(pattern)}:\n${texts.all}`);
        await Promise.race([once(child, "output"), ended]);
      }
    },
    signal: (signal) => void child.kill(signal),
    signalGroup: (signal) => kill(-pid, signal),
    ended,
  };
  running.add(command);
  return command;
}
