/**
 * A refresh that finds a campaign started manually sets the input `state` to "started". With `ignoreChanges`, the
 * engine then passes that value instead of the program's "stopped".
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { MESSAGES_FILE } from "../../provider/base/messages.js";
import { temporaryFolder } from "../support/after-test.js";
import type { Program, Props } from "../support/engine-part.js";
import { type World, succeeded, test } from "../support/world.js";

const spring = (state: unknown, more: Props = {}): Program => ({
  spring: { kind: "CampaignState", props: { campaign: 1, state, ...more } },
});
const found = ({ engine }: World): unknown => engine.state.get("spring")!.inputs["state"];

async function startedManually(here: World): Promise<void> {
  expect(await here.engine.up(spring("stopped"))).toMatchObject(succeeded);
  here.clock.advance(60_000);
  here.emulator.state.campaigns[0]!.status = "in-progress";
  await here.engine.refresh();
  expect(found(here)).toBe("started");
  here.requests();
}

test("stopped manually since: nothing is started, and another refresh helps", async ({ here }) => {
  await startedManually(here);
  here.emulator.state.campaigns[0]!.status = "stopped";
  const { errors, lines } = await here.engine.up(spring(found(here)));
  expect(lines.join("\n")).toContain("applying this will fail: nothing is started");
  expect(errors).toEqual([
    expect.stringContaining("may come from a refresh that found the campaign running"),
  ]);
  expect(here.writes()).toEqual([]);
  await here.engine.refresh();
  expect(found(here)).toBe("stopped");
  expect(await here.engine.up(spring(found(here)))).toMatchObject(succeeded);
  expect(here.writes()).toEqual([]);
  expect(await here.engine.up(spring("started"))).toMatchObject(succeeded);
  expect(here.bodies()).toEqual([{ campaign_id: 1, action: "start" }]);
});

test("a new trigger starts it", async ({ here }) => {
  await startedManually(here);
  here.emulator.state.campaigns[0]!.status = "stopped";
  expect(await here.engine.up(spring("started", { trigger: 1 }))).toMatchObject(succeeded);
  expect(here.bodies()).toEqual([{ campaign_id: 1, action: "start" }]);
});

test("a different campaign is not started because of the value that a refresh found", async ({ here }) => {
  await startedManually(here);
  const program = spring(found(here), { campaign: 2 });
  expect((await here.engine.preview(program)).errors).toHaveLength(1);
  expect((await here.engine.up(program)).errors).toHaveLength(1);
  expect(here.writes()).toEqual([]);
});

test("a new resource for a running campaign counts as a possible start", async ({ here }) => {
  here.emulator.state.campaigns[0]!.status = "in-progress";
  const file = path.join(temporaryFolder(), "messages");
  here.engine.env[MESSAGES_FILE] = file;
  await here.engine.preview(spring("started"));
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
    effect: "start",
    text: expect.stringContaining("will START again") as string,
  });
});
