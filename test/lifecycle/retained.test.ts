/** With the option `retainOnDelete`, the engine replaces an object without deleting the old one. */
import { describe, expect } from "vitest";
import { aLead } from "../kinds/lead.js";
import type { Program, Props } from "../support/engine-part.js";
import { type World, applied, lead, succeeded, test } from "../support/world.js";

const person = (props: Props = {}): Program => ({
  ada: {
    kind: "Lead",
    props: { ...lead, onUnconvergent: "replace", allowDuplicate: true, ...props },
  },
});
const contacts = { secondaryContacts: [{ phoneNumber: "+12025550150" }] };

const retained = async (): Promise<World> => {
  const here = await applied(person());
  here.engine.retainsOnDelete = true;
  return here;
};

describe("a replaced lead that stays in the service", () => {
  test("is not created again, because the person would be called twice", async () => {
    const here = await retained();
    const { errors } = await here.engine.up(person(contacts));
    expect(errors).toEqual([
      expect.stringMatching(
        /the object with id \d+ is to be replaced but was not deleted \(retainOnDelete.*set onExisting: "adopt" to keep it\. Then/,
      ),
    ]);
    expect(errors[0]).not.toContain(lead.phoneNumber);
    expect(here.writes()).toEqual([]);
    expect(aLead.rows(here.emulator)).toHaveLength(1);
  });

  test("is not created again by the next run either, which can adopt it", async () => {
    const here = await retained();
    await here.engine.up(person(contacts));
    expect((await here.engine.up(person(contacts))).errors).toEqual([
      expect.stringMatching(/already has this campaign and phone number/),
    ]);
    expect(await here.engine.up(person({ ...contacts, onExisting: "adopt" }))).toMatchObject(succeeded);
    expect(aLead.rows(here.emulator)).toHaveLength(1);
  });

  test('is created a second time with onExisting: "create"', async () => {
    const here = await retained();
    expect(await here.engine.up(person({ ...contacts, onExisting: "create" }))).toMatchObject(succeeded);
    expect(aLead.rows(here.emulator)).toHaveLength(2);
  });
});

test("a replaced object that another resource's create finds may still be deleted in the same run", async () => {
  const here = await applied(person());
  const moved = { ...contacts, phoneNumber: "+12025550144" };
  const program: Program = { ...person(moved), bob: { kind: "Lead", props: lead } };
  expect(await here.engine.up(program)).toMatchObject(succeeded);
  expect(aLead.rows(here.emulator)).toHaveLength(2);
});

test("an object that a listing still shows after its deletion does not block the replacement", async () => {
  const here = await applied(person(), { listLag: 5_000 });
  here.clock.advance(60_000);
  expect(await here.engine.up(person(contacts))).toMatchObject(succeeded);
  expect(aLead.rows(here.emulator)).toHaveLength(1);
});
