import { expect, test } from "vitest";
import type { Emulator } from "../../../emulator/index.js";
import { js, service, stackOn, writes } from "../../support/engine-world.js";
import { must } from "../../support/engine.js";
import { REQUESTS } from "../../engine/kill/rows.js";
import { killed } from "../../engine/kill/strike.js";

const orders = (emulator: Emulator): unknown[] =>
  writes(emulator)
    .filter(({ path }) => path.endsWith("update-status"))
    .map(({ body }) => (body as { action: unknown }).action);
const status = ({ state }: Emulator): string => state.campaigns[0]!.status;

test("a rename without an alias stops no campaign; two resources for one campaign are rejected", async () => {
  const emulator = await service();
  const before = 'new CampaignState("before", { campaign: "Spring renewals", state: "started" });';
  const after = 'new CampaignState("after", { campaign: 1, state: "started" });';
  const stack = await stackOn(emulator, js(before));
  must(await stack.up());

  // "before" is in state, and "after" is new. They declare the same campaign, by name and by id.
  stack.write(js(before + after.replace("started", "stopped")));
  const both = await stack.preview();
  expect(both.code).not.toBe(0);
  expect(both.all).toContain('the resources "after" and "before" of this program are both for campaign 1.');

  stack.write(js(after));
  const up = must(await stack.up());
  expect(up.all).toContain(
    "the campaign was not stopped, because another resource of this program manages the same campaign",
  );
  expect(orders(emulator)).toEqual(["start"]);
  expect(status(emulator)).toBe("in-progress");
  const { resources = [] } = (await stack.exportState()).deployment;
  const { inputs, outputs } = resources.find(({ urn }) => urn.endsWith("::after"))!;
  expect(JSON.stringify({ inputs, outputs })).not.toContain("__urn");
  expect(outputs).toMatchObject({ __campaignName: "Spring renewals" });
});

test("after a host was killed during a start, up and destroy report the running campaign, and onDestroy: stop stops it", async () => {
  const request = REQUESTS.find(({ during, path }) => during === "create" && path.endsWith("update-status"))!;
  const { emulator, stack } = await killed({ request, moment: "processed", victim: "host" });
  const program = (onDestroy: string): string =>
    js(`new CampaignState("spring", { campaign: 1, state: "started"${onDestroy} });`);

  stack.write(program(""));
  expect(must(await stack.up()).all).toContain(
    'So destroying this resource will leave the campaign running, unless you declare onDestroy: "stop".',
  );
  expect(must(await stack.destroy()).all).toContain("the campaign is running and was left as it is");
  expect(status(emulator)).toBe("in-progress");

  stack.write(program(', onDestroy: "stop"'));
  expect(must(await stack.up()).all).toContain(
    'Destroying this resource will still stop the campaign (onDestroy: "stop").',
  );
  must(await stack.destroy());
  expect(status(emulator)).toBe("stopped");
  expect(orders(emulator)).toEqual(["start", "stop"]);
});

test("a start whose response is lost: each later command says that it is in doubt, although the service lists the campaign as stopped", async () => {
  const emulator = await service();
  const program = 'new CampaignState("spring", { campaign: 1, state: "started" });';
  const stack = await stackOn(emulator, js(program), { config: { "voicecall:listLag": "1ms" } });
  emulator.faults.add({ path: "/user/campaigns/update-status", fault: "cut-before" });
  expect((await stack.up()).all).toContain("It is not known whether the campaign was started");
  emulator.faults.clear();
  for (const run of ["preview", "up", "refresh", "preview"] as const) {
    const { all } = must(await stack[run]());
    expect(all).toContain("it is not known whether the campaign was started");
    expect(all).not.toContain("To start it, change");
  }
  expect([orders(emulator), status(emulator)]).toEqual([["start"], "stopped"]);
});
