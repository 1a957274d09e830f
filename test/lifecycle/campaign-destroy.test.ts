/**
 * When a CampaignState is destroyed, the listing of campaigns, and not the response to the stop, shows whether
 * the campaign is running.
 */
import { describe, expect } from "vitest";
import type { FaultRule } from "../../emulator/index.js";
import type { Program, Props } from "../support/engine-part.js";
import { type World, world, succeeded, unchanged, test, silent } from "../support/world.js";
import { orders, spring as program, springCampaign as campaign } from "../kinds/campaign-state.js";

async function started(options: { strict?: boolean } = {}, props: Props = {}): Promise<World> {
  const here = await world(options);
  expect(await here.engine.up(program("started", props))).toMatchObject(succeeded);
  here.clock.advance(60_000);
  here.requests();
  return here;
}

const refusing = (here: World, status: number, body: unknown, more: Partial<FaultRule> = {}): void =>
  void here.emulator.faults.add({ path: "/user/campaigns/update-status", fault: { status, body }, ...more });

const NOT_FOUND = { message: "Not Found" };
const NOT_RUNNING = { message: "Campaign is not running", success: false };

describe("a run that was interrupted after the service processed the start", () => {
  const left =
    /CampaignState 1: the campaign is running and was left as it is, because this resource has no record of starting it/;

  /**
   * Simulates a provider host that was killed after the service had processed a start: state lacks the start.
   * Then runs `up`.
   */
  async function cutOff(before: Program | undefined, props: Props = {}): Promise<[World, string]> {
    const here = await world();
    if (before) await here.engine.up(before);
    const state = structuredClone([...here.engine.state]);
    await here.engine.up(program("started"));
    here.engine.state.clear();
    for (const [name, stored] of state) here.engine.state.set(name, stored);
    here.clock.advance(60_000);
    here.requests();
    const up = await here.engine.up(program("started", props));
    expect(up).toMatchObject(succeeded);
    expect(orders(here)).toEqual([]);
    return [here, up.lines.join("\n")];
  }
  const cases: [string, Program | undefined][] = [
    ["of a create", undefined],
    ["of an update", program("stopped")],
  ];

  test.each(cases)("%s: up and destroy report that the campaign is left running", async (_, before) => {
    const [here, lines] = await cutOff(before);
    expect(lines).toMatch(
      /CampaignState 1: the campaign is already running, and nothing was sent.*destroying this resource will leave the campaign running, unless you declare onDestroy: "stop"\./,
    );
    const destroy = await here.engine.destroy();
    expect(destroy).toMatchObject(succeeded);
    expect(destroy.lines.join("\n")).toMatch(left);
    expect(orders(here)).toEqual([]);
    expect(campaign(here).status).toBe("in-progress");
  });

  test.each(cases)('%s: onDestroy: "stop" stops it', async (_, before) => {
    const [here, lines] = await cutOff(before, { onDestroy: "stop" });
    expect(lines).toMatch(
      /is already running, and nothing was sent.*Destroying this resource will still stop the campaign/,
    );
    expect(await here.engine.destroy()).toMatchObject(silent);
    expect(orders(here)).toEqual(["stop"]);
  });

  test.each(cases)('%s: onDestroy: "stop" declared later stops it too', async (_, before) => {
    const [here] = await cutOff(before);
    await here.engine.up(program("started", { onDestroy: "stop" }));
    await here.engine.destroy();
    expect(orders(here)).toEqual(["stop"]);
  });

  test.each(cases)('%s: onDestroy: "leave" prints nothing', async (_, before) => {
    const [here, lines] = await cutOff(before, { onDestroy: "leave" });
    expect(lines).not.toContain("destroying");
    expect(await here.engine.destroy()).toMatchObject(silent);
    expect(orders(here)).toEqual([]);
  });

  test("a campaign that was stopped in the meantime prints nothing", async () => {
    const [here] = await cutOff(undefined);
    campaign(here).status = "stopped";
    expect(await here.engine.destroy()).toMatchObject(silent);
  });

  test("a campaign started later belongs to the resource", async () => {
    const [here] = await cutOff(undefined);
    await here.engine.up(program("stopped"));
    await here.engine.up(program("started"));
    here.requests();
    expect(await here.engine.destroy()).toMatchObject(silent);
    expect(orders(here)).toEqual(["stop"]);
  });
});

