/**
 * Random programs, edits, faults, kills and manual changes. The rules in docs/behavior.md hold for all of
 * them.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Form, forms } from "../../emulator/base/forms.js";
import { found } from "./model/found.js";
import { Ground, type ListingOrder } from "./model/ground.js";
import { type Event, histories } from "./model/history.js";
import { History } from "./model/play.js";

/** Histories that failed once are played in both API forms. */
const examples = forms.flatMap((form) =>
  found.map((events): [Form, Event[], ListingOrder] => [form, events, "oldest"]),
);

const RUNS = Number(process.env["HISTORIES"] ?? 25);
const SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000_007);

/** The specification does not say in which order listings are. */
const listingOrders = fc.constantFrom<ListingOrder>("oldest", "newest", "name");

test(`${RUNS} random histories, seed ${SEED}`, { timeout: 60 * 60_000 }, async () => {
  const ground = await Ground.open();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...forms),
      histories,
      listingOrders,
      async (form, events, listingOrder) => {
        await ground.clear(form, listingOrder);
        expect(await History.play(events, ground)).toEqual([]);
      },
    ),
    { numRuns: RUNS, seed: SEED, endOnFailure: false, examples },
  );
  await ground.close();
});
