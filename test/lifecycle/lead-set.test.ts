/**
 * Many leads as one resource: what an apply sends, what it must not send twice, and what state and messages
 * contain.
 */
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect } from "vitest";
import { listFile } from "../kinds/index.js";
import { temporaryFolder } from "../support/after-test.js";
import type { Program, Props } from "../support/engine-part.js";
import { type World, silent, succeeded, test, unchanged, world } from "../support/world.js";
import { columns, leadSet, names } from "./lead-set-lists.js";

type Person = readonly [phone: string, name: string];

const HEADER = "Phone,Name";
const ADA: Person = ["+12025550101", "Ada"];
const BOB: Person = ["+12025550102", "Bob"];
const CYD: Person = ["+12025550103", "Cyd"];

/** A program that reads these rows from a file. */
const program = (people: readonly Person[], more: Props = {}): Program => ({
  people: leadSet([HEADER, ...people.map((person) => person.join(","))].join("\n"), more),
});

async function applied(people: readonly Person[], more: Props = {}): Promise<World> {
  const here = await world();
  expect(await here.engine.up(program(people, more))).toMatchObject(succeeded);
  here.requests();
  here.clock.advance(3_600_000);
  return here;
}

const outputs = ({ engine }: World): Props => engine.state.get("people")!.outputs;

describe("an apply", () => {
  test("creates each lead once, and the preview counts them", async ({ here }) => {
    const wanted = program([ADA, BOB, CYD]);
    const preview = await here.engine.preview(wanted);
    expect(preview.errors).toEqual([]);
    expect(preview.lines.join("\n")).toMatch(
      /^LeadSet of campaign 1: ".*\.csv" has 3 valid lines: 3 leads will be created \(lines 2, 3, 4\)\.$/,
    );
    expect(here.methods()).toEqual([]);
    expect(await here.engine.up(wanted)).toMatchObject(silent);
    expect(here.writes()).toEqual(
      [ADA, BOB, CYD].map(([phone, name]) => ({
        method: "POST",
        path: "/user/lead",
        body: { phone_number: phone, campaign_id: 1, variables: { customer_name: name } },
      })),
    );
    expect(outputs(here)).toMatchObject({ campaignId: 1, leadCount: 3, goneCount: 0, __ids: "301-303" });
    expect(here.engine.state.get("people")!.id).toBe("1");
    expect(JSON.stringify([...here.engine.state])).not.toMatch(/202555|Ada|Bob|Cyd/);
  });

  test.each([
    ["in-progress", /its campaign is running, so new leads may be called right away/],
    ["queued", /its campaign may be running \(status "queued"\), so new leads may be called right away/],
  ])(
    "adds to a campaign with the status %s: preview warns that people may be called",
    async (status, warns) => {
      const here = await applied([ADA]);
      here.emulator.state.campaigns[0]!.status = status;
      expect((await here.engine.preview(program([ADA, BOB]))).lines.join("\n")).toMatch(warns);
      expect((await here.engine.preview(program([["+12025550101", "Ada L."]]))).lines.join("\n")).not.toMatch(
        /right away/,
      );
      here.emulator.state.campaigns[0]!.status = "paused";
      expect((await here.engine.preview(program([ADA, BOB]))).lines.join("\n")).not.toMatch(/right away/);
    },
  );

  test("a second apply sends nothing, and neither do its preview and a refresh", async () => {
    const here = await applied([ADA, BOB]);
    expect(await here.engine.preview(program([ADA, BOB]))).toMatchObject({ ...unchanged, lines: [] });
    expect(await here.engine.up(program([ADA, BOB]))).toMatchObject(unchanged);
    expect(await here.engine.refresh()).toMatchObject({ ...unchanged, lines: [] });
    expect(here.methods()).toEqual([]);
  });

  test("changes, adds and removes what the list changes, adds and removes", async () => {
    const here = await applied([ADA, BOB]);
    const wanted = program([["+12025550101", "Ada L."], CYD]);
    const preview = await here.engine.preview(wanted);
    expect(preview.lines.join("\n")).toMatch(
      /1 lead will be created \(line 3\)\. 1 lead will be changed \(line 2\)\. 1 lead will be deleted/,
    );
    expect(await here.engine.up(wanted)).toMatchObject(silent);
    expect(here.writes().map(({ method, body }) => [method, body])).toEqual([
      ["DELETE", null],
      ["PUT", { variables: { customer_name: "Ada L." } }],
      ["POST", { phone_number: CYD[0], campaign_id: 1, variables: { customer_name: "Cyd" } }],
    ]);
    expect(names(here)).toEqual(["Ada L.", "Cyd"]);
    expect(outputs(here)).toMatchObject({ leadCount: 2, __ids: "301 303" });
    expect(await here.engine.up(wanted)).toMatchObject(unchanged);
  });

  test("onRemove keep leaves the leads of removed rows, and those of a destroyed set", async () => {
    const here = await applied([ADA, BOB], { onRemove: "keep" });
    const wanted = program([ADA], { onRemove: "keep" });
    expect((await here.engine.preview(wanted)).lines.join("\n")).toMatch(
      /1 lead without a row in the list will no longer be managed.*leads stay in the campaign/,
    );
    expect(await here.engine.up(wanted)).toMatchObject(succeeded);
    expect(outputs(here)).toMatchObject({ leadCount: 1 });
    const destroy = await here.engine.destroy();
    expect(destroy.lines.join("\n")).toMatch(
      /leads left in the campaign, where they may be called \(onRemove: "keep"\): 1/,
    );
    expect(here.methods()).toEqual([]);
    expect(names(here)).toEqual(["Ada", "Bob"]);
  });

  test("an emptied cell sends empty text, since the service removes no variable", async () => {
    const here = await applied([ADA]);
    expect(await here.engine.up(program([["+12025550101", ""]]))).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([{ variables: { customer_name: "" } }]);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
  });

  test("an array of rows works like a file", async ({ here }) => {
    const file = path.join(temporaryFolder(), "rows.jsonl");
    writeFileSync(file, JSON.stringify({ Phone: ADA[0], Name: "Ada" }));
    const { hash: content } = listFile(file);
    const props = { campaign: 1, leads: { hash: content }, columns, __rowsFile: file };
    expect(await here.engine.up({ people: { kind: "LeadSet", props } })).toMatchObject(silent);
    expect(names(here)).toEqual(["Ada"]);
    expect(JSON.stringify([...here.engine.state])).not.toContain(file);
    // A refresh or destroy must not need the program's file.
    rmSync(file);
    here.clock.advance(60_000);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(names(here)).toEqual([]);
  });
});

