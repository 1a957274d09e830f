/**
 * If the service rejects the stop of a paused campaign, the advice in the error works. Destroy does not stop a
 * campaign that someone else started.
 */
import { expect } from "vitest";
import { orders, spring as program, springCampaign as campaign } from "../kinds/campaign-state.js";
import { type World, succeeded, test } from "../support/world.js";

const UNKNOWN_IF_RUNNING = /It is not known whether the campaign still calls people: .*"paused"/;

function pausedAndRejecting(here: World): void {
  here.clock.advance(60_000);
  here.requests();
  campaign(here).status = "paused";
  here.emulator.faults.add({
    path: "/user/campaigns/update-status",
    fault: { status: 400, body: { message: "Not running", success: false } },
  });
}

test('after a failed destroy, onDestroy: "leave" is stored without a stop', async ({ here }) => {
  expect(await here.engine.up(program("stopped", { onDestroy: "stop" }))).toMatchObject(succeeded);
  pausedAndRejecting(here);
  const { errors } = await here.engine.destroy();
  expect(errors[0]).toMatch(UNKNOWN_IF_RUNNING);
  expect(errors[0]).toContain(
    'If it calls nobody, run `pulumi up` with onDestroy: "leave" before you destroy the resource.',
  );
  here.requests();
  expect(await here.engine.up(program("stopped", { onDestroy: "leave" }))).toMatchObject(succeeded);
  expect(await here.engine.destroy()).toMatchObject(succeeded);
  expect(orders(here)).toEqual([]);
});

test('after a failed update to "stopped", the previous state with onDestroy: "leave" sends nothing', async ({
  here,
}) => {
  expect(await here.engine.up(program("started"))).toMatchObject(succeeded);
  pausedAndRejecting(here);
  const { errors } = await here.engine.up(program("stopped"));
  expect(errors[0]).toMatch(UNKNOWN_IF_RUNNING);
  expect(errors[0]).toContain(
    'run `pulumi up` with state: "started" and onDestroy: "leave", which sends nothing,',
  );
  here.requests();
  expect(await here.engine.up(program("started", { onDestroy: "leave" }))).toMatchObject(succeeded);
  expect(await here.engine.destroy()).toMatchObject(succeeded);
  expect(orders(here)).toEqual([]);
});

test('after a failed create with "stopped", the advice is to remove the resource', async ({ here }) => {
  pausedAndRejecting(here);
  const { errors } = await here.engine.up(program("stopped"));
  expect(errors[0]).toMatch(UNKNOWN_IF_RUNNING);
  expect(errors[0]).toContain("If it calls nobody, remove this resource from the program.");
  expect(here.engine.state.size).toBe(0);
});

test("a stop whose responses were lost is sent again by the next apply, also if no listing shows that it is needed", async ({
  here,
}) => {
  here.emulator.faults.add({ method: "GET", path: "/user/campaigns", fault: { status: 404 } });
  here.emulator.faults.add({ path: "/user/campaigns/update-status", times: 2, fault: "cut-before" });
  expect((await here.engine.up(program("stopped"))).errors).toHaveLength(1);
  here.requests();
  expect(await here.engine.up(program("stopped"))).toMatchObject(succeeded);
  expect(orders(here)).toEqual(["stop"]);
});

test("destroy leaves a campaign that someone else started while the program declared it as stopped", async ({
  here,
}) => {
  expect(await here.engine.up(program("started"))).toMatchObject(succeeded);
  here.clock.advance(60_000);
  campaign(here).status = "stopped";
  expect(await here.engine.up(program("stopped"))).toMatchObject(succeeded);
  here.clock.advance(60_000);
  campaign(here).status = "in-progress";
  const up = await here.engine.up(program("started"));
  expect(up.lines.join("\n")).toContain("the campaign is already running, and nothing was sent.");
  here.clock.advance(60_000);
  here.requests();
  expect(await here.engine.destroy()).toMatchObject(succeeded);
  expect([orders(here), campaign(here).status]).toEqual([[], "in-progress"]);
});
