/** An interrupted `npm run demo` must leave nothing behind. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, inject, test } from "vitest";
import { closeAfterTest, temporaryFolder } from "../support/after-test.js";
import { type RunningCommand, startCommand } from "../support/commands.js";
import { killProcessesWith, processesWith } from "../support/processes.js";

const RUN = pathToFileURL(path.resolve(__dirname, "../../tools/demo/run.mjs")).href;
/** The demo prints this line when the service is running and the stack exists. */
const BEGUN = /The stack is in/;

interface Demo {
  command: RunningCommand;
  /** Names of the demo's folders that are still in the temporary folder. */
  left(): string[];
  processes(): string[];
}

function demo(): Demo {
  const folder = temporaryFolder();
  const script = `process.exitCode = await (await import("${RUN}")).demo()`;
  const command = startCommand(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: folder,
    env: { ...process.env, ...inject("engine").env, TMPDIR: folder },
  });
  closeAfterTest({ close: () => killProcessesWith(`TMPDIR=${folder}`) });
  return {
    command,
    left: () => (existsSync(folder) ? readdirSync(folder).filter((name) => /demo/.test(name)) : []),
    processes: () => processesWith(`TMPDIR=${folder}`).map(({ command: line }) => line),
  };
}

test("when the reader of its output exits, the demo leaves no folder and no process", async () => {
  const { command, left, processes } = demo();
  await command.until(BEGUN);
  command.child.stdout!.destroy();
  command.child.stderr!.destroy();
  expect(await command.ended).toMatchObject({ code: 1 });
  expect({ left: left(), processes: processes() }).toEqual({ left: [], processes: [] });
});

test("Ctrl-C leaves no folder and no process, and says so", async () => {
  const { command, left, processes } = demo();
  await command.until(BEGUN);
  command.signal("SIGINT");
  const { code, stdout, stderr } = await command.ended;
  expect({ code, stderr }).toEqual({ code: 130, stderr: "" });
  expect(stdout).toMatch(/\nStopped\. The service and the stack are removed\.\n$/);
  expect({ left: left(), processes: processes() }).toEqual({ left: [], processes: [] });
});
