/**
 * State contains what the program declares, what the service assigns, and internal keys. It contains nothing
 * else.
 */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type EmulatorOptions, type Seed, defaultSeed } from "../../emulator/index.js";
import { type Kind, catalog } from "../../provider/catalog.js";
import { canaries } from "../support/canaries.js";
import type { Props } from "../support/engine-part.js";
import { assistantIn2026 } from "../kinds/assistant-2026.js";
import { fixtures, assistant, declaring, lead } from "../kinds/index.js";
import {
  type World,
  world,
  succeeded,
  unchanged,
  applied as appliedProgram,
  oneStep,
} from "../support/world.js";

const least = (kind: Kind): Props => ({
  ...fixtures[kind].props,
  ...(kind === "CampaignState" && { state: "started" }),
});
const most = (kind: Kind): Props => {
  const { samples, options } = fixtures[kind];
  if (kind === "CampaignState") return { campaign: 1, state: "started", ...options };
  const declared = {
    ...least(kind),
    ...Object.fromEntries(Object.entries(samples).map(([property, { first }]) => [property, first])),
  };
  return kind === "Assistant" ? { ...declared, tools: ["101", "get_price"] } : declared;
};

const FINGERPRINT = createHash("sha256").update(canaries.token).digest("hex").slice(0, 8);
const kinds = Object.keys(fixtures) as Kind[];
const seed: Seed = {
  ...defaultSeed(),
  tools: [
    { id: 101, name: "get_hours" },
    { id: 102, name: "get_price" },
  ],
};

const applied = (kind: Kind, props: Props, options: EmulatorOptions = {}): Promise<World> =>
  appliedProgram({ it: { kind, props } }, { seed, extraFields: ["new_setting"], ...options });

function expectSound(kind: Kind, props: Props, outputs: Props): void {
  const keys = Object.keys(outputs).filter((key) => !key.startsWith("__"));
  expect(keys.sort()).toEqual([...new Set([...Object.keys(props), ...fixtures[kind].computed])].sort());
  expect(outputs).toMatchObject({ __v: 1, __account: { token: FINGERPRINT } });
  expect(outputs).not.toHaveProperty("toolId");
  if (kind !== "Campaign") expect(outputs).not.toHaveProperty("assistantId");
  expect(JSON.stringify(outputs)).not.toContain(canaries.token);
}

