/** Leads that both a LeadSet and another resource could manage, and people whose leads are gone. */
import { expect } from "vitest";
import { campaign, serviceOf } from "../kinds/index.js";
import type { Declared, Program, Props } from "../support/engine-part.js";
import { urnOf } from "../support/sdk-part.js";
import { hostProcess } from "../support/runtime.js";
import { lead, succeeded, test, world } from "../support/world.js";
import { applied, columns, csv, leadSet, names, TWO } from "./lead-set-lists.js";

const ONLY_BOB = "Phone,Name\n+12025550102,Bob\n";

const ada = (more: Props = {}): Declared => ({
  kind: "Lead",
  props: { campaign: 1, phoneNumber: "+12025550101", ...more },
});

test("a renamed set whose first apply failed elsewhere deletes no lead in the next apply", async ({
  here,
}) => {
  await applied(here, { before: leadSet(TWO) });
  const other: Declared = { kind: "Lead", props: { ...lead, campaign: 999 } };
  const adopting = leadSet(TWO, { onExisting: "adopt" });
  expect((await here.engine.up({ after: adopting, other })).errors).toHaveLength(1);
  expect([...here.engine.state.keys()]).toEqual(["before", "after"]);
  here.clock.advance(60_000);
  expect(await here.engine.up({ after: leadSet(TWO) })).toMatchObject(succeeded);
  expect(names(here)).toEqual(["Ada", "Bob"]);
  expect([...here.engine.state.keys()]).toEqual(["after"]);
  expect(await here.engine.destroy()).toMatchObject(succeeded);
  expect(names(here)).toEqual([]);
});

test("a Lead does not adopt a lead of a set", async ({ here }) => {
  await applied(here, { people: leadSet(TWO) });
  const program = { people: leadSet(TWO), ada: ada({ onExisting: "adopt" }) };
  expect((await here.engine.up(program)).errors).toHaveLength(1);
});

test("a set that would adopt the lead of a Lead fails in preview, also if it is declared first", async ({
  here,
}) => {
  const same = ada({ variables: { customer_name: "Ada" } });
  await applied(here, { ada: same });
  const people = leadSet(TWO, { onExisting: "adopt" });
  const { errors } = await here.engine.preview({ people, ada: same });
  expect(errors).toEqual([expect.stringContaining("another resource of this program will adopt the object")]);
  expect(errors[0]).toContain("Remove this lead's phone number from the list of the LeadSet");
});

test("a set does not adopt the lead of another set, also if the lead was moved into its campaign", async ({
  here,
}) => {
  const others = (text: string): Declared => leadSet(text, { campaign: 2, onExisting: "adopt" });
  const CY = "Phone,Name\n+12025550103,Cy\n";
  await applied(here, { people: leadSet(TWO), others: others(CY) });
  here.emulator.state.leads[0]!.campaign_id = 2;
  const program = { people: leadSet(TWO), others: others(`${CY}+12025550101,Eve\n`) };
  const { errors } = await here.engine.up(program);
  expect(errors).toEqual([expect.stringContaining("another resource manages that lead")]);
  expect(here.writes()).toEqual([]);
});

test("a row that moves to a Lead keeps its lead", async ({ here }) => {
  await applied(here, { people: leadSet(TWO) });
  const program = { ada: ada({ onExisting: "adopt" }), people: leadSet(ONLY_BOB) };
  expect((await here.engine.preview(program)).lines.join("\n")).not.toContain("will be deleted");
  expect(await here.engine.up(program)).toMatchObject(succeeded);
  expect(names(here)).toEqual(["Ada", "Bob"]);
});

test("a rejected create does not make the set take the lead that a Lead has just created", async ({
  here,
}) => {
  const process = hostProcess(here.clock, here.engine.env);
  const list = csv(TWO);
  const people = await process
    .open("LeadSet")
    .check(
      {},
      { campaign: 1, leads: list, columns, __rowsFile: list.file, __urn: urnOf("LeadSet", "people") },
    );
  const props = {
    ...(ada().props as Props),
    variables: { customer_name: "Ada" },
    __urn: urnOf("Lead", "ada"),
  };
  const one = await process.open("Lead").check({}, props);
  const limited = { status: 429, headers: { "retry-after": "2" }, body: { message: "Too Many Attempts." } };
  here.emulator.faults.add({ method: "POST", path: "/user/lead", nth: 1, fault: limited });
  const results = await Promise.allSettled([
    process.open("Lead").create(one.inputs),
    process.open("LeadSet").create(people.inputs),
  ]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a replaced set creates its leads again while the listing still shows the deleted ones", async () => {
  const here = await world({ listLag: 3_000 });
  await applied(here, { people: leadSet(TWO) });
  const { id, inputs, outputs } = here.engine.state.get("people")!;
  const hosted = hostProcess(here.clock, here.engine.env).open("LeadSet");
  await hosted.check({}, { ...inputs, __rowsFile: (inputs["leads"] as Props)["file"] });
  await hosted.delete(id, outputs);
  await hosted.create(inputs);
  expect(names(here)).toEqual(["Ada", "Bob"]);
});

test("people whose leads are gone are not created again when the campaign changes", async ({ here }) => {
  await applied(here, { people: leadSet(TWO) });
  here.emulator.state.leads.shift();
  const program = { people: leadSet(TWO, { campaign: 2 }) };
  const { lines } = await here.engine.preview(program);
  expect(lines.join("\n")).toContain("1 lead will be created (line 3).");
  expect(lines.join("\n")).toContain(
    "1 lead is gone from the service, or was blacklisted, and will not be created again.",
  );
  expect(await here.engine.up(program)).toMatchObject(succeeded);
  expect(names(here)).toEqual(["Bob"]);
  here.clock.advance(60_000);
  const recreate = { people: leadSet(TWO, { campaign: 2, onGone: "recreate" }) };
  expect(await here.engine.up(recreate)).toMatchObject(succeeded);
  expect(names(here)).toEqual(["Bob", "Ada"]);
});

test("people whose leads were gone before are not created again in a replaced campaign", async () => {
  const here = await world(serviceOf("Campaign", {}));
  const list = csv(TWO);
  const numeric = (id: unknown): unknown => (/^\d+$/.test(String(id)) ? Number(id) : id);
  const program = (maxRetries: number): Program => ({
    offers: {
      kind: "Campaign",
      props: { ...campaign, maxRetries, onChange: "replace", onDestroy: "deleteLeads" },
    },
    people: {
      kind: "LeadSet",
      props: (of) => ({ campaign: numeric(of("offers")["id"]), leads: list, columns }),
    },
  });
  await applied(here, program(2));
  here.emulator.state.leads.shift();
  expect((await here.engine.refresh()).errors).toEqual([]);
  expect(await here.engine.up(program(4))).toMatchObject(succeeded);
  expect(names(here)).toEqual(["Bob"]);
});
