import { startCommand, type CommandResult } from "./commands.js";

/** Runs npm without the settings of this test run. Uses the npm of `npm test`, or else the one on PATH. */
export function npm(cwd: string, ...args: string[]): Promise<CommandResult> {
  const script = process.env["npm_execpath"];
  return script?.endsWith("npm-cli.js")
    ? runClean(cwd, process.execPath, [script, ...args])
    : runClean(cwd, "npm", args);
}

/** The type checker is written in Go. Collecting its garbage takes half of its CPU time. */
const QUICK_GO = { GOGC: "off", GOMEMLIMIT: "2GiB" };

export function runClean(cwd: string, file: string, args: string[]): Promise<CommandResult> {
  const env = Object.entries(process.env).filter(
    ([name]) => !/^(VOICECALL_|NODE_OPTIONS$|NODE_ENV$)/.test(name),
  );
  return startCommand(file, args, { cwd, env: { ...Object.fromEntries(env), ...QUICK_GO } }).ended;
}
