/** What stands in the cells of a file: which numbers become leads, and what preview says about the others. */
import { describe, expect } from "vitest";
import { lead, leadSet as sample } from "../kinds/index.js";
import { silent, succeeded, test, unchanged, world } from "../support/world.js";
import { leadSet } from "./lead-set-lists.js";

test("a CSV file with quotation marks, an empty cell and national numbers", async ({ here }) => {
  const props = { ...sample, defaultCountry: "US" };
  expect(await here.engine.up({ it: { kind: "LeadSet", props } })).toMatchObject(silent);
  expect(here.emulator.state.leads).toMatchObject([
    { phone_number: "+12025550160", variables: { customer_name: "Ada", visits: 3 } },
    { phone_number: "+12025550161", variables: { customer_name: "Bob" } },
    { phone_number: "+442079460018", variables: { customer_name: 'Cyd "C"', visits: 1 } },
  ]);
});

describe("a cell of a phone column", () => {
  const people = (cell: string, defaultCountry?: string) => ({
    people: leadSet(`Phone,Name\n+12025550101,Ada\n${cell},Bob\n`, {
      ...(defaultCountry && { defaultCountry }),
    }),
  });

  test.each([
    ["6641234567", "AT", "+436641234567"],
    ["664/1234567", "AT", "+436641234567"],
    ["4930123456", "DE", "+4930123456"],
    ["+49 (0)30 123456", undefined, "+4930123456"],
    ["0049 1512 3456789", "DE", "+4915123456789"],
  ])("%j with the country %s creates %s", async (cell, country, number) => {
    const here = await world();
    expect(await here.engine.up(people(cell, country))).toMatchObject(silent);
    expect(here.emulator.state.leads.map((one) => one.phone_number)).toEqual(["+12025550101", number]);
  });

  test.each([
    ["6641234567.0", "AT", /write one number with \+ and its country code, in a column formatted as text/],
    ["4915123456789.0", "DE", /in a column formatted as text/],
    ["4.91512E+12", "DE", /in a column formatted as text/],
    ["12.03.2024", "DE", /in a column formatted as text/],
    ["2024-03-12", "DE", /in a column formatted as text/],
    ["-23456891", "DE", /in a column formatted as text/],
    ["030 1234567 - 8", "DE", /in a column formatted as text/],
    ["10115", "DE", /number of DE; if it is right, write it with \+ and the country code/],
    ["4915123456789", "DE", /two readings: write \+49 or \+ before it, whichever is right/],
  ])("%j with the country %s is refused with its line, and nothing is sent", async (cell, country, says) => {
    const here = await world();
    for (const command of [here.engine.preview, here.engine.up]) {
      const { errors } = await command(people(cell, country));
      expect(errors).toHaveLength(1);
      expect(errors[0]).toMatch(/line 3: column "Phone" /);
      expect(errors[0]).toMatch(says);
      expect(errors[0]).not.toContain(cell);
    }
    expect(here.methods()).toEqual([]);
  });
});

describe("a number that no numbering plan has", () => {
  const says = "possible, but not in use by any known numbering plan";

  test("is a lead, and preview names its line", async ({ here }) => {
    const program = { people: leadSet("Phone,Name\n+4910115,Ada\n+12025550101,Bob\n") };
    const preview = await here.engine.preview(program);
    expect(preview.errors).toEqual([]);
    expect(preview.lines.join("\n")).toMatch(
      new RegExp(`people.csv", numbers that are ${says}: 1 \\(line 2\\)`),
    );
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(here.emulator.state.leads.map((one) => one.phone_number)).toEqual(["+4910115", "+12025550101"]);
    expect((await here.engine.preview(program)).lines).toEqual([]);
  });

  test.each([
    ["its own", { phoneNumber: "+4910115" }],
    ["that of a contact", { secondaryContacts: [{ phoneNumber: "+4910115" }] }],
  ])("is said of a Lead, until it is applied: %s", async (_, props) => {
    const here = await world();
    const program = { ada: { kind: "Lead", props: { ...lead, ...props } } } as const;
    expect((await here.engine.preview(program)).lines.join("\n")).toContain(says);
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(await here.engine.preview(program)).toMatchObject({ ...unchanged, lines: [] });
  });
});
