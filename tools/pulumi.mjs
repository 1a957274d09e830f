// `npm run pulumi -- ARGS`: a real Pulumi CLI, found or made, with the arguments, streams and exit code of its own.
import { spawn } from "node:child_process";
import { setup } from "./setup.mjs";

const engine = await ready().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
const { introduce } = await import("./engine/index.mjs");
console.error(introduce(engine));

const child = spawn(engine.pulumi, process.argv.slice(2), {
  stdio: "inherit",
  // Where the user typed it: a project of their own, or an example's folder.
  cwd: process.env.INIT_CWD ?? process.cwd(),
  env: { ...process.env, ...engine.env },
});
// Ctrl-C reaches the CLI by the terminal: it ends in its own time, and this process after it.
process.removeAllListeners("SIGINT");
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) {
  process.removeAllListeners(signal);
  process.on(signal, () => child.kill(signal));
}
child.once("error", (error) => {
  console.error(`${engine.pulumi} did not start: ${error.message}`);
  process.exit(1);
});
child.once("exit", (code, signal) => {
  if (signal) process.removeAllListeners(signal);
  if (signal) process.kill(process.pid, signal);
  else process.exit(code);
});

async function ready() {
  await setup();
  const { findEngine } = await import("./engine/index.mjs");
  return findEngine();
}
