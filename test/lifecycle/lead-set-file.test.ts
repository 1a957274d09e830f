import { expect } from "vitest";
import { leadSet } from "../kinds/index.js";
import { silent, test } from "../support/world.js";

test("a CSV file with quotation marks, an empty cell and national numbers", async ({ here }) => {
  const props = { ...leadSet, defaultCountry: "US" };
  expect(await here.engine.up({ it: { kind: "LeadSet", props } })).toMatchObject(silent);
  expect(here.emulator.state.leads).toMatchObject([
    { phone_number: "+12025550160", variables: { customer_name: "Ada", visits: 3 } },
    { phone_number: "+12025550161", variables: { customer_name: "Bob" } },
    { phone_number: "+442079460018", variables: { customer_name: 'Cyd "C"', visits: 1 } },
  ]);
});
