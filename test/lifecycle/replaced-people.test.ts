/**
 * A person who is blacklisted, or whose lead is gone, is never created again by a replacement. The calls of the engine
 * are those that docs/decisions/leads.md lists, as measured with the CLI 3.255.0 and 3.276.0.
 */
import { expect, test } from "vitest";
import { campaign, serviceOf } from "../kinds/index.js";
import { type Declared, type Program, type Props, UNKNOWN } from "../support/engine-part.js";
import { urnOf } from "../support/sdk-part.js";
import { type Process, hostProcess } from "../support/runtime.js";
import { type World, succeeded, world } from "../support/world.js";
import { TWO, leadSet } from "./lead-set-lists.js";

const ADA = "+12025550101";
const offers = (maxRetries: number): Declared => ({
  kind: "Campaign",
  props: { ...campaign, maxRetries, onChange: "replace", onDestroy: "deleteLeads" },
});
const numeric = (id: unknown): unknown => (/^\d+$/.test(String(id)) ? Number(id) : id);
const KINDS = ["Lead", "LeadSet"] as const;
type Kind = (typeof KINDS)[number];

const propsOf = (kind: Kind): Props =>
  kind === "Lead" ? { phoneNumber: ADA } : { ...(leadSet(TWO).props as Props) };

/** A campaign, and a lead or a list with Ada and Bob. Then Ada's lead is blacklisted or deleted. */
async function applied(kind: Kind, ada: "blacklisted" | "gone" | "living", more: Props = {}): Promise<World> {
  const here = await world(serviceOf("Campaign", {}));
  const people: Declared = {
    kind,
    props: (of) => ({ ...propsOf(kind), ...more, campaign: numeric(of("offers")["id"]) }),
  };
  const program: Program = { offers: offers(2), people };
  expect(await here.engine.up(program)).toMatchObject(succeeded);
  here.clock.advance(60_000);
  if (ada === "gone") here.emulator.state.leads.shift();
  if (ada === "blacklisted") here.emulator.state.leads[0]!.status = "blacklisted";
  here.requests();
  return here;
}

/** What is in state, in the form of the engine's calls, and a new provider host. */
function next(here: World, kind: Kind) {
  const host: Process = hostProcess(here.clock, here.engine.env);
  const of = (name: string, its: string) => {
    const { id, inputs, outputs } = here.engine.state.get(name)!;
    const file = (inputs["leads"] as Props | undefined)?.["file"];
    const news = {
      ...inputs,
      __provider: "text",
      ...(file !== undefined && { __rowsFile: file }),
      __urn: urnOf(its, name),
    };
    return { hosted: host.open(its), id, inputs, outputs, news };
  };
  return { ...host, offers: of("offers", "Campaign"), people: of("people", kind) };
}

const adas = ({ emulator }: World): unknown[] =>
  emulator.state.leads.flatMap(({ phone_number: number, status }) => (number === ADA ? [status] : []));
const hasBob = ({ emulator }: World): boolean =>
  emulator.state.leads.some(({ phone_number: number }) => number !== ADA);

/** The calls about the lead before its campaign is deleted. */
const CASCADES: Record<string, readonly ("diff" | "delete")[]> = {
  "replaceWith, and a LeadSet without an option": ["diff", "delete"],
  "deletedWith of a transform, from 3.276 on": [],
};

const cases = Object.keys(CASCADES).flatMap((way) =>
  KINDS.flatMap((kind) => [{}, { onGone: "recreate" }].map((more) => [way, kind, more] as const)),
);

test.each(cases)("%s, %s %j: a blacklisted person is not in the new campaign", async (way, kind, more) => {
  const here = await applied(kind, "blacklisted", more);
  const { offers: old, people, lines } = next(here, kind);
  const changed = { ...old.news, maxRetries: 4 };
  const checked = await old.hosted.check(old.inputs, changed);
  expect(await old.hosted.diff(old.id, old.outputs, checked.inputs)).toMatchObject({
    replaces: ["maxRetries"],
  });
  await old.hosted.check({}, changed);
  const { inputs } = people;
  for (const call of CASCADES[way]!)
    if (call === "delete") await people.hosted.delete(people.id, people.outputs);
    else await people.hosted.diff(people.id, people.outputs, { ...inputs, campaign: UNKNOWN });
  await old.hosted.delete(old.id, old.outputs);
  const made = await old.hosted.create(checked.inputs);
  const news = { ...people.news, campaign: Number(made.id) };
  const again = await people.hosted.check({}, news);
  const created = await people.hosted.create(again.inputs);
  expect(adas(here)).toEqual([]);
  expect(hasBob(here)).toBe(kind === "LeadSet");
  expect(lines.join("\n")).toMatch(/blacklisted/);
  // Nothing is left to do, and "recreate" does not create the person later.
  const later = next(here, kind).people.hosted;
  const stored = { ...created.outs, __provider: "text" };
  const same = await later.check(again.inputs, news);
  const diff = await later.diff(created.id, stored, same.inputs);
  expect(diff.replaces ?? []).toEqual([]);
  if (diff.changes !== false) await later.update(created.id, stored, same.inputs);
  expect(adas(here)).toEqual([]);
});

test.each(KINDS)(
  'without an option, %s: onGone "recreate" does not create a blacklisted person in the new campaign, nor later',
  async (kind) => {
    const more = { onGone: "recreate" };
    const here = await applied(kind, "blacklisted", more);
    const people: Declared = {
      kind,
      props: (of) => ({ ...propsOf(kind), ...more, campaign: numeric(of("offers")["id"]) }),
    };
    for (let run = 1; run <= 3; run += 1) {
      expect(await here.engine.up({ offers: offers(4), people })).toMatchObject(succeeded);
      here.clock.advance(60_000);
      expect(await here.engine.refresh()).toMatchObject(succeeded);
      expect(adas(here)).toEqual([]);
    }
    expect(hasBob(here)).toBe(kind === "LeadSet");
    expect(await here.engine.up({ offers: offers(4), people })).toMatchObject({
      steps: [{ op: "same" }, { op: "same" }],
    });
  },
);

