/** Conversions between program and service: names to ids and back, readable values, and values to send. */
import { describe, expect, test } from "vitest";
import type { Field } from "../../provider/core/fields/fields.js";
import { NOT_READABLE } from "../../provider/core/fields/values.js";
import {
  createBody,
  hiddenPaths,
  idsWithoutLookup,
  knownIds,
  addToBody,
  recorded,
  requestValue,
  shownIn,
  spelled,
} from "../../provider/core/run/sides.js";
import { declaredPart } from "../../provider/core/fields/structure.js";
import { compare } from "../../provider/core/steps/readback.js";
import { toy, toyOperation, toyWorld } from "./core-toy.js";

const field = (property: string): Field => toy.fields[property]!;

describe("a declared value", () => {
  test.each<[string, unknown, unknown, unknown]>([
    ["size", 7, 7, 7],
    ["parts", [{ name: "a", type: "b" }], [{ name: "a", type: "b" }], [{ part_name: "a", type: "b" }]],
    ["voice", "Sarah", 1, 1],
    ["voice", null, null, null],
    ["model", "GPT-4o", 11, "GPT-4o"],
    ["model", 12, 12, "GPT-4o-mini"],
    // Each id is sent once.
    ["tools", ["get_prices", "21", 22], [22, 21, 22], [22, 21]],
  ])("%s %j is %j, and is sent as %j", async (property, value, expected, sent) => {
    const { session } = toyWorld();
    const resolved = await toyOperation(session).resolve(property, value);
    expect(resolved).toEqual(expected);
    expect(await requestValue(field(property), resolved, session.names)).toEqual(sent);
  });

  test("of each declared property, in the order of the table", async () => {
    const news = { voice: "Sarah", name: "Ball", size: undefined };
    const wanted = await toyOperation(toyWorld().session, { news }).resolved();
    expect([...wanted.keys()]).toEqual(["name", "voice"]);
  });
});

describe("recorded values in state", () => {
  test.each<[string, Record<string, unknown>, unknown]>([
    ["size", { size: 7 }, 7],
    ["size", {}, undefined],
    ["voice", { voice: "Sarah", voiceId: 1 }, 1],
    ["voice", { voice: "Sarah" }, undefined],
    ["voice", { voiceId: 1 }, undefined],
    ["voice", { voice: null, voiceId: null }, null],
    ["tools", { tools: ["get_hours"], toolIds: [21] }, [21]],
    ["tools", { tools: [], toolIds: null }, []],
  ])("of %s in %j is %j", (property, olds, expected) => {
    expect(recorded(field(property), property, olds)).toEqual(expected);
  });

  test("ids that are known without a lookup", () => {
    expect([knownIds(7), knownIds([7, "x", 8]), knownIds(null), knownIds("7")]).toEqual([
      [7],
      [7, 8],
      [],
      [],
    ]);
  });
});

describe("the value in a record", () => {
  const shows = async (property: string, record: object, declared?: unknown, ids?: number[]) => {
    const known = new Map([[property, ids]]);
    const shown = await shownIn(toyOperation(toyWorld().session), { id: 7, ...record }, known);
    return declaredPart(field(property), shown.get(property), declared);
  };

  test.each<[string, object, unknown, unknown]>([
    ["size", { size: 7 }, undefined, 7],
    ["size", {}, undefined, NOT_READABLE],
    ["pin", { pin: "1" }, undefined, NOT_READABLE],
    ["parts", { parts: [{ part_name: "a", type: "b" }] }, undefined, [{ name: "a", type: "b" }]],
    // The service merges this field, so only declared keys count.
    ["variables", { variables: { a: 1, b: 2 } }, { a: 0, c: 0 }, { a: 1 }],
    ["variables", { variables: { a: 1 } }, undefined, { a: 1 }],
    ["variables", { variables: [] }, { a: 1 }, {}],
    ["variables", { variables: { a: 1 } }, "x", {}],
    ["extra", { hue: 1, tone: 2 }, { hue: 0, shade: 3 }, { hue: 1, shade: 3 }],
    ["extra", { hue: 1 }, undefined, NOT_READABLE],
    // Records may show decimals as text, and booleans as 1 or 0.
    ["extra", { hue: "0.50", on: 1, off: 0 }, { hue: 0.5, on: true, off: false }, { hue: 0.5, on: true, off: false }], // prettier-ignore
    ["extra", { hue: "0.60", on: 0, tone: "1" }, { hue: 0.5, on: true, tone: "a" }, { hue: "0.60", on: 0, tone: "1" }], // prettier-ignore
    ["voice", { voice_id: 1 }, undefined, 1],
    ["model", { model_id: 11 }, undefined, 11],
    ["model", { model_id: 99 }, undefined, NOT_READABLE],
    ["model", { model_id: "GPT" }, undefined, NOT_READABLE],
    ["tools", { tools: [21, 99, "x"] }, undefined, [21]],
    ["tools", { tools: null }, undefined, []],
  ])("of %s in %j, beside %j, is %j", async (property, record, declaredValue, expected) => {
    expect(await shows(property, record, declaredValue)).toEqual(expected);
  });

  test("declared tools and models count as live, even if no listing has them yet", async () => {
    expect(await shows("tools", { tools: [21, 99] }, undefined, [99])).toEqual([21, 99]);
    expect(await shows("model", { model_id: 99 }, undefined, [99])).toBe(99);
  });
});

