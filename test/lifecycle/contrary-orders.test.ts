/** The service confirms a stop, but the campaign still calls people. */
import { describe, expect } from "vitest";
import type { FaultRule } from "../../emulator/index.js";
import type { Outcome } from "../support/engine-part.js";
import { type World, world, succeeded, test } from "../support/world.js";
import { ORDERS, orders, spring as program } from "../kinds/campaign-state.js";

const answered = (body: unknown): Pick<FaultRule, "fault"> => ({ fault: { status: 200, body } });
const stillRunning = answered({ success: true, data: { campaign_id: 1, status: "in-progress" } });
const withoutStatus = answered({ success: true, message: "Campaign stopped successfully" });
const lost: Pick<FaultRule, "fault"> = { fault: "cut-before" };

const believed: Record<string, Pick<FaultRule, "fault">[]> = {
  "a response with the status in-progress": [stillRunning],
  "a response without a status": [withoutStatus],
  "lost, then a response with the status in-progress": [lost, stillRunning],
  "lost, then a response without a status": [lost, withoutStatus],
};

function strike(here: World, faults: readonly Pick<FaultRule, "fault">[]): void {
  for (const [index, fault] of faults.entries())
    here.emulator.faults.add({ path: ORDERS, nth: index + 1, ...fault });
}

async function running(): Promise<World> {
  const here = await world();
  here.emulator.state.campaigns[0]!.status = "in-progress";
  return here;
}

async function startedByUs(): Promise<World> {
  const here = await world();
  expect(await here.engine.up(program("started"))).toMatchObject(succeeded);
  here.requests();
  return here;
}

const cases = Object.entries(believed);
const stop = (here: World): Promise<Outcome> => here.engine.up(program("stopped"));

describe.each<[string, () => Promise<World>, (here: World) => Promise<Outcome>]>([
  ["create", running, stop],
  ["update", startedByUs, stop],
  ["delete", startedByUs, (here) => here.engine.destroy()],
])("the stop of a %s", (_, begin, end) => {
  test.each(cases)("%s: an error, and the next run sends it again", async (_name, faults) => {
    const here = await begin();
    strike(here, faults);
    const { errors } = await end(here);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/reported success, but the campaign is still in-progress.*Run again/);
    expect(orders(here)).toEqual(faults.map(() => "stop"));
    expect(await end(here)).toMatchObject(succeeded);
    expect(orders(here)).toEqual(["stop"]);
    expect(here.emulator.state.campaigns[0]!.status).toBe("stopped");
  });

  test("processed, with no status in the response: the listing shows it", async () => {
    const here = await begin();
    here.emulator.faults.add({ path: ORDERS, times: 1, when: "after", ...withoutStatus });
    expect(await end(here)).toMatchObject(succeeded);
    expect(orders(here)).toEqual(["stop"]);
    expect(here.emulator.state.campaigns[0]!.status).toBe("stopped");
  });
});

test.each([
  ["not carried out", [stillRunning]],
  ["lost twice", [lost, lost]],
])("the stop of an update was %s: destroy sends it again", async (_, faults) => {
  const here = await startedByUs();
  strike(here, faults);
  expect((await stop(here)).errors).toHaveLength(1);
  here.requests();
  here.clock.advance(60_000);
  expect(await here.engine.destroy()).toMatchObject(succeeded);
  expect(orders(here)).toEqual(["stop"]);
});

test("a name with control characters is escaped when a stop fails on destroy", async ({ here }) => {
  const name = "Spring\u202Eslawener";
  here.emulator.state.campaigns[0]!.name = name;
  const props = { campaign: name, state: "started" };
  expect(await here.engine.up({ spring: { kind: "CampaignState", props } })).toMatchObject(succeeded);
  strike(here, [stillRunning]);
  const { errors } = await here.engine.destroy();
  expect(errors[0]).toContain(String.raw`stop campaign "Spring\u202eslawener" (id 1)`);
});
