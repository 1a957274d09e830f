/** Random programs, edits, faults, kills and hands: whatever happens, the rules of behaviour.md hold. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createTransport } from "../../provider/http/transport.js";
import { found } from "./model/found.js";
import { type Event, histories } from "./model/history.js";
import { History } from "./model/play.js";

const RUNS = Number(process.env["HISTORIES"] ?? 2000);
const SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000_007);

test(`${RUNS} random histories, seed ${SEED}`, { timeout: 60 * 60_000 }, async () => {
  const transport = createTransport({ connections: 8, timeout: 30_000 });
  await fc.assert(
    fc.asyncProperty(histories, async (events) => {
      expect(await History.play(events, transport)).toEqual([]);
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: false, examples: found.map((events): [Event[]] => [events]) },
  );
  await transport.close?.();
});
