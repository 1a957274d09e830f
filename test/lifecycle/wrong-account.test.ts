/** With the token of a different account, a run writes nothing for any kind, whatever the stack contains. */
import { describe, expect } from "vitest";
import { defaultSeed } from "../../emulator/index.js";
import type { Kind } from "../../provider/catalog.js";
import type { ApiForm } from "../../provider/core/fields/fields.js";
import type { Program, Props } from "../support/engine-part.js";
import { hostProcess } from "../support/runtime.js";
import { type World, world, succeeded, test } from "../support/world.js";
import { CALLER } from "../kinds/campaign.js";
import { fixtures, kinds } from "../kinds/index.js";

const CAMPAIGN = "Summer renewals";

const other: Partial<Record<Kind, Props>> = {
  MidCallTool: { name: "get_other" },
  Assistant: { name: "Other" },
  Lead: { phoneNumber: "+4915112345679" },
  LeadSet: { campaign: "Autumn" },
  CampaignState: { campaign: "Autumn" },
};
const present = (kind: Kind): Props => ({
  ...fixtures[kind].props,
  ...(kind === "CampaignState" && { state: "started" }),
  ...("campaign" in fixtures[kind].props && { campaign: CAMPAIGN }),
});
const another = (kind: Kind): Props => ({ ...present(kind), ...(other[kind] ?? { name: "other" }) });
const kindsIn: Record<ApiForm, Kind[]> = {
  "2025": kinds.filter((kind) => fixtures[kind].form !== "2026"),
  "2026": kinds,
};

/**
 * Two accounts with campaigns of the same names. State is from one user, and the run has the other user's
 * token.
 */
async function stackOf(present: Kind[], user: 0 | 1 = 0, form: ApiForm = "2025"): Promise<World> {
  const callers = [1, 2].map((owner) => ({ ...CALLER, id: CALLER.id + owner, owner }));
  const seed = { ...defaultSeed(), ...(form === "2026" && { assistants: callers }) };
  // Tools can be deleted only if the service shows which tools are attached.
  const here = await world({ form, seed, toolIds: true });
  const { campaigns, users } = here.emulator.state;
  const [sample] = campaigns.splice(0);
  for (const [index, name] of [CAMPAIGN, "Autumn"].entries())
    for (const owner of [1, 2])
      campaigns.push({ ...sample!, id: 10 * owner + index, owner, name, status: "stopped" });
  here.engine.env["VOICECALL_ACCESS_TOKEN"] = users[user]!.token;
  expect(await here.engine.up(program(present))).toMatchObject(succeeded);
  here.clock.advance(3_600_000);
  here.requests();
  here.engine.env["VOICECALL_ACCESS_TOKEN"] = users[1 - user]!.token;
  return here;
}

const program = (all: Kind[], change = false): Program =>
  Object.fromEntries(
    all.map((kind) => [
      `present-${kind}`,
      { kind, props: { ...present(kind), ...(change && fixtures[kind].change) } },
    ]),
  );
const added = (form: ApiForm): Program =>
  Object.fromEntries(kindsIn[form].map((kind) => [`added-${kind}`, { kind, props: another(kind) }]));

const SAYS = /another account: its objects belong to user|no object of this stack is in its account/;

const stacksIn: Record<ApiForm, Kind[][]> = {
  "2025": [
    ...kindsIn["2025"].map((kind): Kind[] => [kind]),
    ["MidCallTool", "Lead"],
    ["MidCallTool", "Lead", "CampaignState"],
    kindsIn["2025"],
  ],
  "2026": [["Campaign"], ["MidCallTool", "Campaign"], kindsIn["2026"]],
};
const stacks = (["2025", "2026"] as const).flatMap((form) =>
  stacksIn[form].map((present) => [present.join(" and "), form, present] as const),
);

describe.each([0, 1] as const)("state of user %s, token of the other", (user) => {
  test.each(stacks)(
    "%s (%s form) in state, and one more of each kind: preview fails, and no command writes",
    async (_, form, present) => {
      const here = await stackOf(present, user, form);
      const status = here.emulator.state.campaigns.map((row) => row.status);
      const before = structuredClone([...here.engine.state]);
      // The preview fails for both orders of the resources, so the engine applies nothing.
      for (const wanted of [
        { ...program(present), ...added(form) },
        { ...added(form), ...program(present) },
      ]) {
        const { errors } = await here.engine.preview(wanted);
        expect(errors.length).toBeGreaterThan(0);
        for (const error of errors.filter((text) => text.startsWith("preview "))) expect(error).toMatch(SAYS);
        expect(errors.some((error) => SAYS.test(error))).toBe(true);
      }
      // These commands run as with `--skip-preview`.
      for (const run of [
        () => here.engine.up({ ...program(present, true), ...added(form) }),
        () => here.engine.destroy(),
      ]) {
        const { errors } = await run();
        expect(errors.length).toBeGreaterThan(0);
        expect(errors[0]).toMatch(SAYS);
      }
      expect(here.writes()).toEqual([]);
      expect(here.emulator.state.campaigns.map((row) => row.status)).toEqual(status);
      expect([...here.engine.state]).toEqual(before);
    },
  );
});

