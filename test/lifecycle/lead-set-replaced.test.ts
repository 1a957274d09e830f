/**
 * People whose leads are gone may have asked not to be called. A replaced or renamed set, or a failed apply, must not
 * call them again.
 */
import { expect } from "vitest";
import type { Program, Props } from "../support/engine-part.js";
import { urnOf } from "../support/sdk-part.js";
import { type Process, hostProcess } from "../support/runtime.js";
import { type World, succeeded, test, unchanged, world } from "../support/world.js";
import { TWO, csv, leadSet, names } from "./lead-set-lists.js";

const set = (text: string, more: Props = {}): Program => ({ people: leadSet(text, more) });

async function applied(here: World, program: Program): Promise<void> {
  expect(await here.engine.up(program)).toMatchObject(succeeded);
  here.clock.advance(60_000);
}

/** The set in state, and a new provider host. */
function next(here: World) {
  const process: Process = hostProcess(here.clock, here.engine.env);
  const { id, inputs, outputs } = here.engine.state.get("people")!;
  const news = {
    ...inputs,
    __rowsFile: (inputs["leads"] as Props)["file"],
    __urn: urnOf("LeadSet", "people"),
  };
  return { ...process, hosted: process.open("LeadSet"), id, inputs, outputs, news };
}

test.each([{}, { onRemove: "keep" }])(
  "pulumi up --replace does not create people again whose leads are gone: %j",
  async (more) => {
    const here = await world();
    await applied(here, set(TWO, more));
    here.emulator.state.leads.shift();
    const { hosted, id, outputs, news } = next(here);
    // The engine's operations with `--replace`.
    const { inputs } = await hosted.check({}, news);
    await hosted.delete(id, outputs);
    await hosted.create(inputs);
    expect(names(here)).toEqual(["Bob"]);
  },
);

test("the preview of pulumi up --replace says that a running campaign may call the people of the list again", async ({
  here,
}) => {
  await applied(here, set(TWO));
  here.emulator.state.campaigns[0]!.status = "in-progress";
  const { hosted, news, lines } = next(here);
  await hosted.check({}, { ...news, __preview: true });
  expect(lines.join("\n")).toContain("they are deleted and created again, and may be called again");
});

test("pulumi up --replace does not create blacklisted people again", async ({ here }) => {
  await applied(here, set(TWO));
  here.emulator.state.leads[0]!.status = "blacklisted";
  const { hosted, id, outputs, news } = next(here);
  const { inputs } = await hosted.check({}, news);
  await hosted.delete(id, outputs);
  await hosted.create(inputs);
  expect(names(here)).toEqual(["Bob"]);
});

test.each([
  ["delete", ["Bob"]],
  ["keep", ["Ada", "Bob", "Bob"]],
])(
  "a change of the campaign does not create blacklisted people again, onRemove %s",
  async (onRemove, all) => {
    const here = await world();
    await applied(here, set(TWO, { onRemove }));
    here.emulator.state.leads[0]!.status = "blacklisted";
    const moved = set(TWO, { campaign: 2, onRemove });
    expect((await here.engine.preview(moved)).lines.join("\n")).toContain(
      "1 lead will be created (line 3). 1 lead is gone from the service, or was blacklisted, and will not",
    );
    await applied(here, moved);
    expect(names(here)).toEqual(all);
    expect(await here.engine.refresh()).toMatchObject({ ...unchanged, lines: [] });
    here.requests();
    expect(await here.engine.up(moved)).toMatchObject(unchanged);
    expect(here.writes()).toEqual([]);
  },
);

test.each([
  [
    "keep",
    "delete",
    /the replacement leaves 2 leads of campaign 1, where they may be called, because onRemove is "keep"/,
  ],
  ["keep", "keep", /the replacement leaves 2 leads of campaign 1/],
  ["delete", "keep", /the replacement deletes 2 leads of campaign 1, because onRemove is "delete"/],
  ["delete", "delete", undefined],
])("a change of the campaign with onRemove %s, then %s: preview warns", async (before, after, says) => {
  const here = await world();
  await applied(here, set(TWO, { onRemove: before }));
  const lines = (await here.engine.preview(set(TWO, { campaign: 2, onRemove: after }))).lines.join("\n");
  expect(lines).toMatch(says ?? /will be created/);
  if (!says) expect(lines).not.toContain("the replacement");
});

