import { spawn } from "node:child_process";

/** Runs a program in the user's place: with the arguments, streams and exit code of its own, in the folder where they typed. */
export function handOver(program, args, env) {
  const child = spawn(program, args, {
    stdio: "inherit",
    // A project of their own, or an example's folder.
    cwd: process.env.INIT_CWD ?? process.cwd(),
    env: { ...process.env, ...env },
  });
  // Ctrl-C reaches the program by the terminal: it ends in its own time, and this process after it.
  process.removeAllListeners("SIGINT");
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"]) {
    process.removeAllListeners(signal);
    process.on(signal, () => child.kill(signal));
  }
  child.once("error", (error) => {
    console.error(`${program} did not start: ${error.message}`);
    process.exit(1);
  });
  child.once("exit", (code, signal) => {
    if (signal) process.removeAllListeners(signal);
    if (signal) process.kill(process.pid, signal);
    else process.exit(code);
  });
}
