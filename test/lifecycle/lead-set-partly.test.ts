/** Sets with skipped rows, incomplete updates and lagging listings. */
import { writeFileSync } from "node:fs";
import { expect } from "vitest";
import { rowsOfCsv } from "../../provider/lead-set/rows.js";
import type { Program, Props } from "../support/engine-part.js";
import { hostProcess } from "../support/runtime.js";
import { type World, predicted, succeeded, test, unchanged, world } from "../support/world.js";
import { TWO, columns, csv, leadSet, names } from "./lead-set-lists.js";

const set = (text: string, more: Props = {}): Program => ({ people: leadSet(text, more) });

async function applied(here: World, program: Program): Promise<void> {
  expect(await here.engine.up(program)).toMatchObject(succeeded);
  here.clock.advance(60_000);
}

test("the lead of a skipped row stays as it is", async ({ here }) => {
  const typed = {
    columns: {
      phoneNumber: "Phone",
      variables: { customer_name: "Name", visits: { column: "Visits", type: "number" } },
    },
    onRefusedRow: "skip",
  };
  const good = "Phone,Name,Visits\n+12025550101,Ada,1\n+12025550102,Bob,2\n";
  await applied(here, set(good, typed));
  const bad = set(good.replace("Ada,1", "Ada,one"), typed);
  expect((await here.engine.preview(bad)).lines.join("\n")).not.toContain("deleted");
  await applied(here, bad);
  expect(names(here)).toEqual(["Ada", "Bob"]);
  expect(here.engine.state.get("people")!.outputs).toMatchObject({ leadCount: 2 });
});

test("the lead of a skipped row with too many cells stays as it is, also if its number is in a wrong column", async ({
  here,
}) => {
  const skip = { onRefusedRow: "skip", defaultCountry: "US" };
  const swapped = { ...skip, columns: { phoneNumber: "Phone", variables: { customer_name: "Name" } } };
  const text = "Name,Phone\nAda,202-555-0101\nBob,202-555-0102\n";
  await applied(here, set(text, swapped));
  await applied(here, set(text.replace("Ada", "Lovelace, Ada"), swapped));
  expect(names(here)).toEqual(["Ada", "Bob"]);
});

test.for<[string, Props]>([
  ["Ada,1.2E+10", {}],
  ["Ada,", {}],
  ["Ada,nobody,x", {}],
  ["Ada,1.2E+10", { exclusive: true }],
])(
  "a skipped row without a readable number (%s) may be anybody's: nobody is deleted",
  async ([row, more], { here }) => {
    const skip = { onRefusedRow: "skip", ...more };
    const good = "Name,Phone\nAda,+12025550101\nBob,+12025550102\n";
    await applied(here, set(good, skip));
    here.requests();
    const mangled = set(good.replace("Ada,+12025550101", row), skip);
    const says =
      "1 lead would be deleted, and may belong to 1 skipped row in which no phone number can be read (line 2). Correct or remove these rows.";
    expect((await here.engine.preview(mangled)).lines).toContainEqual(
      expect.stringContaining(`applying this will fail: ${says}`),
    );
    const { errors } = await here.engine.up(mangled);
    expect(errors).toEqual([expect.stringContaining(`nothing was sent. ${says}`)]);
    expect(here.methods()).toEqual([]);
    await applied(here, set(good.replace("Ada,+12025550101\n", ""), skip));
    expect(names(here)).toEqual(["Bob"]);
  },
);

test("skipped rows without a readable number do not keep exclusive from being applied, unless it removes somebody", async ({
  here,
}) => {
  const skip = { onRefusedRow: "skip", exclusive: true };
  const text = `${TWO}1.2E+10,Cyd\n`;
  await applied(here, set(text, skip));
  expect(names(here)).toEqual(["Ada", "Bob"]);
  const [first] = here.emulator.state.leads;
  here.emulator.state.leads.push({ ...first!, id: 99, phone_number: "+12025550199" });
  here.requests();
  expect((await here.engine.preview(set(text, skip))).lines.join()).toContain(
    "applying this will fail: 1 lead would",
  );
  expect((await here.engine.up(set(text, skip))).errors).toHaveLength(1);
  expect(here.methods()).toEqual([]);
});

