/**
 * What a rollback undoes, and what it does not (docs/rollback.md). In these tests, a rollback is an apply of
 * the previous program.
 */
import { expect } from "vitest";
import type { Kind } from "../../provider/catalog.js";
import { fixtures } from "../kinds/index.js";
import type { Program, Props } from "../support/engine-part.js";
import { applied, assistant, succeeded, tool, test } from "../support/world.js";

const declared = (kind: Kind, props: Props): Program => ({
  it: { kind, props: { ...fixtures[kind].props, ...props } },
});
const company = { variables: { company: "Acme" } };
const order = (action: string) => ({ campaign_id: 1, action });

interface Rollback {
  before: Props;
  release: Props;
  byHand?: Props;
  /** Text that the preview of the rollback prints. */
  says?: string;
  /** The bodies of the requests that the rollback sends. */
  sends: Props[];
}

test.each<[string, Kind, Rollback]>([
  [
    "a changed field is restored; an added field is emptied, or left and named",
    "Assistant",
    {
      before: { systemPrompt: "You help." },
      release: { systemPrompt: "You sell.", maxCallDuration: 60, ...company },
      says: "left at 60 in the service",
      sends: [{ system_prompt: "You help.", variables: {} }],
    },
  ],
  [
    "an added field with a manual change is left at its live value, which preview names",
    "Assistant",
    {
      before: {},
      release: { maxCallDuration: 60 },
      byHand: { max_duration: 90 },
      says: "left at 90 in the service",
      sends: [],
    },
  ],
  [
    "a removed field gets its value again, whether it was emptied or left",
    "Assistant",
    {
      before: { maxCallDuration: 60, ...company },
      release: {},
      byHand: { max_duration: 90 },
      sends: [{ max_call_duration: 60, ...company }],
    },
  ],
  [
    "a start is reverted by a stop",
    "CampaignState",
    { before: {}, release: { state: "started" }, sends: [order("stop")] },
  ],
  [
    "a stop is reverted by a start, which preview announces",
    "CampaignState",
    { before: { state: "started" }, release: {}, says: "will START", sends: [order("start")] },
  ],
  [
    "a new trigger is reverted by a start, if the campaign does not run",
    "CampaignState",
    {
      before: { state: "started", trigger: 1 },
      release: { state: "started", trigger: 2 },
      byHand: { status: "stopped" },
      sends: [order("start")],
    },
  ],
  [
    "variables added to a lead stay, and preview says so",
    "Lead",
    {
      before: { variables: { customer_name: "Ada" } },
      release: { variables: { customer_name: "Ada", discount: 10 } },
      says: "discount",
      sends: [],
    },
  ],
])("the reverted commit: %s", async (_, kind, { before, release, byHand = {}, says = "", sends }) => {
  const here = await applied(declared(kind, before));
  expect(await here.engine.up(declared(kind, release))).toMatchObject(succeeded);
  Object.assign(fixtures[kind].rows(here.emulator)[0]!, byHand);
  here.requests();
  expect((await here.engine.preview(declared(kind, before))).lines.join("\n")).toContain(says);
  expect(here.writes()).toEqual([]);
  expect(await here.engine.up(declared(kind, before))).toMatchObject(succeeded);
  expect(here.bodies()).toEqual(sends);
});

test("a rollback of a manually changed field fails and names the field", async () => {
  const { engine, emulator } = await applied(declared("Assistant", {}));
  await engine.up(declared("Assistant", { systemPrompt: "You sell." }));
  emulator.state.assistants[0]!.system_prompt = "By hand.";
  const { errors } = await engine.up(declared("Assistant", {}));
  expect(errors.join()).toContain("systemPrompt");
  expect(emulator.state.assistants[0]!.system_prompt).toBe("By hand.");
});

test("objects deleted by the reverted commit are created again with another id: a lead is called again", async ({
  here: { engine, emulator },
}) => {
  const all: Program = {
    tool: { kind: "MidCallTool", props: tool },
    assistant: { kind: "Assistant", props: assistant },
    lead: { kind: "Lead", props: fixtures.Lead.props },
  };
  const ids = () => [...engine.state.values()].map(({ id }) => id);
  await engine.up(all);
  const before = ids();
  await engine.up({});
  expect(ids()).toEqual([]);
  expect(await engine.up(all)).toMatchObject(succeeded);
  for (const [index, id] of ids().entries()) expect(id).not.toBe(before[index]);
  expect(emulator.state.leads).toMatchObject([{ status: "created" }]);
});
