/** A refresh shows what changed in the service, and keeps the program's spelling of everything else. */
import { describe, expect, test } from "vitest";
import { inForm } from "../../provider/core/steps/form.js";
import type { Standard } from "../../provider/core/run/operation.js";
import { read } from "../../provider/core/read.js";
import type { ServiceRecord } from "../../provider/core/records/record.js";
import type { ReadResult } from "../../provider/core/run/results.js";
import type { Bag } from "../../provider/core/fields/values.js";
import type { Message } from "../../provider/base/messages.js";
import { ToyAccount, accountOf, ball, ballInState } from "./core-toy-account.js";
import { toy } from "./core-toy.js";

const refresh = (here: ToyAccount, olds: Bag = {}): Promise<ReadResult> =>
  read(here.operation({ verb: "read", id: "7", olds: { ...ballInState, ...olds } }));

const refreshed = (record: Bag, olds: Bag): Promise<ReadResult> =>
  refresh(new ToyAccount({ rows: [{ ...ball, ...record }] }), olds);

/** The inputs after a refresh of an object with these live values. */
const inputs = async (record: Bag, olds: Bag): Promise<Bag> => (await refreshed(record, olds)).inputs!;

const parts = (...names: string[]): Bag[] => names.map((name) => ({ name }));
const shownParts = (...names: string[]): Bag[] => names.map((name) => ({ part_name: name }));

describe("a refresh", () => {
  test("keeps the inputs, and takes the computed outputs from the record", async () => {
    const here = new ToyAccount({ rows: [{ ...ball, uuid: "new", voice_id: 2 }] });
    expect(await refresh(here, { __createdAt: 5 })).toEqual({
      id: "7",
      inputs: { name: "Ball", size: 1 },
      props: {
        name: "Ball",
        size: 1,
        uuid: "new",
        voiceId: 2,
        modelId: null,
        toolIds: null,
        __v: 1,
        __createdAt: 5,
        __account: accountOf(here),
      },
    });
    expect(here.requests).toEqual(["find 7"]);
    expect(here.lines()).toEqual([]);
  });

  test.each<[string, Bag, Bag, Bag]>([
    ["another value", { size: 5 }, {}, { size: 5 }],
    ["a field that was emptied", { colour: null }, { colour: "red" }, { colour: null }],
    ["the same text in another spelling", { colour: " red\r\n" }, { colour: "red" }, { colour: "red" }],
    ["a list in another order", { parts: shownParts("a", "b") }, { parts: parts("b", "a") }, {}],
    [
      "a list with a new item",
      { parts: shownParts("c", "a") },
      { parts: parts("a") },
      { parts: parts("a", "c") },
    ],
    ["a field that is never shown", { pin: "2" }, { pin: "1" }, { pin: "1" }],
    ["a policy", { onDestroy: "drop" }, { onDestroy: "keep" }, { onDestroy: "keep" }],
    ["a field that never changes after creation", { maker: "b" }, { maker: "a" }, { maker: "a" }],
    ["an undeclared field", { colour: "red" }, {}, {}],
    ["undeclared keys of a merged object", { variables: { a: 1, b: 2 } }, { variables: { a: 1 } }, {}],
    ["another value of an extra field", { a: 2, b: 2 }, { extra: { a: 1 } }, { extra: { a: 2 } }],
  ])("%s", async (_, record, olds, expected) => {
    expect(await inputs(record, olds)).toEqual({ name: "Ball", size: 1, ...olds, ...expected });
  });

  test("keeps an order field, even if the record has another value", async () => {
    const fields = { ...toy.fields, status: { ...toy.fields["status"]!, record: "status" } };
    const here = new ToyAccount({ rows: [{ ...ball, status: "off" }], definition: { fields } });
    expect((await refresh(here, { status: "on" })).inputs).toEqual({ name: "Ball", size: 1, status: "on" });
  });

  test("keeps a property that this form of the API lacks", async () => {
    const here = new ToyAccount({ rows: [{ ...ball, later: "live" }] });
    const later = { ...toy.fields["colour"]!, record: "later", only: "2026" as const };
    const base = { ...here.definition, fields: { ...toy.fields, later } };
    const olds = { ...ballInState, later: "declared" };
    const operation = here.operation({ verb: "read", id: "7", olds });
    const { inputs, props } = await read(operation.with({ definition: inForm(base, "2025") }));
    expect(inputs).toEqual({ name: "Ball", size: 1, later: "declared" });
    expect(props).toMatchObject({ __account: { form: "2025" } });
  });
});