test("a variable that is removed or renamed stays on existing leads, as preview says", async ({ here }) => {
  await applied(here, set(TWO));
  const withVariables = (variables: object) => set(TWO, { columns: { phoneNumber: "Phone", variables } });
  const renamed = withVariables({ first_name: "Name" });
  const says =
    "The variable customer_name no longer in `columns` will stay on existing leads with the old values, because the service cannot remove variables. To empty it, keep it in `columns`, with an empty column.";
  expect((await here.engine.preview(renamed)).lines.join("\n")).toContain(says);
  await applied(here, renamed);
  expect(here.emulator.state.leads[0]!.variables).toEqual({ customer_name: "Ada", first_name: "Ada" });
  expect((await here.engine.preview(renamed)).lines).toEqual([]);
  expect((await here.engine.preview(withVariables({}))).lines.join("\n")).toContain(
    "The variable first_name no longer",
  );
});

test("a row with a value beyond the last column is rejected, because its values may be in wrong columns", () => {
  const text = "Name,Old phone,Phone\nLovelace, Ada,+12025550101,+12025550102\nBob,,+12025550103,,\n";
  const { rows, refused } = rowsOfCsv(text, { columns: { phoneNumber: "Phone", variables: [] } });
  expect(rows.map(({ phoneNumber }) => phoneNumber)).toEqual(["+12025550103"]);
  expect(refused).toEqual([
    { line: 2, reason: expect.stringMatching(/^it has more cells than there are columns/) },
  ]);
});

test("a lead that was created, but without a value, counts as created", async ({ here }) => {
  here.emulator.faults.add({ method: "POST", nth: 2, fault: { dropField: "variables" } });
  const { errors } = await here.engine.up(set(TWO));
  expect(errors[0]).toContain("2 of 2 leads were created.");
  expect(errors[0]).toMatch(/line \d: the service did not keep the values/);
});

test("a service that keeps only the variables of an update loses none of them", async ({ here }) => {
  const wide = { columns: { phoneNumber: "Phone", variables: { customer_name: "Name", city: "City" } } };
  const text = "Phone,Name,City\n+12025550101,Ada,Bonn\n+12025550102,Bob,\n";
  await applied(here, set(text, wide));
  here.emulator.faults.add({ method: "PUT", fault: "reset-others" });
  await applied(here, set(text.replace("Ada", "Ada L.").replace("Bob", "Bo"), wide));
  expect(here.emulator.state.leads.map(({ variables }) => variables)).toEqual([
    { customer_name: "Ada L.", city: "Bonn" },
    { customer_name: "Bo" },
  ]);
});

test("an update that the listing shows later is a success", async () => {
  const here = await world({ listLag: 3_000 });
  await applied(here, set(TWO));
  await applied(here, set(TWO.replace("Ada", "Ada L.")));
  expect(names(here)).toEqual(["Ada L.", "Bob"]);
});

test("an update that the service does not keep is an error after the listing lag", async ({ here }) => {
  await applied(here, set(TWO));
  here.emulator.faults.add({ method: "PUT", fault: { dropField: "variables" } });
  const { errors } = await here.engine.up(set(TWO.replace("Ada", "Ada L.")));
  expect(errors[0]).toMatch(/line 2: the service did not keep the values as they were sent/);
});

