/** The example `tested-assistant` with Node's own runner. `npm run soak -- engine` also runs it with vitest, and records anew. */
import path from "node:path";
import { expect, test } from "vitest";
import { startCommand } from "../support/commands.js";
import { REPOSITORY } from "../support/project.js";

test("its tests pass from recordings, with an empty environment", async () => {
  const cwd = path.join(REPOSITORY, "examples/tested-assistant");
  const args = ["--test", "reception.node-test.mjs"];
  const { code, all } = await startCommand(process.execPath, args, { cwd, env: {} }).ended;
  expect(code, all).toBe(0);
  expect(all).toMatch(/pass 2\n/);
});
