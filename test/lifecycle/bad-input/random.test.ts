/**
 * Random odd values in random places, through the whole life cycle. Either the preview fails clearly, or the
 * service stores exactly what was declared. BAD_INPUT_RUNS sets the number of runs, and SEED repeats a run.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { places, strangerPlaces } from "./fields.js";
import { Ground } from "./play.js";
import { anything, freeForm } from "./values.js";

const RUNS = Number(process.env["BAD_INPUT_RUNS"] ?? 150);
const SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000_007);

let ground: Ground;
beforeAll(async () => void (ground = await Ground.open()));
afterAll(() => ground.close());

const cases = fc.constantFrom(...places, ...places, ...strangerPlaces).chain((place) =>
  fc.record({
    place: fc.constant(place),
    value: place.freeForm ? fc.oneof(freeForm, anything) : anything,
    how: fc.constantFrom("create" as const, "update" as const),
  }),
);

test(`${RUNS} odd inputs, seed ${SEED}`, { timeout: 60 * 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ place, value, how }) => {
      expect(await ground.play(place, value, how)).toEqual([]);
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: process.env["SHRINK"] === undefined },
  );
});