describe("invalid rows", () => {
  const bad: Person[] = [ADA, ["nobody", "x"], ["+12025550101", "again"], ["", "y"]];

  test("are mistakes in preview and at apply, with their lines, and nothing is sent", async ({ here }) => {
    for (const command of [here.engine.preview, here.engine.up]) {
      const { errors } = await command(program(bad));
      expect(errors).toHaveLength(1);
      expect(errors[0]).toMatch(/line 3: column "Phone" does not contain a possible phone number/);
      expect(errors[0]).toMatch(/line 4: an earlier row has the same phone number/);
      expect(errors[0]).toMatch(/line 5: column "Phone" is empty/);
      expect(errors[0]).not.toMatch(/202555|nobody|again/);
    }
    expect(here.methods()).toEqual([]);
  });

  test("are skipped and reported with onRefusedRow skip", async ({ here }) => {
    const up = await here.engine.up(program(bad, { onRefusedRow: "skip" }));
    expect(up.errors).toEqual([]);
    expect(up.lines.join("\n")).toMatch(/line 4: an earlier row has the same phone number/);
    expect(names(here)).toEqual(["Ada"]);
  });

  test("a list without valid rows is a mistake: it must not delete all leads", async () => {
    const here = await applied([ADA]);
    const { errors } = await here.engine.up(program([]));
    expect(errors[0]).toMatch(/it has no valid rows/);
    expect(here.methods()).toEqual([]);
  });
});

