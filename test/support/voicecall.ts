/** The command `voicecall` as users run it: built, in a process of its own. */
import path from "node:path";
import { type RunningCommand, startCommand } from "./commands.js";

const MAIN = path.resolve(__dirname, "../../dist/cli/main.js");

export interface VoicecallOptions {
  cwd: string;
  /** Nothing of this process' environment reaches the command but PATH and HOME. */
  env?: NodeJS.ProcessEnv;
}

/** Starts it; `ended` has its exit code and output. */
export function voicecall(args: string[], { cwd, env = {} }: VoicecallOptions): RunningCommand {
  const { PATH, HOME } = process.env;
  return startCommand(process.execPath, [MAIN, ...args], { cwd, env: { PATH, HOME, ...env } });
}
