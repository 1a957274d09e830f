/** What the adoption of an existing lead sends, and what it leaves as it is. */
import { expect } from "vitest";
import { aLead, declaring } from "../kinds/index.js";
import { succeeded, test, unchanged } from "../support/world.js";
import { madeElsewhere } from "./subjects.js";

test("a lead that already has the declared status is adopted without an action", async ({ here }) => {
  await madeElsewhere(here, aLead, { status: "completed" });
  const program = declaring(aLead, { status: "completed", onExisting: "adopt" });
  expect((await here.engine.preview(program)).lines.join()).toContain("without changing anything");
  expect(await here.engine.up(program)).toMatchObject(succeeded);
  expect(here.writes()).toEqual([]);
});

test("a lead with other secondary contacts keeps its own on adoption, with a note", async ({ here }) => {
  await madeElsewhere(here, aLead, { secondaryContacts: [{ phoneNumber: "+12025550151" }] });
  const declared = [{ phoneNumber: "+12025550152" }, { phoneNumber: "+12025550153" }];
  const program = declaring(aLead, { secondaryContacts: declared, onExisting: "adopt" });
  const stays = expect.stringMatching(
    /cannot change secondaryContacts \(differs: 1 item → 2 items\), so the existing object keeps its own value/,
  );
  expect((await here.engine.preview(program)).lines).toContainEqual(stays);
  const up = await here.engine.up(program);
  expect(up.errors).toEqual([]);
  expect(up.lines).toContainEqual(stays);
  expect(here.writes()).toEqual([]);
  expect(await here.engine.preview(program)).toMatchObject(unchanged);
  expect(await here.engine.refresh()).toMatchObject(unchanged);
});

test("only the variables of a lead that differ are sent, because the service merges them", async ({
  here,
}) => {
  const id = await madeElsewhere(here, aLead, { variables: { kept: 1, changed: 1, other: 1 } });
  const variables = { kept: 1, changed: 2, added: 3 };
  const program = declaring(aLead, { adoptId: id, variables });
  expect(await here.engine.up(program)).toMatchObject(succeeded);
  expect(here.writes().map(({ body }) => body)).toEqual([{ variables: { changed: 2, added: 3 } }]);
  expect(here.emulator.state.leads[0]!.variables).toEqual({ ...variables, other: 1 });
  expect(await here.engine.preview(program)).toMatchObject({ steps: [{ op: "same" }] });
});
