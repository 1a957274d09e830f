/** Vitest's setup file of every tier: a canary that came out fails the test during which it did. */
import { subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { afterAll, afterEach, expect } from "vitest";
import { canaries } from "./canaries.js";
import { noteHeld, takeLeaks, watched } from "./canary-watch.js";
import { REPOSITORY } from "./project.js";

subscribe("http.server.request.start", (message) => {
  const { request } = message as { request: IncomingMessage };
  if (request.headers.authorization === `Bearer ${canaries.token}`) watched.signedIn += 1;
  noteHeld();
});

// Hooks run in the reverse of their order, so these see what the hooks of the test's own file left.
afterEach(failOnLeaks);

afterAll(() => {
  failOnLeaks();
  // The tier `canary` reads it; without `npm test` nobody does.
  const folder = process.env["VOICECALL_TEST_RECORDS"];
  if (folder === undefined) return;
  const file = path.relative(path.join(REPOSITORY, "test"), expect.getState().testPath ?? "");
  const tier = file.split(path.sep)[0];
  appendFileSync(path.join(folder, "watched.jsonl"), `${JSON.stringify({ tier, watched })}\n`);
});

function failOnLeaks(): void {
  const leaks = takeLeaks();
  if (leaks.length > 0) throw new Error(leaks.join("\n"));
}
