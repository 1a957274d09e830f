/** Rows that move from one list of a program to another: the person is never in two campaigns. */
import { describe, expect } from "vitest";
import { crossing, urnOf } from "../support/engine-part.js";
import { closeAfterTest } from "../support/after-test.js";
import { virtualTime } from "../support/virtual-time.js";
import { watchedRuntime } from "../support/watched-runtime.js";
import { type World, succeeded, test } from "../support/world.js";
import { leadSet } from "./lead-set-lists.js";

const HEAD = "Phone,Name\n";
const ADA = "+12025550101,Ada\n";
const BOB = "+12025550102,Bob\n";
const CY = "+12025550103,Cy\n";

type Name = "spring" | "summer";

const lists = (one: string, two: string) => ({
  spring: leadSet(HEAD + one),
  summer: leadSet(HEAD + two, { campaign: 2 }),
});

/**
 * Applies both lists as the engine does: each is updated as soon as it is reported, the second while the first is being
 * updated.
 * @returns the methods of the writes
 */
async function moved(
  here: World,
  program: ReturnType<typeof lists>,
  order: readonly Name[],
): Promise<string[]> {
  expect(await here.engine.up(lists(ADA + BOB, CY))).toMatchObject(succeeded);
  here.requests();
  const { clock, transport } = virtualTime();
  closeAfterTest(transport);
  await clock.sleep(60_000);
  const runtime = watchedRuntime({ clock, transport, env: here.engine.env });
  const updates = order.map(async (name, index) => {
    const { id, inputs: before, outputs } = here.engine.state.get(name)!;
    const hosted = runtime.open("LeadSet");
    hosted.configure({ config: { get: () => undefined } });
    const { leads, ...rest } = program[name].props as { leads: { file: string } };
    const __declaredLeads = { place: index, leads: [], sets: [0, 1], others: [] };
    const hints = { __declaredLeads, __rowsFile: leads.file, __urn: urnOf("LeadSet", name) };
    await clock.sleep(index * 1_000);
    const { inputs, failures } = await hosted.check(before, crossing({ ...rest, leads, ...hints }));
    expect(failures).toEqual([]);
    await hosted.diff(id, crossing(outputs), crossing(inputs));
    await hosted.update(id, crossing(outputs), crossing(inputs));
  });
  await Promise.all(updates);
  return here.methods();
}

describe.each<[Name[]]>([[["spring", "summer"]], [["summer", "spring"]]])(
  "applied in the order %j",
  (order) => {
    test("a lead is deleted before it is created in the other campaign", async ({ here }) => {
      expect(await moved(here, lists(ADA, CY + BOB), order)).toEqual(["DELETE", "POST"]);
    });

    test("two lists can exchange rows", async ({ here }) => {
      expect(await moved(here, lists(ADA + CY, BOB), order)).toEqual(["DELETE", "DELETE", "POST", "POST"]);
    });
  },
);

test("a list that is never applied is not waited for without end", async ({ here }) => {
  expect(await here.engine.up(lists(ADA + BOB, CY))).toMatchObject(succeeded);
  here.clock.advance(60_000);
  const { summer, spring } = lists(ADA, CY + BOB);
  expect(await here.engine.up({ summer, spring })).toMatchObject(succeeded);
  expect(
    here.emulator.state.leads.filter(({ phone_number: number }) => number === "+12025550102"),
  ).toHaveLength(1);
});
