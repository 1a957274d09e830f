/**
 * A replacement or a rename must not create a lead again that is gone or blacklisted: the person may have asked not to
 * be called.
 */
import { expect } from "vitest";
import type { Program, Props } from "../support/engine-part.js";
import { urnOf } from "../support/sdk-part.js";
import { hostProcess } from "../support/runtime.js";
import { type World, succeeded, test, unchanged, world } from "../support/world.js";
import { TWO, leadSet, names } from "./lead-set-lists.js";

const contact = (phoneNumber: string): Props => ({ secondaryContacts: [{ phoneNumber }] });
const ada = (more: Props): Program => ({
  ada: {
    kind: "Lead",
    props: { campaign: 1, phoneNumber: "+12025550101", onUnconvergent: "replace", ...more },
  },
});

async function gone(before: Props, isRefreshed: boolean): Promise<World> {
  const here = await world();
  expect(await here.engine.up(ada(before))).toMatchObject(succeeded);
  here.clock.advance(60_000);
  here.emulator.state.leads.length = 0;
  if (isRefreshed) await here.engine.refresh();
  here.requests();
  return here;
}

test.each<[string, Props, Props, boolean]>([
  ["a removed variable, after a refresh", { variables: { a: 1, b: 2 } }, { variables: { a: 1 } }, true],
  ["a removed variable", { variables: { a: 1, b: 2 } }, { variables: { a: 1 } }, false],
  ["another secondary contact, after a refresh", contact("+12025550102"), contact("+12025550103"), true],
  ["another secondary contact", contact("+12025550102"), contact("+12025550103"), false],
])("%s", async (_, before, after, isRefreshed) => {
  const here = await gone(before, isRefreshed);
  expect(await here.engine.preview(ada(after))).toMatchObject({ errors: [], steps: [{ op: "update" }] });
  const { errors, lines } = await here.engine.up(ada(after));
  expect(errors).toEqual([]);
  expect(lines.join("\n")).toContain("is gone from the service. It stays in state and is not created again");
  expect(here.writes()).toEqual([]);
  expect(await here.engine.up(ada(after))).toMatchObject(unchanged);
  expect(here.engine.state.get("ada")!.outputs["gone"]).toBe(true);
});

test.each<[string, Props, Props]>([
  ["a removed variable", { variables: { a: 1, b: 2 } }, { variables: { a: 1 } }],
  ["another secondary contact", contact("+12025550102"), contact("+12025550103")],
])('%s with onGone: "recreate" creates it again', async (_, before, changed) => {
  const here = await gone(before, false);
  const after = ada({ ...changed, onGone: "recreate" });
  expect(await here.engine.up(after)).toMatchObject({ errors: [], steps: [{ op: "replace" }] });
  expect(here.emulator.state.leads).toHaveLength(1);
});

test.each<[string, Props, Props]>([
  ["a removed variable", { variables: { a: 1, b: 2 } }, { variables: { a: 1 } }],
  ["another secondary contact", contact("+12025550102"), contact("+12025550103")],
])("%s does not replace a blacklisted lead, also with onGone recreate", async (_, before, changed) => {
  const here = await world();
  expect(await here.engine.up(ada(before))).toMatchObject(succeeded);
  here.clock.advance(60_000);
  here.emulator.state.leads[0]!.status = "blacklisted";
  here.requests();
  const after = ada({ ...changed, onGone: "recreate" });
  const { errors, lines } = await here.engine.up(after);
  expect(errors).toEqual([]);
  expect(lines.join("\n")).toContain("the lead is blacklisted, so it is not replaced");
  expect(here.methods()).not.toContain("DELETE");
  expect(here.methods()).not.toContain("POST");
  expect(here.emulator.state.leads).toMatchObject([{ status: "blacklisted" }]);
});

test("a lead that a listing does not show yet is replaced", async () => {
  const here = await world({ listLag: 5_000 });
  expect(await here.engine.up(ada({ variables: { a: 1, b: 2 } }))).toMatchObject(succeeded);
  const after = ada({ variables: { a: 1 } });
  expect(await here.engine.up(after)).toMatchObject({ errors: [], steps: [{ op: "replace" }] });
  expect(here.emulator.state.leads).toMatchObject([{ variables: { a: 1 } }]);
});

/** The engine's operations with `--replace`, which it runs without a diff. Returns the new outputs. */
async function replaced(here: World): Promise<Props> {
  const hosted = hostProcess(here.clock, here.engine.env).open("Lead");
  const { id, inputs, outputs } = here.engine.state.get("ada")!;
  const checked = await hosted.check({}, { ...inputs, __urn: urnOf("Lead", "ada") });
  await hosted.delete(id, outputs);
  const created = await hosted.create(checked.inputs);
  return { id: created.id, before: id, ...created.outs };
}

test.each([true, false])(
  "pulumi up --replace does not create a gone lead again; refreshed: %s",
  async (is) => {
    const here = await gone({}, is);
    const { id, before, gone: isGone } = await replaced(here);
    expect({ id, isGone }).toEqual({ id: before, isGone: true });
    expect(here.writes()).toEqual([]);
  },
);

test('pulumi up --replace creates a gone lead again with onGone: "recreate"', async () => {
  const here = await gone({ onGone: "recreate" }, true);
  expect(await replaced(here)).toMatchObject({ gone: false });
  expect(here.emulator.state.leads).toHaveLength(1);
});

test.each<[string, number]>([
  ["blacklisted", 0],
  ["completed", 2],
])("pulumi up --replace of a lead with the status %s: %i writes", async (status, writes) => {
  const here = await world();
  expect(await here.engine.up(ada({}))).toMatchObject(succeeded);
  here.clock.advance(60_000);
  here.emulator.state.leads[0]!.status = status;
  here.requests();
  await replaced(here);
  expect(here.writes()).toHaveLength(writes);
});

test.each([
  [{}, 0],
  [{ onGone: "recreate" }, 1],
])("a gone lead, renamed without an alias, is not kept: %j", async (more, count) => {
  const here = await gone(more, false);
  const eve: Program = { eve: ada(more)["ada"]! };
  const { errors, lines } = await here.engine.up(eve);
  expect(errors).toEqual([]);
  expect(lines.filter((line) => /the lead was gone, and another .* it is deleted/.test(line))).toHaveLength(
    1 - count,
  );
  here.clock.advance(60_000);
  await here.engine.refresh();
  expect(await here.engine.up(eve)).toMatchObject(unchanged);
  expect(here.emulator.state.leads).toHaveLength(count);
});

test("a gone lead whose number moves to a LeadSet is not kept", async () => {
  const here = await gone({}, true);
  const { errors, lines } = await here.engine.up({ people: leadSet(TWO) });
  expect(errors).toEqual([]);
  expect(lines.join("\n")).toContain("another resource of this program created it again");
  expect(names(here)).toEqual(["Bob"]);
});
