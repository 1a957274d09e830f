/** If a LeadSet and a Lead resource declare the same campaign and phone number, only one lead is created. */
import { expect } from "vitest";
import type { Program } from "../support/engine-part.js";
import { type World, appliedLongAgo, lead, test, world } from "../support/world.js";
import { leadSet } from "../kinds/index.js";

const ADA = "+12025550160";
const people = { kind: "LeadSet", props: leadSet };
/** The create of this lead reads the listing of leads before the set has created any. */
const first = { kind: "Lead", props: lead };
const ada = { kind: "Lead", props: { ...lead, phoneNumber: ADA } };

const leadsOfAda = ({ emulator }: World): number =>
  emulator.state.leads.filter((row) => row.phone_number === ADA).length;

async function refused(here: World, program: Program): Promise<void> {
  const { errors } = await here.engine.up(program);
  expect(errors).toEqual([
    expect.stringMatching(
      /(already has this|already manages the object|just given this|a LeadSet of this program has)/,
    ),
  ]);
  expect(leadsOfAda(here)).toBe(1);
}

test("a lead that the set has just created is not created again", async ({ here }) => {
  await refused(here, { first, people, ada });
});

test("a lead of the set that no listing shows yet is not created again", async () => {
  await refused(await world({ listLag: 5_000 }), { first, people, ada });
});

test("a lead whose number the set has just restored is not created again", async () => {
  const here = await appliedLongAgo({ people });
  const row = here.emulator.state.leads.find(({ phone_number: number }) => number === ADA)!;
  row.phone_number = "+12025550169";
  await here.engine.refresh();
  await refused(here, { first, people, ada });
});

test.for(["set", "lead"])(
  "preview says that both declare the lead, if the %s comes first",
  async (which, { here }) => {
    const program: Program = which === "set" ? { people, ada } : { ada, people };
    const { errors, lines } = await here.engine.preview(program);
    expect([...errors, ...lines].join("\n")).toMatch(/a Lead(Set)? (resource )?of this program has/);
  },
);
