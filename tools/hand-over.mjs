import os from "node:os";
import { setup } from "./setup.mjs";

/**
 * Sets up, and runs a program in the user's place: with the streams and the exit code of its own, in the folder where
 * they typed. `choose` gets the Pulumi CLI and returns the program and its arguments. A program that never runs
 * `pulumi` starts without one, since building it takes minutes.
 */
export async function handOver(choose, { runsPulumi = true } = {}) {
  try {
    setup();
    const { execa } = await import("execa");
    const { findEngine } = await import("./engine/index.mjs");
    const engine = runsPulumi ? await findEngine() : { env: process.env };
    const child = execa(...choose(engine), {
      stdio: "inherit",
      reject: false,
      // A project of their own, or an example's folder.
      cwd: process.env.INIT_CWD ?? process.cwd(),
      env: engine.env,
    });
    // Ctrl-C reaches the program by the terminal: it ends in its own time, and this process after it.
    process.on("SIGINT", () => {});
    for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
    const { exitCode, signal, shortMessage } = await child;
    if (exitCode === undefined && signal === undefined) throw new Error(shortMessage);
    process.exitCode = exitCode ?? 128 + os.constants.signals[signal];
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