describe("drift", () => {
  test("a changed lead shows, and the next up after the refresh restores it", async () => {
    const here = await applied([ADA, BOB]);
    here.emulator.state.leads[0]!.variables["customer_name"] = "By hand";
    const { lines, steps } = await here.engine.refresh();
    expect(steps).toMatchObject([{ op: "update", fields: ["leads"] }]);
    expect(lines.join()).toMatch(/1 lead differs .*id 301\)\. `pulumi up --refresh --target .* restores/);
    expect(await here.engine.up(program([ADA, BOB]))).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([{ variables: { customer_name: "Ada" } }]);
    expect(await here.engine.refresh()).toMatchObject({ ...unchanged, lines: [] });
    expect(await here.engine.up(program([ADA, BOB]))).toMatchObject(unchanged);
  });

  test("a number and a campaign that were changed manually are restored", async () => {
    const here = await applied([ADA, BOB]);
    here.emulator.state.leads[0]!.phone_number = "+12025550199";
    here.emulator.state.leads[1]!.campaign_id = 2;
    expect((await here.engine.refresh()).lines.join("\n")).toMatch(/2 leads differ/);
    expect(await here.engine.up(program([ADA, BOB]))).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([{ phone_number: ADA[0] }, { campaign_id: 1 }]);
    expect(here.emulator.state.leads).toMatchObject([{ phone_number: ADA[0] }, { campaign_id: 1 }]);
  });

  test("a lead whose number was changed manually is kept if the list gets the new number", async () => {
    const here = await applied([ADA, BOB]);
    here.emulator.state.leads[0]!.phone_number = CYD[0];
    const corrected = program([[CYD[0], "Ada"], BOB]);
    expect(await here.engine.up(corrected)).toMatchObject(succeeded);
    expect(here.methods()).toEqual([]);
    expect(await here.engine.refresh()).toMatchObject({ ...unchanged, lines: [] });
    expect(await here.engine.up(program([[CYD[0], "Ada L."], BOB]))).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([{ variables: { customer_name: "Ada L." } }]);
  });

  test("a manual change to a row about to be sent is a conflict", async () => {
    const here = await applied([ADA, BOB]);
    here.emulator.state.leads[0]!.variables["customer_name"] = "By hand";
    const wanted = program([["+12025550101", "Ada L."], BOB]);
    const [line] = (await here.engine.preview(wanted)).lines.filter((text) => text.includes("will fail"));
    expect(line).toMatch(/will fail: the list changes 1 lead that was also changed manually/);
    const { errors } = await here.engine.up(wanted);
    expect(errors[0]).toMatch(/nothing was sent\. .*changed manually since the last apply \(line 2\)/s);
    expect(here.methods()).toEqual([]);
    await here.engine.refresh();
    expect(await here.engine.up(wanted)).toMatchObject(succeeded);
    expect(names(here)).toEqual(["Ada L.", "Bob"]);
  });

  test("a lead that is gone is reported and not created again", async () => {
    const here = await applied([ADA, BOB]);
    here.emulator.state.leads.shift();
    const refresh = await here.engine.refresh();
    expect(refresh).toMatchObject(unchanged);
    expect(refresh.lines.join("\n")).toMatch(/1 lead is gone from the service.*It is not created again/);
    expect(outputs(here)).toMatchObject({ leadCount: 2, goneCount: 1 });
    expect(await here.engine.up(program([ADA, BOB]))).toMatchObject(unchanged);
    expect(await here.engine.up(program([ADA, BOB, CYD]))).toMatchObject(succeeded);
    expect(names(here)).toEqual(["Bob", "Cyd"]);
    expect(outputs(here)).toMatchObject({ leadCount: 3, goneCount: 1 });
  });

  test("a lead that is gone is created again if the program says so", async () => {
    const here = await applied([ADA, BOB], { onGone: "recreate" });
    here.emulator.state.leads.shift();
    const { lines } = await here.engine.refresh();
    expect(lines.join()).toMatch(
      /1 lead is gone.*\(id 301\)\. `pulumi up --refresh --target .* creates it again/,
    );
    expect(await here.engine.up(program([ADA, BOB], { onGone: "recreate" }))).toMatchObject(succeeded);
    expect(here.methods()).toEqual(["POST"]);
    expect(outputs(here)).toMatchObject({ leadCount: 2, goneCount: 0 });
  });
});

test("destroying a set deletes its leads and no others", async () => {
  const here = await applied([ADA, BOB]);
  here.emulator.state.leads.push({ ...here.emulator.state.leads[0]!, id: 99, phone_number: CYD[0] });
  expect(await here.engine.destroy()).toMatchObject(silent);
  expect(here.methods()).toEqual(["DELETE", "DELETE"]);
  expect(here.emulator.state.leads.map(({ id }) => id)).toEqual([99]);
});

test("two sets for one campaign are rejected", async ({ here }) => {
  const { people } = program([ADA]);
  const { errors } = await here.engine.preview({ people: people!, more: people! });
  expect(errors[0]).toMatch(/"more" and "people" of this program are both for the leads of one campaign/);
});

test("without a token, preview checks the rows and counts the leads", async ({ here }) => {
  here.engine.env = { VOICECALL_BASE_URL: here.emulator.address };
  const { errors, lines } = await here.engine.preview(program([ADA, BOB]));
  expect(errors).toEqual([]);
  expect(lines.join("\n")).toMatch(/2 leads will be created/);
  expect(here.requests()).toEqual([]);
});