describe("a live reference in the program's spelling", () => {
  const inWords = (property: string, liveIds: unknown, value?: unknown, ids?: unknown) =>
    spelled(field(property), liveIds, toyWorld().session.names, { value, ids });

  test.each<[string, unknown, unknown, unknown, unknown, unknown]>([
    ["voice", 1, "sarah's id", 1, "sarah's id", 1],
    ["voice", 1, "Other", 9, "Sarah", 1],
    // Two voices share this name, so it could not be converted back to the id. The id stays.
    ["voice", 2, undefined, undefined, 2, 2],
    ["voice", 99, undefined, undefined, 99, 99],
    ["voice", null, "Sarah", 1, null, null],
    ["tools", [22, 21], ["21", "prices"], [21, 22], ["21", "prices"], [21, 22]],
    ["tools", [22, 21, 23], [21], [21], [21, 23, "get_prices"], [21, 23, 22]],
    ["tools", [21], undefined, undefined, ["get_hours"], [21]],
    ["tools", [21], "x", 7, ["get_hours"], [21]],
    ["tools", [], ["get_hours"], [21], [], []],
  ])("%s %j, spelled %j for %j, is %j", async (property, ids, spelling, spelledIds, value, liveIds) => {
    expect(await inWords(property, ids, spelling, spelledIds)).toEqual({ value, ids: liveIds });
  });
});

test.each<[string, unknown, unknown]>([
  ["voice", 7, 7],
  ["voice", "7", undefined],
  ["voice", "Sarah", undefined],
  ["voice", null, null],
  ["tools", ["7", 8], [7, 8]],
  ["tools", ["7", "get_hours"], undefined],
  ["tools", [], []],
  ["size", 7, 7],
])("the ids in %s %j that need no lookup: %j", (property, value, ids) => {
  expect(idsWithoutLookup(field(property), value)).toEqual(ids);
});

describe("after a write", () => {
  const inputs = { size: 7, pin: "1", extra: { hue: 1 }, voice: "Sarah", tools: [99], status: "on" };
  const all = Object.keys(inputs);

  async function judged(record: object, properties = all) {
    const operation = toyOperation(toyWorld().session, { news: inputs });
    const wanted = await operation.resolved();
    const read = { id: 7, ...record };
    const { lost, hidden } = compare(operation, await shownIn(operation, read, wanted), wanted, properties);
    return { notKept: [...lost.keys()], unreadable: hidden };
  }

  test("a field with another value in the record is not kept, whatever the record lacks", async () => {
    const record = { size: 8, hue: 2, voice_id: 2, tools: [], status: "off" };
    expect((await judged(record)).notKept).toEqual(["size", "extra", "voice", "tools"]);
    expect((await judged({})).notKept).toEqual([]);
    const storedAsSent = { size: 7, hue: 1, voice_id: 1, tools: [99] };
    expect((await judged(storedAsSent)).notKept).toEqual([]);
  });

  test("only written fields are checked", async () => {
    expect((await judged({ size: 8 }, ["voice", "colour"])).notKept).toEqual([]);
  });

  test("a field cannot be read if the record lacks it, never has it, or lacks one of its keys", async () => {
    expect((await judged({})).unreadable).toEqual(["size", "pin", "extra", "voice", "tools", "status"]);
    const record = { size: 8, hue: 2, voice_id: 2, tools: [] };
    expect((await judged(record)).unreadable).toEqual(["pin", "status"]);
  });

  test.each<[string, object, unknown, string[]]>([
    ["extra", { hue: 1 }, { hue: 1, tone: 2 }, ["extra.tone"]],
    ["extra", { hue: 1 }, { hue: 1 }, []],
    ["extra", {}, undefined, ["extra"]],
    ["size", {}, 7, ["size"]],
    ["size", { size: 7 }, 7, []],
    ["pin", {}, "1", []],
  ])("%s in %j hides of %j", async (property, record, declared, expected) => {
    const shown = await shownIn(toyOperation(toyWorld().session), { id: 7, ...record });
    expect(hiddenPaths(property, field(property), shown.get(property), declared)).toEqual(expected);
  });
});

describe("the body of a create", () => {
  test("has every declared field under its request name, and no nulls, order fields, options or policies", async () => {
    const inputs = {
      ...{ name: "Ball", note: null, voice: "Sarah", model: 11, status: "on", urge: true },
      ...{ onDestroy: "keep", onExisting: "adopt", maker: "a", extra: { hue: 1, size: 2 } },
    };
    const { session } = toyWorld();
    const wanted = await toyOperation(session, { news: inputs }).resolved();
    expect(await createBody(toy.fields, wanted, session.names)).toEqual({
      ...{ toy_name: "Ball", voice_id: 1, model: "GPT-4o", maker: "a", hue: 1, size: 2 },
    });
  });

  test("extra fields never replace a declared field, and a field without a request name is never sent", () => {
    const body: Record<string, unknown> = { size: 1 };
    addToBody(body, field("extra"), { size: 2, hue: 3 });
    addToBody(body, field("urge"), true);
    addToBody(body, field("name"), "Ball");
    expect(body).toEqual({ size: 1, hue: 3, toy_name: "Ball" });
  });
});