describe.each(kinds)("%s", (kind) => {
  test("the computed outputs of the table match the fixture", () => {
    expect(Object.keys(catalog[kind].definition.computed).sort()).toEqual(fixtures[kind].computed);
  });

  test.each([
    ["the required properties", least, {}],
    ["all properties", most, {}],
    [
      "all properties, tidied by the service",
      most,
      { tidyText: true, toolItems: "ids", leadsEnvelope: true },
    ],
  ] as const)(
    "declaring %s: state has declared and computed values after each step",
    async (_, declared, options) => {
      const props = declared(kind);
      const here = await applied(kind, props, options);
      const stored = (): { id: string; inputs: Props; outputs: Props } => here.engine.state.get("it")!;
      expect(stored().id).toMatch(/^[1-9]\d*$/);
      expectSound(kind, props, stored().outputs);
      const first = structuredClone(stored());
      if (kind !== "CampaignState") expect(first.outputs["__createdAt"]).toBe(here.clock.now());
      for (const [property, value] of Object.entries(first.inputs))
        expect(first.outputs[property]).toEqual(value);
      expect(await here.engine.refresh()).toMatchObject(unchanged);
      expect(stored()).toEqual({
        ...first,
        outputs: expect.objectContaining({ ...first.outputs, __account: expect.anything() }),
      });
      const other = { ...props, ...fixtures[kind].change };
      expect(await here.engine.up({ it: { kind, props: other } })).toMatchObject(succeeded);
      expectSound(kind, other, stored().outputs);
    },
  );

  // An update cannot repair a half-created campaign. Half-created campaigns are tested in campaign.test.ts.
  const repairable = kind !== "Campaign";
  if (repairable)
    test("half-created: the id and the known values stay in state", async () => {
      const here = await world({ seed });
      const props = least(kind);
      // For each kind, a fault that makes the create fail after the object was created.
      here.emulator.faults.add({ method: "PUT", fault: { status: 422 } });
      if (kind === "Assistant")
        here.emulator.faults.add({ path: "/user/assistants/get", nth: 2, fault: { status: 401 } });
      if (kind === "MidCallTool")
        here.emulator.faults.add({ method: "POST", fault: { dropField: "description" } });
      if (kind === "LeadSet") here.emulator.faults.add({ method: "POST", fault: { dropField: "variables" } });
      if (kind === "CampaignState") here.emulator.faults.add({ method: "POST", fault: "cut-before" });
      const declared = kind === "Lead" ? { ...props, status: "completed" } : props;
      expect((await here.engine.up({ it: { kind, props: declared } })).errors).toHaveLength(1);
      const { id, outputs } = here.engine.state.get("it")!;
      expect(id).toMatch(/^[1-9]\d*$/);
      expect(outputs).toMatchObject({ ...declared, __v: 1, __account: { baseUrl: here.emulator.address } });
      here.emulator.faults.clear();
      expect(await here.engine.up({ it: { kind, props: declared } })).toMatchObject(succeeded);
      expect(here.engine.state.get("it")!.outputs).not.toHaveProperty("__partial");
    });

  // `get` cannot read a campaign's leads as a LeadSet.
  if (kind === "LeadSet") return;

  test("`get` reads everything that can be read", async () => {
    const here = await applied(kind, most(kind));
    const { id, outputs } = here.engine.state.get("it")!;
    const got = await here.engine.get(kind, id);
    expect(got.id).toBe(id);
    expect(got.props).not.toHaveProperty("__notReadable");
    const { fields } = catalog[kind].definition;
    const unreadable = Object.keys(fields).filter(
      (property) => !("record" in fields[property]!) || property === "extraFields",
    );
    const readable = Object.keys(most(kind)).filter(
      (property) =>
        !unreadable.includes(property) ||
        (kind === "CampaignState" && ["campaign", "state"].includes(property)),
    );
    const byName: Props = {
      voice: "Sarah",
      language: "English",
      llmModel: "GPT-4o-mini",
      phoneNumber: kind === "Lead" ? lead.phoneNumber : "+12025550101",
      campaign: kind === "Lead" ? "Spring renewals" : 1,
      tools: ["get_hours", "get_price"],
    };
    for (const property of readable) {
      const expected = property in byName ? byName[property] : outputs[property];
      const value = got.props![property];
      const tidied =
        property === "secondaryContacts"
          ? (value as Props[]).map(({ variables, ...rest }) =>
              Object.keys(variables as object).length > 0 ? { ...rest, variables } : rest,
            )
          : value;
      expect(tidied, property).toEqual(expected);
    }
    for (const property of fixtures[kind].computed) expect(got.props, property).toHaveProperty(property);
    for (const property of Object.keys(got.props!))
      expect(
        [...Object.keys(fields), ...fixtures[kind].computed].includes(property) || property.startsWith("__"),
        property,
      ).toBe(true);
  });

  test("get() of an unknown id fails", async () => {
    const here = await applied(kind, least(kind));
    await expect(here.engine.get(kind, "987654")).rejects.toThrow("the account has no such object");
  });
});

test("undeclared fields of the service are not stored, and are never a difference", async () => {
  const here = await applied("Assistant", assistant);
  Object.assign(here.emulator.state.assistants[0]!, {
    max_duration: 61,
    speech_speed: 1.2,
    variables: { by: "hand" },
    tool_ids: [101],
    phone_number_id: 1,
  });
  expect(await here.engine.refresh()).toMatchObject(unchanged);
  const { outputs } = here.engine.state.get("it")!;
  expect(outputs).toMatchObject({ toolIds: [101], phoneNumberId: 1 });
  expectSound("Assistant", assistant, outputs);
});

test("user keys that look like internal keys are kept", async () => {
  const variables = JSON.parse(
    '{"constructor": "a", "toString": 1, "id": "x", "__v": 2, "hasOwnProperty": null, "": "empty"}',
  ) as Props;
  for (const kind of ["Assistant", "Lead"] as const) {
    const props = { ...least(kind), variables };
    const here = await applied(kind, props);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    expect(await here.engine.up({ it: { kind, props } })).toMatchObject(unchanged);
    const other = { ...props, variables: { ...variables, constructor: "b" } };
    expect(await here.engine.up({ it: { kind, props: other } })).toMatchObject(
      oneStep("update", "variables"),
    );
  }
});

test("ids that are no outputs are in state only for declared references", async () => {
  const { engine } = await appliedProgram(declaring(assistantIn2026("pipeline")), { form: "2026" });
  const { outputs } = engine.state.get("it")!;
  expect(Object.keys(outputs).filter((key) => /^__.*Ids?$/.test(key))).toEqual([]);
});
