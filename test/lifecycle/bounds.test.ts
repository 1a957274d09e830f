/**
 * Errors, lines and stored values are short, however long the texts from the service, the program or state
 * are.
 */
import { describe, expect, test } from "vitest";
import type { Kind } from "../../provider/catalog.js";
import { everyKind, serviceOf } from "../kinds/index.js";
import type { Outcome, Props } from "../support/engine-part.js";
import { inSoak } from "../support/soak.js";
import { assistant, campaignState, lead, succeeded, tool, world } from "../support/world.js";

const long = "so it is. ".repeat(100_000);
const LONGEST = 14_000;

function expectShort({ errors, lines }: Outcome, what: string): void {
  for (const text of [...errors, ...lines]) expect(text.length, what).toBeLessThan(LONGEST);
}

describe.each(everyKind)("$kind", ({ kind, props: declared, change }) => {
  const props = kind === "CampaignState" ? { ...declared, state: "started" } : declared;

  // `npm run soak -- inputs` plays all statuses for each kind.
  const statuses = kind === "Assistant" || inSoak("inputs") ? [200, 422, 500] : [422];

  test("messages and state stay short if the service returns very long texts", async () => {
    const here = await world(serviceOf(kind), { "voicecall:debug": "true" });
    const { engine, emulator } = here;
    for (const status of statuses) {
      const body = { message: long, errors: { [long]: ["no"] }, success: status === 200 };
      const fault = { status, body };
      for (const method of ["POST", "PUT", "DELETE"] as const) emulator.faults.add({ method, fault });
      expectShort(await engine.up({ it: { kind, props } }), `create ${status}`);
      emulator.faults.clear();
      expect(await engine.up({ it: { kind, props: { ...props, onExisting: "adopt" } } })).toBeDefined();
      for (const method of ["PUT", "POST", "DELETE"] as const) emulator.faults.add({ method, fault });
      expectShort(await engine.up({ it: { kind, props: { ...props, ...change } } }), `update ${status}`);
      expectShort(await engine.destroy(), `delete ${status}`);
      emulator.faults.add({ method: "GET", fault });
      expectShort(await engine.refresh(), `read ${status}`);
      emulator.faults.clear();
      expect(JSON.stringify([...engine.state]).length, `state after ${status}`).toBeLessThan(LONGEST);
      await engine.destroy();
    }
  });
});

test.each<[Kind, Props]>([
  ["MidCallTool", { ...tool, name: long }],
  ["Assistant", { ...assistant, name: long }],
  ["Assistant", { ...assistant, voice: long }],
  ["Assistant", { ...assistant, language: long }],
  ["Assistant", { ...assistant, llmModel: long }],
  ["Assistant", { ...assistant, timezone: long }],
  ["Assistant", { ...assistant, tools: [long] }],
  ["Assistant", { ...assistant, phoneNumber: long }],
  ["Assistant", { ...assistant, [long]: 1 }],
  ["Lead", { ...lead, campaign: long }],
  ["Lead", { ...lead, phoneNumber: `+${"1".repeat(1_000_000)}` }],
  ["CampaignState", { ...campaignState, campaign: long }],
  ["CampaignState", { ...campaignState, state: long }],
])("errors stay short if a %s has a very long text (%#)", async (kind, props) => {
  const { engine } = await world();
  for (const command of [engine.preview, engine.up]) {
    const outcome = await command({ it: { kind, props } });
    expect(outcome.errors).toHaveLength(1);
    expectShort(outcome, kind);
  }
});

test.each<[string, Kind, Props]>([
  ["systemPrompt", "Assistant", { ...assistant, systemPrompt: "é".repeat(1_500_001) }],
  ["variables", "Lead", { ...lead, variables: { a: "b".repeat(800_000), c: "d".repeat(800_000) } }],
])("what could not be read again is not created: %s", async (property, kind, props) => {
  const here = await world();
  for (const command of [here.engine.preview, here.engine.up])
    expect((await command({ it: { kind, props } })).errors).toEqual([
      expect.stringMatching(
        `${property}: is too long: all texts have 1[56]\\d{5} characters together.*Shorten them`,
      ),
    ]);
  expect(here.writes()).toEqual([]);
});

test("the longest texts that may be created can be read, changed and deleted, in the longest spelling", async () => {
  const here = await world({ dialect: "php" });
  const program = (more: Props) => ({
    it: { kind: "Assistant" as const, props: { ...assistant, systemPrompt: "é".repeat(1_490_000), ...more } },
  });
  expect(await here.engine.up(program({}))).toMatchObject(succeeded);
  expect(await here.engine.refresh()).toMatchObject(succeeded);
  expect(await here.engine.up(program({ maxCallDuration: 99 }))).toMatchObject(succeeded);
  expect(await here.engine.destroy()).toMatchObject(succeeded);
});
