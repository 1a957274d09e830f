/** What a rollback does not undo, as docs/rollback.md tells it: `git revert` is to play the program before once more. */
import { expect, test } from "vitest";
import { assistant, campaignState, lead, tool, world, succeeded } from "../support/world.js";
import type { Program } from "../support/engine-part.js";

const withAssistant = (props: Record<string, unknown>): Program => ({
  it: { kind: "Assistant", props: { ...assistant, ...props } },
});

const campaign = (props: Record<string, unknown>): Program => ({
  it: { kind: "CampaignState", props: { ...campaignState, ...props } },
});

test("a field that the reverted commit changed goes back; one that it added is left and named, or emptied", async () => {
  const { engine, emulator, writes } = await world();
  const before = withAssistant({ systemPrompt: "You help." });
  await engine.up(before);
  const release = { systemPrompt: "You sell.", maxCallDuration: 60, variables: { company: "Acme" } };
  await engine.up(withAssistant(release));
  writes();
  const { lines } = await engine.preview(before);
  expect(lines.join("\n")).toContain("left at 60 in the service");
  expect(await engine.up(before)).toMatchObject(succeeded);
  expect(writes().map(({ body }) => body)).toEqual([{ system_prompt: "You help.", variables: {} }]);
  expect(emulator.state.assistants[0]!.max_duration).toBe(60);

  // The way that the page gives: say the value.
  await engine.up(withAssistant({ maxCallDuration: 600 }));
  expect(emulator.state.assistants[0]!.max_duration).toBe(600);
});

test("a field that the reverted commit took out has its value again, emptied or left", async () => {
  const { engine, emulator, writes } = await world();
  const before = withAssistant({ maxCallDuration: 60, variables: { company: "Acme" } });
  await engine.up(before);
  await engine.up(withAssistant({}));
  emulator.state.assistants[0]!.max_duration = 90;
  writes();
  expect(await engine.up(before)).toMatchObject(succeeded);
  expect(writes().map(({ body }) => body)).toEqual([
    { max_call_duration: 60, variables: { company: "Acme" } },
  ]);
});

test("a rollback over a change made by hand stops and names it", async () => {
  const { engine, emulator } = await world();
  await engine.up(withAssistant({}));
  await engine.up(withAssistant({ systemPrompt: "You sell." }));
  emulator.state.assistants[0]!.system_prompt = "By hand.";
  const { errors } = await engine.up(withAssistant({}));
  expect(errors.join()).toContain("systemPrompt");
  expect(emulator.state.assistants[0]!.system_prompt).toBe("By hand.");
});

test("what the reverted commit deleted is made anew, with another id", async () => {
  const { engine, emulator } = await world();
  const both: Program = { tool: { kind: "MidCallTool", props: tool }, ...withAssistant({}) };
  await engine.up(both);
  const ids = () => [emulator.state.tools[0]?.id, emulator.state.assistants[0]?.id];
  const before = ids();
  await engine.up({});
  expect(ids()).toEqual([undefined, undefined]);
  expect(await engine.up(both)).toMatchObject(succeeded);
  for (const [index, id] of ids().entries()) expect(id).not.toBe(before[index]);
});

test("a start is undone by a stop; the calls that it made are not", async () => {
  const { engine, emulator, writes } = await world();
  await engine.up(campaign({ state: "stopped" }));
  await engine.up(campaign({ state: "started" }));
  writes();
  await engine.up(campaign({ state: "stopped" }));
  expect(writes().map(({ body }) => body)).toEqual([{ campaign_id: 1, action: "stop" }]);
  expect(emulator.state.campaigns.find(({ id }) => id === 1)!.status).toBe("stopped");
});

test("reverting a stop starts the campaign again, and preview shows it", async () => {
  const { engine, writes } = await world();
  await engine.up(campaign({ state: "started" }));
  await engine.up(campaign({ state: "stopped" }));
  writes();
  const { steps } = await engine.preview(campaign({ state: "started" }));
  expect(steps).toEqual([{ name: "it", op: "update", fields: ["state"] }]);
  expect(writes()).toEqual([]);
  await engine.up(campaign({ state: "started" }));
  expect(writes().map(({ body }) => body)).toEqual([{ campaign_id: 1, action: "start" }]);
});

test("reverting a trigger gives the order once more, if the campaign does not run", async () => {
  const { engine, emulator, writes } = await world();
  await engine.up(campaign({ state: "started", trigger: 1 }));
  await engine.up(campaign({ state: "started", trigger: 2 }));
  emulator.state.campaigns.find(({ id }) => id === 1)!.status = "stopped";
  writes();
  await engine.up(campaign({ state: "started", trigger: 1 }));
  expect(writes().map(({ body }) => body)).toEqual([{ campaign_id: 1, action: "start" }]);
});

test("a lead that the reverted commit created is deleted; one that it deleted is a new lead, to be called anew", async () => {
  const { engine, emulator } = await world();
  const one: Program = { it: { kind: "Lead", props: lead } };
  await engine.up(one);
  const first = emulator.state.leads[0]!.id;
  await engine.up({});
  expect(emulator.state.leads).toEqual([]);
  await engine.up(one);
  expect(emulator.state.leads[0]).toMatchObject({ status: "created" });
  expect(emulator.state.leads[0]!.id).not.toBe(first);
});

test("variables that the reverted commit gave a lead stay, and preview says so", async () => {
  const { engine, emulator } = await world();
  const named = (variables: Record<string, unknown>): Program => ({
    it: { kind: "Lead", props: { ...lead, variables } },
  });
  await engine.up(named({ customer_name: "Ada" }));
  await engine.up(named({ customer_name: "Ada", discount: 10 }));
  const { lines } = await engine.preview(named({ customer_name: "Ada" }));
  expect(lines.join("\n")).toContain("discount");
  await engine.up(named({ customer_name: "Ada" }));
  expect(emulator.state.leads[0]!.variables).toMatchObject({ discount: 10 });
});