describe("a name", () => {
  test.each<[string, Bag, Bag, Bag, Bag]>([
    [
      "of the same object keeps its spelling",
      { voice_id: 1, tools: [22, 21] },
      { voice: "sarah", voiceId: 1, tools: ["21", "get_prices"], toolIds: [21, 22] },
      { voice: "sarah", tools: ["21", "get_prices"] },
      { voiceId: 1, toolIds: [21, 22] },
    ],
    [
      "that now refers to another object becomes the name of that object",
      { voice_id: 2, tools: [22] },
      { voice: "Sarah", voiceId: 1, tools: ["get_hours"], toolIds: [21] },
      { voice: "Mia", tools: ["get_prices"] },
      { voiceId: 2, toolIds: [22] },
    ],
    [
      "that no listing shows stays",
      { tools: [99] },
      { tools: [99], toolIds: [99] },
      { tools: [99] },
      { toolIds: [99] },
    ],
    [
      "that the record no longer has is null",
      { voice_id: null },
      { voice: "Sarah", voiceId: 1 },
      { voice: null },
      { voiceId: null },
    ],
    [
      "that cannot be read stays, with its id",
      { model_id: 99 },
      { model: "GPT-4o", modelId: 11 },
      { model: "GPT-4o" },
      { modelId: 11, __notReadable: ["model"] },
    ],
    [
      "that cannot be read stays, though its id was never recorded",
      { model_id: 99 },
      { model: "GPT-4o" },
      { model: "GPT-4o" },
      { modelId: null, __notReadable: ["model"] },
    ],
  ])("%s", async (_, record, olds, expected, ids) => {
    const { inputs, props } = await refreshed(record, olds);
    expect(inputs).toMatchObject(expected);
    expect(props).toMatchObject({ ...expected, ...ids });
  });

  test("is reported with its id only if the object is another one", async () => {
    const messages: Message[] = [];
    const rows: ServiceRecord[] = [{ ...ball, voice_id: 2, tools: [21] }];
    const here = new ToyAccount({ rows, report: (message) => void messages.push(message) });
    await refresh(here, { voice: 1, voiceId: 1, tools: [21], toolIds: [21] });
    expect(messages).toEqual([{ kind: "Toy", id: "7", text: "", names: { voice: { 1: "Sarah" } } }]);
  });
});

describe("the mark of a write with an unknown result", () => {
  test.each<[string, Bag, Bag, string[]]>([
    ["is removed for a declared field that can be read", {}, { size: 1 }, []],
    ["stays for a field that no record shows", {}, { pin: "1" }, ["pin"]],
    ["stays for a field that is to be emptied", {}, { colour: undefined }, ["colour"]],
    ["stays for a field that this record does not show", {}, { colour: "red" }, ["colour"]],
    ["is removed for extra fields that the record has", { a: 1, b: 1 }, { extra: { a: 1, b: 2 } }, []],
    ["stays for extra fields if the record lacks one", { a: 1 }, { extra: { a: 1, b: 2 } }, ["extra"]],
    ["stays for a property of another version", {}, { other: 1 }, ["other"]],
  ])("%s", async (_, record, olds, expected) => {
    const { props } = await refreshed(record, { ...olds, __partial: Object.keys(olds) });
    expect(props!["__partial"] ?? []).toEqual(expected);
  });

  test("the parts that the record lacks are recorded", async () => {
    const { props } = await refreshed({ a: 1 }, { extra: { a: 1, b: 2, c: 3 } });
    expect(props).toMatchObject({ __notReadable: ["extra.b", "extra.c"] });
    expect((await refreshed({}, {})).props).not.toHaveProperty("__notReadable");
  });
});

describe("an object that is gone", () => {
  const whenGone: Standard["whenGone"] = ({ size }) => ({ gone: true, wasSize: size });

  test("is removed from state", async () => {
    const here = new ToyAccount();
    expect(await refresh(here)).toEqual({});
    expect(here.lines()).toEqual([]);
  });

  test("stays in state, marked as gone, if its kind defines whenGone", async () => {
    const here = new ToyAccount({ definition: { whenGone } });
    const olds = { ...ballInState, onGone: "recreate", __partial: ["size"] };
    expect(await refresh(here, olds)).toEqual({
      id: "7",
      props: { ...olds, gone: true, wasSize: 1, __account: accountOf(here) },
      inputs: { name: "Ball", size: 1 },
    });
    expect(here.lines()).toEqual([
      'Toy "Ball" (id 7) is gone from the service. The next `pulumi up` creates it again (onGone: "recreate").',
    ]);
  });

  test("cannot be imported or read with get", async () => {
    const here = new ToyAccount({ definition: { whenGone } });
    expect(await read(here.operation({ verb: "read", id: "7", olds: {} }))).toEqual({});
    expect(here.lines()).toEqual([]);
  });
});

describe("an import or a get", () => {
  const record = {
    ...ball,
    colour: null,
    pin: "1",
    note: undefined,
    a: 1,
    parts: [{ part_name: "b" }, { part_name: "a" }],
    tools: [22, 21, 99],
    model_id: 99,
  };

  test("has every field of the record", async () => {
    const here = new ToyAccount({ rows: [record] });
    const { id, inputs, props } = await read(here.operation({ verb: "read", id: "7", olds: {} }));
    expect(id).toBe("7");
    expect(inputs).toStrictEqual({
      name: "Ball",
      size: 1,
      colour: null,
      parts: [{ name: "a" }, { name: "b" }],
      voice: "Sarah",
      tools: ["get_hours", "get_prices"],
    });
    expect(props).toEqual({
      ...inputs,
      uuid: "u7",
      voiceId: 1,
      modelId: null,
      toolIds: [22, 21],
      __v: 1,
      __account: accountOf(here),
    });
  });

  test("has the fields of the record's engine mode", async () => {
    const here = new ToyAccount({ rows: [{ ...ball, engine: "pipeline", speed: 5 }] });
    const { size } = toy.fields;
    const mode = { ...toy.fields["colour"]!, record: "engine" };
    const speed = { ...size!, record: "speed", in2026: { modes: ["dualplex" as const] } };
    const base = { ...here.definition, modeField: "mode", fields: { mode, speed, size: size! } };
    const operation = here
      .operation({ verb: "read", id: "7", olds: {} })
      .with({ definition: inForm(base, "2026") });
    expect((await read(operation)).inputs).toEqual({ mode: "pipeline", size: 1 });
    Object.assign(here.rows[0]!, { engine: "dualplex" });
    expect((await read(operation)).inputs).toEqual({ mode: "dualplex", speed: 5, size: 1 });
  });
});
