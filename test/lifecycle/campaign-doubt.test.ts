/**
 * A start whose outcome is unknown stays in doubt: every command says so until a new `trigger`, or until the listing
 * shows that the campaign was started. It is never repeated automatically.
 */
import { describe, expect } from "vitest";
import { ORDERS, orders, spring as program, springCampaign as campaign } from "../kinds/campaign-state.js";
import type { Outcome } from "../support/engine-part.js";
import { type World, succeeded, test, unchanged, world } from "../support/world.js";

const DOUBT =
  "CampaignState 1: it is not known whether the campaign was started. It is not started again automatically. If the service's dashboard shows that it does not run, give `trigger` a new value.";
const said = ({ lines }: Outcome): boolean => lines.includes(DOUBT);
const outputs = ({ engine }: World) => engine.state.get("spring")!.outputs;

const unlist = ({ emulator }: World): void =>
  void emulator.faults.add({ method: "GET", path: "/user/campaigns", exact: true, fault: { status: 404 } });

/** A world with a lost start, and no listing of campaigns at that time. */
async function lost(before?: string): Promise<World> {
  const here = await world();
  if (before !== undefined) campaign(here).status = before;
  else unlist(here);
  here.emulator.faults.add({ path: ORDERS, times: 1, fault: "cut-before" });
  expect((await here.engine.up(program("started"))).errors).toEqual([
    expect.stringMatching(/It is not known whether the campaign was started.*`trigger` a new value\.$/),
  ]);
  here.emulator.faults.clear();
  here.clock.advance(60_000);
  here.requests();
  return here;
}

describe("where the service lists no campaigns", () => {
  test("every preview, up and refresh says so, and sends nothing", async () => {
    const here = await lost();
    unlist(here);
    for (let time = 0; time < 2; time += 1) {
      for (const run of [here.engine.preview, here.engine.up, here.engine.refresh]) {
        const outcome = await run(program("started"));
        expect(outcome).toMatchObject(succeeded);
        expect(said(outcome)).toBe(true);
      }
    }
    const policy = await here.engine.up(program("started", { onDestroy: "stop" }));
    expect([said(policy), policy.errors]).toEqual([true, []]);
    expect(outputs(here)).toMatchObject({
      status: null,
      lastMessage: "It is not known whether the campaign was started.",
    });
    expect(orders(here)).toEqual([]);
  });

  test("a new trigger starts it, once, and nothing more is said", async () => {
    const here = await lost();
    unlist(here);
    await here.engine.up(program("started"));
    const again = program("started", { trigger: 1 });
    const preview = await here.engine.preview(again);
    expect([said(preview), preview.lines.join("\n")]).toEqual([false, expect.stringContaining("will START")]);
    expect(await here.engine.up(again)).toMatchObject(succeeded);
    expect(orders(here)).toEqual(["start"]);
    for (const run of [here.engine.preview, here.engine.up]) expect((await run(again)).lines).toEqual([]);
    expect(outputs(here)["lastMessage"]).toBe("Campaign started successfully");
    expect(orders(here)).toEqual([]);
  });

  test("a new trigger whose start is lost too stays in doubt", async () => {
    const here = await lost();
    unlist(here);
    here.emulator.faults.add({ path: ORDERS, times: 1, fault: "cut-before" });
    const again = program("started", { trigger: 1 });
    expect((await here.engine.up(again)).errors).toHaveLength(1);
    expect(said(await here.engine.up(again))).toBe(true);
    expect(orders(here)).toEqual(["start"]);
  });

  test("declared stopped, the stop settles it, and a later start is sent", async () => {
    const here = await lost();
    unlist(here);
    expect(said(await here.engine.up(program("stopped")))).toBe(false);
    const after = await here.engine.up(program("started"));
    expect([said(after), after.errors]).toEqual([false, []]);
    expect(orders(here)).toEqual(["stop", "start"]);
    expect(said(await here.engine.up(program("started")))).toBe(false);
  });
});

describe("once the service lists campaigns", () => {
  test.each([
    ["in-progress", true],
    ["completed", true],
    ["paused", false],
    [null, false],
  ])("the status %s settles the doubt: %s", async (status, settles) => {
    for (const first of ["up", "refresh"] as const) {
      const here = await lost();
      // The second `up` leaves a resource without a difference.
      unlist(here);
      await here.engine.up(program("started"));
      here.emulator.faults.clear();
      (campaign(here) as { status: unknown }).status = status;
      expect(said(await here.engine.preview(program("started")))).toBe(!settles);
      expect(said(await here.engine[first](program("started")))).toBe(!settles);
      // What was settled stays settled, also when the campaign is stopped manually.
      (campaign(here) as { status: unknown }).status = null;
      await here.engine.refresh();
      expect(said(await here.engine.up(program("started")))).toBe(!settles);
      expect(await here.engine.preview(program("started"))).toMatchObject(unchanged);
      expect(orders(here)).toEqual([]);
    }
  });

  test("a campaign that had ended before the start, and still has, may not have been started", async () => {
    const here = await lost("completed");
    for (const run of [here.engine.preview, here.engine.up, here.engine.refresh])
      expect(said(await run(program("started")))).toBe(true);
    campaign(here).status = "in-progress";
    expect(said(await here.engine.up(program("started")))).toBe(false);
  });

  test("a start refused because of an unknown status is still said after a new trigger", async () => {
    const here = await world();
    expect(await here.engine.up(program("started"))).toMatchObject(succeeded);
    here.clock.advance(60_000);
    campaign(here).status = "warming-up";
    const again = program("started", { trigger: 1 });
    expect((await here.engine.up(again)).errors).toHaveLength(1);
    for (const run of [here.engine.preview, here.engine.up])
      expect((await run(again)).lines.join("\n")).toContain(
        'declared as started, but its status "warming-up" does not show whether the campaign is running.',
      );
  });
});

describe("a refresh after one that found the campaign running, although it is declared stopped", () => {
  async function foundRunning(name: number | string): Promise<World> {
    const here = await world();
    expect(await here.engine.up(program("stopped", { campaign: name }))).toMatchObject(succeeded);
    here.clock.advance(60_000);
    campaign(here).status = "in-progress";
    await here.engine.refresh();
    campaign(here).status = "stopped";
    return here;
  }

  test("announces no start", async () => {
    const here = await foundRunning(1);
    expect(await here.engine.refresh()).toMatchObject({ errors: [], lines: [] });
  });

  test("does not fail because the name now refers to another campaign", async () => {
    const here = await foundRunning("Spring renewals");
    const [first, second] = here.emulator.state.campaigns;
    [first!.name, second!.name] = ["Old renewals", "Spring renewals"];
    const { errors, lines } = await here.engine.refresh();
    expect([errors, lines.join("\n")]).toEqual([[], expect.stringContaining("now refers to campaign 2")]);
  });
});

test("a campaign that the account no longer has: preview says that a stop will fail", async () => {
  const here = await world();
  expect(await here.engine.up(program("started"))).toMatchObject(succeeded);
  here.emulator.state.campaigns.shift();
  expect((await here.engine.preview(program("stopped"))).lines.join("\n")).toContain(
    "applying this will fail: the account has no campaign 1.",
  );
});

test("removing the trigger sends nothing, and does not fail although the account no longer has the campaign", async () => {
  const here = await world();
  campaign(here).status = "draft";
  expect(await here.engine.up(program("stopped", { trigger: 1 }))).toMatchObject(succeeded);
  here.clock.advance(60_000);
  here.emulator.state.campaigns.shift();
  expect(await here.engine.up(program("stopped"))).toMatchObject(succeeded);
  expect(orders(here)).toEqual([]);
});
