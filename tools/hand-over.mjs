import os from "node:os";
import { setup } from "./setup/setup.mjs";

/**
 * Runs the setup, and then a program as if the user had run that program directly: with the same streams, exit code
 * and working folder. `choose` returns the program and its arguments. It receives the result of `findEngine`, unless
 * `runsPulumi` is false. Then no Pulumi CLI is looked for or built, because building one takes minutes.
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
      // The folder in which the user ran npm, for example that of a Pulumi project.
      cwd: process.env.INIT_CWD ?? process.cwd(),
      env: engine.env,
    });
    // Ctrl-C in the terminal also reaches the program. This process only waits until the program exits.
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