describe("a stop that the service rejects because the campaign has already ended", () => {
  test.each(["completed", "finished", "stopped"])("listed as %s: destroy succeeds", async (status) => {
    const here = await started();
    campaign(here).status = status;
    refusing(here, 400, NOT_RUNNING);
    const destroy = await here.engine.destroy();
    expect(destroy).toMatchObject(succeeded);
    expect(here.engine.state.size).toBe(0);
    if (status !== "stopped")
      expect(destroy.lines.join("\n")).toContain(
        `lists the campaign as ${status}, so there was nothing to stop`,
      );
  });

  test("an update to stopped also succeeds", async () => {
    const here = await started();
    campaign(here).status = "completed";
    refusing(here, 400, NOT_RUNNING);
    expect(await here.engine.up(program("stopped"))).toMatchObject(succeeded);
    expect(here.engine.state.get("spring")!.outputs).toMatchObject({ state: "stopped", status: "completed" });
    here.emulator.faults.clear();
    here.requests();
    expect(await here.engine.up(program("stopped"))).toMatchObject(unchanged);
    expect(orders(here)).toEqual([]);
  });

  test.each([
    ["runs", "in-progress", /lists the campaign as in-progress, so it may continue to call people/],
    ["has an unknown status", "warming-up", /"warming-up", which may not mean that it is stopped/],
  ])("but the listing shows that it %s: an error, whatever the rejection says", async (_, status, says) => {
    const here = await started();
    campaign(here).status = status;
    refusing(here, 400, NOT_RUNNING);
    const { errors } = await here.engine.destroy();
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(
      /stop campaign 1 \(id 1\): the service rejected the request \(400: Campaign is not running\)/,
    );
    expect(errors[0]).toMatch(says);
    expect(here.engine.state.has("spring")).toBe(true);
  });

  test("a listing that may be older than the start does not prove that the campaign ended", async () => {
    const here = await world({ listLag: 5_000 });
    await here.engine.up(program("started"));
    refusing(here, 400, NOT_RUNNING);
    const { errors } = await here.engine.destroy();
    expect(errors[0]).toMatch(/may continue to call people/);
    expect(here.engine.state.has("spring")).toBe(true);
  });

  test("a stop whose response was lost and whose retry was rejected counts as processed", async () => {
    const here = await started();
    const at = { path: "/user/campaigns/update-status" };
    here.emulator.faults.add({ ...at, nth: 1, fault: "cut-after" });
    here.emulator.faults.add({ ...at, nth: 2, fault: { status: 400, body: NOT_RUNNING } });
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(campaign(here).status).toBe("stopped");
  });
});

describe("a stop with a 404 response", () => {
  test.each<[string, (here: World) => Promise<{ errors: string[] }>]>([
    ["destroy", (here) => here.engine.destroy()],
    ["an update", (here) => here.engine.up(program("stopped"))],
  ])("while the listing shows that the campaign runs: %s fails, and state is kept", async (_, run) => {
    const here = await started();
    refusing(here, 404, NOT_FOUND);
    const { errors } = await run(here);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(
      /\(404: Not Found\).*lists the campaign as in-progress, so it may continue to call people/,
    );
    expect(here.engine.state.get("spring")!.outputs).toMatchObject({ state: "started" });
    here.emulator.faults.clear();
    here.requests();
    expect(await run(here)).toMatchObject(succeeded);
    expect(orders(here)).toEqual(["stop"]);
  });

  test("as the first request of a new resource: the resource is not recorded in state", async ({ here }) => {
    campaign(here).status = "in-progress";
    refusing(here, 404, NOT_FOUND);
    expect((await here.engine.up(program("stopped"))).errors[0]).toMatch(/may continue to call people/);
    expect(here.engine.state.size).toBe(0);
  });

  test("while the listing shows that it ended, or lacks it: success", async () => {
    for (const change of [
      (here: World) => void (campaign(here).status = "completed"),
      (here: World) => void here.emulator.state.campaigns.shift(),
    ]) {
      const here = await started();
      change(here);
      refusing(here, 404, NOT_FOUND);
      const destroy = await here.engine.destroy();
      expect(destroy).toMatchObject(succeeded);
      expect(destroy.lines.join("\n")).toContain("nothing to stop");
      expect(here.engine.state.size).toBe(0);
    }
  });

  test("without a readable listing: an error with a remedy", async () => {
    const strict = await started({ strict: true });
    refusing(strict, 404, NOT_FOUND);
    expect((await strict.engine.destroy()).errors[0]).toMatch(
      /not known whether the campaign still calls people: the service lists no campaigns.*onDestroy: "leave"/,
    );
    expect(strict.engine.state.size).toBe(1);
    expect(await strict.engine.up(program("started", { onDestroy: "leave" }))).toMatchObject(succeeded);
    expect(await strict.engine.destroy()).toMatchObject(succeeded);

    const here = await started();
    refusing(here, 404, NOT_FOUND);
    here.emulator.faults.add({
      method: "GET",
      path: "/user/campaigns",
      exact: true,
      nth: 2,
      fault: { status: 403, body: { message: "No" } },
    });
    const { errors } = await here.engine.destroy();
    expect(errors[0]).toMatch(
      /Whether the campaign still calls people could not be checked: look up campaigns/,
    );
    expect(here.engine.state.size).toBe(1);
  });
});
