/** Leads of a campaign without a list that no resource of the program names, as after a run that was killed. */
import { expect } from "vitest";
import { type Declared, type Program, UNKNOWN } from "../support/engine-part.js";
import { lead, test } from "../support/world.js";
import { addManually, applied, leadSet, numberOf } from "./lead-set-lists.js";

const one = (person: number): Declared => ({
  kind: "Lead",
  props: { campaign: 1, phoneNumber: numberOf(person) },
});

test("the START of a campaign without a list names the leads of no resource", async ({ here }) => {
  const start: Declared = { kind: "CampaignState", props: { campaign: 1, state: "started" } };
  await applied(here, { ada: one(1), bob: one(2) });
  addManually(here, [99, 50]);
  const lines = async (program: Program): Promise<string> =>
    (await here.engine.preview(program)).lines.join("\n");
  expect(await lines({ start, ada: one(1), bob: one(2) })).toContain(
    "1 of them is in no list and of no resource of this program (id 99).",
  );
  expect(
    await lines({
      start,
      ada: one(1),
      bob: { kind: "Lead", props: () => ({ ...lead, phoneNumber: UNKNOWN }) },
    }),
  ).not.toContain("of them");
});

test("without a list in their campaign, preview and up name them after the last resource with leads", async ({
  here,
}) => {
  await applied(here, { ada: one(1), bob: one(2) });
  addManually(here, [99, 50], [98, 51], [97, 52, { campaign_id: 2 }], [96, 53, { status: "blacklisted" }]);
  const others = leadSet(`Phone,Name\n${numberOf(40)},Dan\n`, { campaign: 2, exclusive: true });
  const text =
    "Campaign 1 has 2 leads that no list and no resource of this program names (ids 99, 98). They are called when it runs. To remove them, delete them in the service.";
  // Also while a lead is created, or a resource moves to another number.
  for (const bob of [one(2), one(3)])
    for (const command of [here.engine.preview, here.engine.up]) {
      const { errors, lines } = await command({ ada: one(1), bob, cyd: one(4), others });
      expect(errors).toEqual([]);
      expect(lines.filter((line) => line.includes("no resource"))).toEqual([text]);
    }
  // The engine skips resources, so nobody knows whom they name.
  here.engine.targets = ["ada"];
  expect((await here.engine.preview({ ada: one(1), bob: one(3), cyd: one(4) })).lines).toEqual([]);
});

test("ten Lead resources whose run is killed, reduced to one: preview names the others", async ({ here }) => {
  here.engine.kill = { request: 12, when: "after" };
  const ten = Object.fromEntries(Array.from({ length: 10 }, (_, person) => [`lead${person}`, one(person)]));
  await here.engine.up(ten);
  const left = here.emulator.state.leads.length;
  expect(left).toBeGreaterThan(3);
  here.clock.advance(60_000);
  for (const name of [...here.engine.state.keys()].slice(1)) here.engine.state.delete(name);
  for (const command of [here.engine.preview, here.engine.up])
    expect((await command({ lead0: one(0) })).lines.join("\n")).toContain(
      `Campaign 1 has ${left - 1} leads that no list and no resource of this program names (ids 302,`,
    );
});