test("after a failed update with other columns, the next apply sends what is left", async ({ here }) => {
  const both = { columns: { phoneNumber: "Phone", variables: { customer_name: "Name", city: "City" } } };
  const before = "Phone,Name,City\n+12025550101,Ada,Rome\n+12025550102,Bob,Oslo\n";
  const after = set("Phone,Name,City\n+12025550101,Ada L.,Rome\n+12025550102,Bob M.,Oslo\n");
  await applied(here, set(before, both));
  here.emulator.faults.add({ method: "PUT", nth: 1, fault: { status: 422, body: { message: "Busy" } } });
  expect((await here.engine.up(after)).errors).toHaveLength(1);
  here.emulator.faults.clear();
  await applied(here, after);
  expect(names(here)).toEqual(["Ada L.", "Bob M."]);
  expect(await here.engine.up(after)).toMatchObject(unchanged);
});

test("a file that changes after the check is an error that names it", async ({ here }) => {
  const hosted = hostProcess(here.clock, here.engine.env).open("LeadSet");
  const [one, two] = [csv(TWO), csv(TWO.replaceAll("555", "556"))];
  const checked = await hosted.check({}, { campaign: 1, leads: one, columns, __rowsFile: one.file });
  await hosted.check({}, { campaign: 2, leads: two, columns, __rowsFile: two.file });
  writeFileSync(one.file, `${TWO}\n`);
  await expect(hosted.create(checked.inputs)).rejects.toThrow(
    /people\.csv.*: it was changed while the program ran; run again\.$/,
  );
});

test("a manual change to the lead of a changed row is predicted to fail", async () => {
  const here = await world();
  await applied(here, set(TWO));
  here.emulator.state.leads[0]!.variables["customer_name"] = "By hand";
  await here.engine.preview(set(TWO.replace("Ada", "Ada L.")));
  expect(predicted(here)).toEqual([expect.stringContaining("also changed manually since the last apply")]);
});

test.for([0, 3_000])(
  "a destroy after an interrupted one succeeds, although some leads are deleted already (listing lag %d)",
  async (listLag) => {
    const here = await world({ listLag });
    expect(await here.engine.up(set(TWO))).toMatchObject(succeeded);
    here.clock.advance(listLag);
    const [ada] = here.emulator.state.leads;
    const { ok } = await fetch(`${here.emulator.address}/user/leads/${ada!.id}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${here.emulator.token}` },
    });
    expect(ok).toBe(true);
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(names(here)).toEqual([]);
  },
);

test("deletes whose responses are lost succeed, although the listing shows the leads for a while", async () => {
  const here = await world({ listLag: 60_000 }, { "voicecall:listLag": "60s" });
  await applied(here, set(TWO));
  here.emulator.faults.add({ method: "DELETE", times: 100, fault: "cut-after" });
  expect(await here.engine.destroy()).toMatchObject(succeeded);
  expect(names(here)).toEqual([]);
});

test("without the delete route, a destroy sends no more deletes than run at once", async () => {
  const here = await world({ routes: { deleteLead: "none" } }, { "voicecall:maxInFlight": "1" });
  await applied(here, set(TWO));
  here.emulator.faults.add({ method: "DELETE", fault: { status: 405 }, when: "before" });
  here.requests();
  expect((await here.engine.destroy()).errors).toEqual([expect.stringContaining("2 leads were not deleted")]);
  expect(here.methods()).toEqual(["DELETE"]);
});

test.each<[string, number]>([
  ["0", 0],
  ["-1", -1],
  ["of an older lead", 301],
  ["of another lead of the run", 302],
])("the response to a create has the id %s: the listing shows the lead", async (_, id) => {
  const here = await world();
  const older = { kind: "Lead", props: { campaign: 2, phoneNumber: "+12025550109" } };
  await applied(here, { older });
  const body = {
    message: "created",
    data: { id, phone_number: "+12025550102", variables: { customer_name: "Bob" } },
  };
  here.emulator.faults.add({ method: "POST", nth: 2, when: "after", fault: { status: 201, body } });
  await applied(here, { older, ...set(TWO) });
  expect(here.engine.state.get("people")!.outputs).toMatchObject({ leadCount: 2, __ids: "302-303" });
});