describe("a create that the engine requests before it reports recorded objects", () => {
  test.each(kinds)("%s: the create waits, and is rejected", async (kind) => {
    const here = await stackOf(["MidCallTool", "Lead"], 0, fixtures[kind].form);
    const host = hostProcess(here.clock, here.engine.env);
    const stored = here.engine.state.get("present-MidCallTool")!;
    const { inputs } = await host.open(kind).check({}, another(kind));
    const results = await Promise.allSettled([
      host.open(kind).create(inputs),
      host.open("MidCallTool").diff(stored.id, stored.outputs, stored.inputs),
    ]);
    for (const result of results)
      expect(result).toMatchObject({ status: "rejected", reason: { message: expect.stringMatching(SAYS) } });
    expect(here.writes()).toEqual([]);
  });
});

test("a create waits for a slow diff of a recorded object, and is rejected with it", async () => {
  const here = await stackOf(["Assistant"]);
  const host = hostProcess(here.clock, here.engine.env);
  const stored = here.engine.state.get("present-Assistant")!;
  const { inputs } = await host.open("MidCallTool").check({}, another("MidCallTool"));
  // Each lookup in the assistant's check takes longer than the pause after which the provider considers the
  // engine quiet.
  here.emulator.faults.add({ method: "GET", fault: { delayMs: 400 } });
  const create = host.open("MidCallTool").create(inputs);
  const compared = host
    .open("Assistant")
    .check(stored.inputs, stored.inputs)
    .then(() => host.open("Assistant").diff(stored.id, stored.outputs, stored.inputs));
  const results = await Promise.allSettled([create, compared]);
  for (const result of results)
    expect(result).toMatchObject({
      status: "rejected",
      reason: { message: expect.stringMatching(SAYS) as string },
    });
  expect(here.writes()).toEqual([]);
});

describe("a rotated token", () => {
  test.each(stacks)("%s (%s form) in state: every command succeeds", async (_, form, present) => {
    const here = await stackOf(present, 0, form);
    here.emulator.state.users[0]!.token = "rotated";
    here.engine.env["VOICECALL_ACCESS_TOKEN"] = "rotated";
    const wanted = { ...added(form), ...program(present, true) };
    expect(await here.engine.preview(wanted)).toMatchObject(succeeded);
    expect(await here.engine.up(wanted)).toMatchObject(succeeded);
    expect(await here.engine.refresh()).toMatchObject(succeeded);
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(here.engine.state.size).toBe(0);
  });

  test("a refresh accepts that an object was deleted if another object proves the account", async () => {
    const here = await stackOf(["MidCallTool", "Lead"]);
    here.emulator.state.users[0]!.token = "rotated";
    here.engine.env["VOICECALL_ACCESS_TOKEN"] = "rotated";
    here.emulator.state.tools.length = 0;
    const preview = await here.engine.preview(program(["MidCallTool", "Lead"]));
    expect(preview.errors[0]).toMatch(/no object of this stack.*`pulumi refresh`/);
    expect(await here.engine.refresh()).toMatchObject(succeeded);
    expect([...here.engine.state.keys()]).toEqual(["present-Lead"]);
    expect(await here.engine.up(program(["MidCallTool", "Lead"]))).toMatchObject(succeeded);
  });

  test("a proof by one object also counts for a later object without its own proof", async () => {
    const here = await stackOf(["MidCallTool", "CampaignState"]);
    here.engine.config = { "voicecall:routes": JSON.stringify({ listCampaigns: "none" }) };
    const campaign = here.engine.state.get("present-CampaignState")!;
    campaign.inputs["campaign"] = campaign.outputs["campaign"] = 10;
    here.emulator.state.users[0]!.token = "rotated";
    here.engine.env["VOICECALL_ACCESS_TOKEN"] = "rotated";
    const wanted = {
      ...program(["MidCallTool"], true),
      "present-CampaignState": { kind: "CampaignState", props: { campaign: 10, state: "started" } },
    };
    // The update of the tool records the fingerprint of the new token. The campaign did not change, so its
    // state keeps that of the old token.
    expect(await here.engine.up(wanted)).toMatchObject(succeeded);
    expect(await here.engine.up(wanted)).toMatchObject(succeeded);
    expect(await here.engine.refresh()).toMatchObject(succeeded);
    here.engine.state.delete("present-MidCallTool");
    expect(await here.engine.destroy()).toMatchObject(succeeded);
  });

  test("an id that now belongs to another object proves nothing", async () => {
    const here = await stackOf(["MidCallTool"]);
    here.emulator.state.users[0]!.token = "rotated";
    here.engine.env["VOICECALL_ACCESS_TOKEN"] = "rotated";
    here.emulator.state.tools[0]!.created_at = "2020-01-01T00:00:00.000000Z";
    const { errors } = await here.engine.up(program(["MidCallTool"], true));
    expect(errors[0]).toMatch(SAYS);
    expect((await here.engine.refresh()).errors[0]).toMatch(SAYS);
    expect(here.writes()).toEqual([]);
  });
});

test("a new stack waits once, before its first create", async ({ here }) => {
  const wanted = {
    one: { kind: "MidCallTool", props: another("MidCallTool") },
    two: { kind: "Assistant", props: another("Assistant") },
  } as const;
  expect(await here.engine.up(wanted)).toMatchObject(succeeded);
  expect(here.clock.slept.filter((ms) => ms === 250)).toHaveLength(1);
});
