import { expect, test } from "vitest";
import type { Emulator } from "../../../emulator/index.js";
import { js, service, stackOn, writes } from "../../support/engine-world.js";
import { must } from "../../support/engine.js";

const orders = (emulator: Emulator): unknown[] =>
  writes(emulator)
    .filter(({ path }) => path.endsWith("update-status"))
    .map(({ body }) => (body as { action: unknown }).action);

test("a lost start that no listing settles is said by preview, up, refresh and drift, until a new trigger", async () => {
  const emulator = await service({ strict: true });
  emulator.faults.add({ path: "/user/campaigns/update-status", times: 1, fault: "cut-before" });
  const program = (trigger: number): string =>
    js(`new CampaignState("spring", { campaign: 1, state: "started", trigger: ${trigger} });`);
  const stack = await stackOn(emulator, program(1), { config: { "voicecall:listLag": "200ms" } });
  expect((await stack.up()).all).toContain("It is not known whether the campaign was started");

  const doubt = /it is not known whether the campaign was started\..*give `trigger` a new value\./;
  for (const args of [[], ["--skip-preview"]]) expect(must(await stack.up(...args)).all).toMatch(doubt);
  expect(must(await stack.preview("--expect-no-changes")).all).toMatch(doubt);
  expect(must(await stack.refresh()).all).toMatch(doubt);
  expect((await stack.voicecall("drift")).stdout).toMatch(doubt);
  const { resources = [] } = (await stack.exportState()).deployment;
  expect(resources.find(({ urn }) => urn.endsWith("::spring"))!.outputs).toMatchObject({
    lastMessage: "It is not known whether the campaign was started.",
  });
  expect(orders(emulator)).toEqual(["start"]);

  stack.write(program(2));
  const preview = must(await stack.preview()).all;
  expect(preview).toContain("applying this will START the campaign");
  expect(preview).not.toMatch(doubt);
  must(await stack.up());
  expect(orders(emulator)).toEqual(["start", "start"]);
  expect(must(await stack.preview("--expect-no-changes")).all).not.toMatch(doubt);
});
