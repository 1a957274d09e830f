/** Rows that move from one list of a program to another: the person is never in two campaigns. */
import { describe, expect } from "vitest";
import { crossing } from "../support/protocol.js";
import { urnOf } from "../support/sdk-part.js";
import type { FakeClock } from "../support/clock.js";
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
 * Applies both lists as the engine does: each is updated as soon as it is reported, the second while the first waits.
 * @returns the methods of the writes
 */
async function moved(
  here: World,
  program: ReturnType<typeof lists>,
  order: readonly Name[],
): Promise<string[]> {
  expect(await here.engine.up(lists(ADA + BOB, CY))).toMatchObject(succeeded);
  here.clock.advance(60_000);
  here.requests();
  // Nobody wakes up until both lists wait or have ended.
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let asleep = 0;
  const clock: FakeClock = {
    ...here.clock,
    sleep: async (ms) => {
      asleep += 1;
      await released;
      await here.clock.sleep(ms);
    },
  };
  const runtime = watchedRuntime({ clock, env: here.engine.env });
  let ended = 0;
  const updates: Promise<unknown>[] = [];
  for (const [index, name] of order.entries()) {
    const { id, inputs: before, outputs } = here.engine.state.get(name)!;
    const hosted = runtime.open("LeadSet");
    hosted.configure({ config: { get: () => undefined } });
    const { leads, ...rest } = program[name].props as { leads: { file: string } };
    const __declaredLeads = { place: index, leads: [], sets: [0, 1], others: [] };
    const hints = { __declaredLeads, __rowsFile: leads.file, __urn: urnOf("LeadSet", name) };
    const { inputs, failures } = await hosted.check(before, crossing({ ...rest, leads, ...hints }));
    expect(failures).toEqual([]);
    await hosted.diff(id, crossing(outputs), crossing(inputs));
    updates.push(hosted.update(id, crossing(outputs), crossing(inputs)).finally(() => (ended += 1)));
    while (asleep + ended <= index) await new Promise((resolve) => setImmediate(resolve));
  }
  release();
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

test("a lead that the list takes back from another campaign counts among those that a start calls", async ({
  here,
}) => {
  const start = { kind: "CampaignState", props: { campaign: 1, state: "started" } } as const;
  const spring = leadSet(HEAD + ADA + BOB);
  expect(await here.engine.up({ spring })).toMatchObject(succeeded);
  here.clock.advance(60_000);
  here.emulator.state.leads[0]!.campaign_id = 2;
  await here.engine.refresh();
  expect((await here.engine.preview({ spring, start })).lines.join("\n")).toContain("It will call 2 leads");
});