test("replaceOnChanges deletes the leads of the old set, and creates all but the gone ones", async ({
  here,
}) => {
  const three = `${TWO}+12025550103,Cyd\n`;
  await applied(here, set(three));
  here.emulator.state.leads.shift();
  const { hosted, id, inputs, outputs, news, lines } = next(here);
  // With `replaceOnChanges`, the engine replaces a set even if the provider's diff asks for no replacement.
  const changed = { ...news, onExisting: "fail", __preview: true };
  const checked = await hosted.check(inputs, changed);
  await hosted.diff(id, outputs, checked.inputs);
  await hosted.check({}, changed);
  expect(lines.at(-1)).toContain("2 leads will be created (lines 3, 4). 1 lead is gone from the service");
  await hosted.delete(id, outputs);
  expect(names(here)).toEqual([]);
  await hosted.create(checked.inputs);
  expect(names(here)).toEqual(["Bob", "Cyd"]);
});

test.each([
  [{}, ["Bob"]],
  [{ onRemove: "keep" }, ["Bob"]],
  [{ onGone: "recreate" }, ["Bob", "Ada"]],
])(
  "a renamed set without an alias that adopts: the delete deletes what was created again: %j",
  async (more, left) => {
    const here = await world();
    await applied(here, set(TWO, more));
    here.emulator.state.leads.shift();
    const renamed = { after: set(TWO, { onExisting: "adopt", ...more })["people"]! };
    const { errors, lines } = await here.engine.up(renamed);
    expect(errors).toEqual([]);
    const deleted = lines.filter((line) => / was gone, and another .* it is deleted \(id \d+\)/.test(line));
    expect(deleted).toHaveLength(left.length === 1 ? 1 : 0);
    expect(names(here)).toEqual(left);
    here.clock.advance(60_000);
    expect((await here.engine.refresh()).errors).toEqual([]);
    await applied(here, renamed);
    expect(names(here)).toEqual(left);
  },
);

test("a renamed set after a refresh in the same command creates no gone people again", async ({ here }) => {
  await applied(here, set(TWO));
  here.emulator.state.leads.shift();
  const { hosted, id, inputs, outputs, news } = next(here);
  const read = await hosted.read(id, outputs);
  await hosted.diff(id, read.props!, inputs);
  const renamed = { ...news, onExisting: "adopt", __urn: urnOf("LeadSet", "after") };
  const checked = await hosted.check({}, renamed);
  await hosted.create(checked.inputs);
  await hosted.delete(id, read.props!);
  expect(names(here)).toEqual(["Bob"]);
});

test("a gone lead whose second create failed is still gone: without onGone recreate it is not created", async ({
  here,
}) => {
  await applied(here, set(TWO));
  here.emulator.state.leads.shift();
  const fault = { status: 422, body: { message: "No" } };
  here.emulator.faults.add({ method: "POST", path: "/user/lead", fault });
  const recreate = set(TWO, { onGone: "recreate" });
  expect((await here.engine.up(recreate)).errors).toHaveLength(1);
  here.emulator.faults.clear();
  here.clock.advance(60_000);
  await applied(here, set(TWO));
  expect(names(here)).toEqual(["Bob"]);
  expect(here.engine.state.get("people")!.outputs).toMatchObject({ leadCount: 2, goneCount: 1 });
  await applied(here, recreate);
  expect(names(here)).toEqual(["Bob", "Ada"]);
  expect(here.engine.state.get("people")!.outputs).toMatchObject({ leadCount: 2, goneCount: 0 });
});

test("ignoreChanges of the list: the engine passes the list in state, and nothing changes", async ({
  here,
}) => {
  await applied(here, set(TWO));
  const { hosted, id, inputs, outputs, news } = next(here);
  const more = csv(`${TWO}+12025550103,Cyd\n`);
  const checked = await hosted.check(inputs, { ...news, __rowsFile: more.file });
  expect(checked.failures).toEqual([]);
  expect(await hosted.diff(id, outputs, checked.inputs)).toMatchObject({ changes: false });
});