test("each lead that is deleted with its campaign is counted as lost", async () => {
  const here = await world(serviceOf("Campaign", {}));
  const people = (more: Props = {}): Program =>
    Object.fromEntries(
      [ADA, "+12025550102", "+12025550103"].map((phoneNumber, index) => [
        `person${index}`,
        {
          kind: "Lead",
          props: (of) => ({ phoneNumber, campaign: numeric(of("offers")["id"]), ...(index === 1 && more) }),
        } satisfies Declared,
      ]),
    );
  expect(await here.engine.up({ offers: offers(2), ...people() })).toMatchObject(succeeded);
  here.clock.advance(60_000);
  here.emulator.state.leads.pop();
  await here.engine.refresh();
  const found = async (program: Program): Promise<unknown[]> => {
    expect(await here.engine.preview(program)).toMatchObject({ errors: [] });
    return here.engine.messages.flatMap(({ effect, text, unlessReplaced }) =>
      effect === "loss" ? [[text, unlessReplaced]] : [],
    );
  };
  const lost = "deleted with its campaign, which is replaced, and";
  expect(await found({ offers: offers(4), ...people({ onGone: "recreate" }) })).toEqual([
    [
      `Lead person0: ${lost} not created again. Unless the person is blacklisted, onGone: "recreate" creates it with the next \`pulumi up\`.`,
      urnOf("Lead", "person0"),
    ],
    [
      `Lead person1: ${lost} created again only by the next \`pulumi up\` (onGone: "recreate").`,
      urnOf("Lead", "person1"),
    ],
  ]);
  expect(await found({ offers: offers(2), ...people() })).toEqual([]);
});

test.each(KINDS)("replaceWith, %s: a person whose lead is gone is not in the new campaign", async (kind) => {
  const here = await applied(kind, "gone");
  const { offers: old, people } = next(here, kind);
  const { inputs } = await old.hosted.check(old.inputs, { ...old.news, maxRetries: 4 });
  await old.hosted.diff(old.id, old.outputs, inputs);
  await people.hosted.diff(people.id, people.outputs, { ...people.inputs, campaign: UNKNOWN });
  await people.hosted.delete(people.id, people.outputs);
  await old.hosted.delete(old.id, old.outputs);
  const made = await old.hosted.create(inputs);
  const again = await people.hosted.check({}, { ...people.news, campaign: Number(made.id) });
  await people.hosted.create(again.inputs);
  expect(adas(here)).toEqual([]);
  expect(hasBob(here)).toBe(kind === "LeadSet");
});

/** The calls of the run after a replacement that was interrupted between its delete and its create. */
const AFTER: Record<string, readonly ["diff"?]> = {
  "--replace, taint, replaceWith or replaceOnChanges": ["diff"],
  replacementTrigger: [],
};

test.each(Object.keys(AFTER).flatMap((way) => KINDS.map((kind) => [way, kind] as const)))(
  "interrupted after its delete, %s of a %s: a person whose lead was gone is not created",
  async (way, kind) => {
    const here = await applied(kind, "gone");
    const killed = next(here, kind).people;
    await killed.hosted.check({}, killed.news);
    await killed.hosted.delete(killed.id, killed.outputs);
    const { people } = next(here, kind);
    await people.hosted.check(people.inputs, people.news);
    if (AFTER[way]!.length > 0) await people.hosted.diff(people.id, people.outputs, people.inputs);
    const { inputs } = await people.hosted.check({}, people.news);
    const created = await people.hosted.create(inputs).catch((error: Error) => error);
    expect(adas(here)).toEqual([]);
    if (AFTER[way]!.length > 0) expect(created).not.toBeInstanceOf(Error);
    else
      expect((created as Error).message).toMatch(
        /interrupted replacement.*To create .*, set onGone: "recreate"/s,
      );
  },
);

test.each(KINDS.flatMap((kind) => [true, false].map((isHook) => [kind, isHook] as const)))(
  "the rejected create of a replaced %s is repeated (by an error hook: %s): nobody is lost",
  async (kind, isHook) => {
    const here = await applied(kind, "living");
    const fault = { status: 422, body: { message: "No" } };
    here.emulator.faults.add({ method: "POST", path: "/user/lead", fault });
    const { people } = next(here, kind);
    const checked = await people.hosted.check({}, people.news);
    const inputs = { ...checked.inputs, __provider: "text" };
    await people.hosted.delete(people.id, people.outputs);
    const failed = (await people.hosted.create(inputs).catch((error: unknown) => error)) as {
      id: string;
      properties: Props;
    };
    here.emulator.faults.clear();
    if (isHook) {
      await people.hosted.create(inputs);
      return expect(adas(here)).toEqual(["created"]);
    }
    here.engine.state.set("people", {
      ...here.engine.state.get("people")!,
      ...{ id: failed.id, outputs: failed.properties, initErrors: ["No"] },
    });
    expect(adas(here)).toEqual([]);
    const program: Program = {
      offers: offers(2),
      people: { kind, props: { ...propsOf(kind), campaign: Number(here.engine.state.get("offers")!.id) } },
    };
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(adas(here)).toEqual(["created"]);
    expect(hasBob(here)).toBe(kind === "LeadSet");
  },
);
