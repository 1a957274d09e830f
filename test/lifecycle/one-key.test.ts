/** If two resources of a program have the same key, the preview names both. */
import { describe, expect } from "vitest";
import type { Program, Props } from "../support/engine-part.js";
import { UNKNOWN } from "../support/engine-part.js";
import { urnOf } from "../support/sdk-part.js";
import { canaries } from "../support/canaries.js";
import { hostProcess } from "../support/runtime.js";
import { subjects } from "./subjects.js";
import { type World, lead, succeeded, test } from "../support/world.js";

describe.each(subjects)("$kind", (subject) => {
  const { kind, props, key: property, keys } = subject;
  const [one, two] = keys;
  const resource = (value: unknown, more: Props = {}): Program[string] => ({
    kind,
    props: { ...props, [property]: value, ...more },
  });
  const rejected = async (here: World, program: Program): Promise<void> => {
    here.requests();
    const { errors } = await here.engine.preview(program);
    const key = kind === "Lead" ? "campaign and phone number" : "name";
    expect(errors).toEqual([
      expect.stringContaining(`the resources "first" and "second" of this program declare the same ${key},`),
    ]);
    expect(here.writes()).toEqual([]);
  };
  const second = { onExisting: "create", ...(kind === "Lead" && { allowDuplicate: true }) };

  test("two new resources are rejected", async ({ here }) => {
    await rejected(here, { first: resource(one), second: resource(one) });
  });

  test("two new resources are rejected without a token too", async ({ here }) => {
    here.engine.env = { VOICECALL_BASE_URL: here.engine.env["VOICECALL_BASE_URL"] };
    const { errors } = await here.engine.preview({ first: resource(one), second: resource(one) });
    expect(errors).toEqual([expect.stringContaining('the resources "first" and "second" of this program')]);
  });

  test.for([["first"], ["second"]])(
    "%s is in state, and the other resource is new: rejected",
    async ([name], { here }) => {
      expect(await here.engine.up({ [name!]: resource(one) })).toMatchObject(succeeded);
      await rejected(here, { first: resource(one), second: resource(one) });
    },
  );

  test("a resource that gets the key of the other is rejected", async ({ here }) => {
    const both = { first: resource(one), second: resource(two) };
    expect(await here.engine.up(both)).toMatchObject(succeeded);
    await rejected(here, { first: resource(one), second: resource(one) });
  });

  test.for<[string, (here: World) => Program, Program?]>([
    ['onExisting: "create" on both', () => pair(second, second)],
    ["the keys are not known yet", () => ({ first: resource(UNKNOWN), second: resource(UNKNOWN) })],
    ["both have had it since an earlier run", () => pair(), pair(second, second)],
    [
      "two swap their keys",
      () => ({ first: resource(two), second: resource(one) }),
      { first: resource(one), second: resource(two) },
    ],
  ])("no error: %s", async ([, program, before], { here }) => {
    if (before) expect(await here.engine.up(before)).toMatchObject(succeeded);
    expect((await here.engine.preview(program(here))).errors).toEqual([]);
  });

  test("no error: one adopts the object with the key, the other creates a second object", async ({
    here,
  }) => {
    expect(await here.engine.up({ old: resource(one) })).toMatchObject(succeeded);
    const adoptId = Number(here.engine.state.get("old")!.id);
    here.engine.state.clear();
    const program = { first: resource(one, { adoptId }), second: resource(one, second) };
    expect(await here.engine.preview(program)).toMatchObject(succeeded);
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(subject.rows(here.emulator)).toHaveLength(2);
  });

  test("the error shows no secret", async ({ here }) => {
    const { errors } = await here.engine.preview({ first: resource(one), second: resource(one) });
    for (const secret of [canaries.token, ...(kind === "Lead" ? [String(one)] : [])])
      expect(errors.join("\n")).not.toContain(secret);
  });

  test("the names are in alphabetical order, not in that of the engine's requests", async ({ here }) => {
    const hosted = hostProcess(here.clock, here.engine.env).open(kind);
    const check = async (name: string) => {
      const news = { ...props, [property]: one, __urn: urnOf(kind, name), __preview: true };
      return (await hosted.check({}, news)).inputs["__mistakes"];
    };
    expect(await check("second")).toBeUndefined();
    expect(await check("first")).toEqual([
      expect.stringContaining('the resources "first" and "second" of this program'),
    ]);
  });

  function pair(first: Props = {}, second: Props = {}): Program {
    return { first: resource(one, first), second: resource(one, second) };
  }
});

test("a lead's campaign that was renamed manually, and its new name in the program: no error", async ({
  here,
}) => {
  const program = (campaign: string): Program => ({ it: { kind: "Lead", props: { ...lead, campaign } } });
  expect(await here.engine.up(program("Spring renewals"))).toMatchObject(succeeded);
  here.emulator.state.campaigns[0]!.name = "Summer renewals";
  expect((await here.engine.preview(program("Summer renewals"))).errors).toEqual([]);
});
