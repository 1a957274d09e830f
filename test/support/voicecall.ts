/** Runs the built command `voicecall` in a separate process, as users do. */
import path from "node:path";
import { type RunningCommand, startCommand } from "./commands.js";

const MAIN = path.resolve(__dirname, "../../dist/cli/main.js");

export interface VoicecallOptions {
  cwd: string;
  /** From this process's environment, the command gets only PATH and HOME. */
  env?: NodeJS.ProcessEnv;
}

/** Starts the command. `ended` resolves to its exit code and output. */
export function voicecall(args: string[], { cwd, env = {} }: VoicecallOptions): RunningCommand {
  const { PATH, HOME } = process.env;
  return startCommand(process.execPath, [MAIN, ...args], { cwd, env: { PATH, HOME, ...env } });
}
