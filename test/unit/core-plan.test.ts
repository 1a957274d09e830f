/** The last apply, the program and the live object determine the request of an update. */
import { describe, expect, test } from "vitest";
import { changes } from "../../provider/core/steps/diff.js";
import { type Plan, planUpdate, settleConflicts } from "../../provider/core/steps/plan.js";
import type { Bag } from "../../provider/core/fields/values.js";
import { toyOperation, toyWorld } from "./core-toy.js";

interface Update {
  olds: Bag;
  news: Bag;
  record: Record<string, unknown>;
  partial?: string[];
}

type Planned = Omit<Plan, "conflicts"> & { conflicts: string[] };

async function planned({ olds, news, record, partial = [] }: Update): Promise<Planned> {
  const operation = toyOperation(toyWorld().session, {
    olds: { name: "Ball", __partial: partial, ...olds },
    news: { name: "Ball", ...news },
  });
  const plan = await planUpdate(
    operation,
    { id: 7, toy_name: "Ball", name: "Ball", ...record },
    await operation.resolved(),
    await changes(operation),
  );
  return { ...plan, conflicts: [...plan.conflicts.values()] };
}

const body = async (update: Update): Promise<unknown> => (await planned(update)).body;

const conflicts = async (update: Update): Promise<readonly string[]> => (await planned(update)).conflicts;

describe("a field", () => {
  test("is sent if the program changed it, under its request name, and must be read back", async () => {
    const plan = await planned({ olds: { size: 1 }, news: { size: 2 }, record: { size: 1 } });
    expect(plan).toMatchObject({ body: { size: 2 }, fields: ["size"], orders: [], conflicts: [] });
    expect([...plan.targets]).toEqual([["size", 2]]);
  });

  test("is not sent if it did not change, or if the service already has it", async () => {
    expect(await body({ olds: { size: 1 }, news: { size: 1 }, record: { size: 3 } })).toEqual({});
    expect(await body({ olds: { size: 1 }, news: { size: 2 }, record: { size: 2 } })).toEqual({});
  });

  test("that cannot be read is sent with each change", async () => {
    const plan = await planned({ olds: { pin: "1" }, news: { pin: "2" }, record: {} });
    expect(plan).toMatchObject({ body: { pin: "2" }, fields: ["pin"], conflicts: [] });
  });

  test("in a list is sent whole, with the service's keys", async () => {
    const part = { name: "wheel", type: "b" };
    const update = { olds: { parts: [] }, news: { parts: [part] }, record: { parts: [] } };
    expect(await body(update)).toEqual({ parts: [{ part_name: "wheel", type: "b" }] });
  });

  test("removed from the program is emptied if there is an empty value, and unchanged otherwise", async () => {
    const olds = { colour: "red", note: "x", size: 3, tools: ["get_hours"], toolIds: [21] };
    const record = { colour: "red", note: "x", size: 3, tools: [21] };
    expect(await body({ olds, news: {}, record })).toEqual({ colour: "none", note: null, tool_ids: [] });
    expect((await planned({ olds, news: {}, record })).fields).toEqual(["colour", "note", "tools"]);
    expect(
      await body({ olds, news: {}, record: { colour: "none", note: null, size: 3, tools: [] } }),
    ).toEqual({});
  });

  test("that never changes after creation is not sent", async () => {
    expect(await body({ olds: { maker: "a" }, news: { maker: "b" }, record: { maker: "a" } })).toEqual({});
  });

  test("with the role policy is stored and not sent; one with the role order is sent when the program changes it", async () => {
    const news = { onDestroy: "drop", status: "on", urge: true };
    const plan = await planned({ olds: { onDestroy: "keep", status: "off", urge: false }, news, record: {} });
    expect(plan).toMatchObject({ body: { status: "on" }, fields: [], orders: ["status"] });
    const left = await planned({ olds: { status: "on" }, news: {}, record: {} });
    expect(left).toMatchObject({ fields: [], orders: [] });
    expect(Object.keys(left.body)).toEqual([]);
  });

  test("with the role order is sent again after a lost response only if the record lacks its value", async () => {
    const orders = async (before: string, live: string, partial: string[]): Promise<readonly string[]> =>
      (await planned({ olds: { status: before }, news: { status: "on" }, record: { status: live }, partial }))
        .orders;
    expect(await orders("on", "off", ["status"])).toEqual(["status"]);
    expect(await orders("on", "on", ["status"])).toEqual([]);
    expect(await orders("off", "on", [])).toEqual(["status"]);
  });
});

describe("a name", () => {
  test("is sent as the id or the name that the service expects", async () => {
    const olds = { voice: 2, voiceId: 2, model: "GPT-4o", modelId: 11, tools: [], toolIds: [] };
    const news = { voice: "Sarah", model: 12, tools: ["get_prices", "22", 21] };
    const record = { voice_id: 2, model_id: 11, tools: [] };
    expect(await body({ olds, news, record })).toEqual({
      voice_id: 1,
      model: "GPT-4o-mini",
      tool_ids: [22, 21],
    });
  });

  test("that refers to the live object is not sent", async () => {
    const olds = { voice: 2, voiceId: 2, tools: [], toolIds: [] };
    const news = { voice: "Sarah", tools: ["get_prices", "get_hours"] };
    // Tool 99 is not in the listing, like a built-in tool. It does not count as a difference.
    expect(await body({ olds, news, record: { voice_id: 1, tools: [99, 21, 22] } })).toEqual({});
  });
});

describe("fields that the service checks together", () => {
  test("are sent together, even if the other field did not change", async () => {
    const update = {
      olds: { size: 1, colour: "red" },
      news: { size: 2, colour: "red" },
      record: { size: 1, colour: "red" },
    };
    expect(await planned(update)).toMatchObject({ body: { size: 2, colour: "red" }, conflicts: [] });
  });

  test("a removed field is sent as its empty value; a field that was never declared is not sent", async () => {
    const record = { size: 1, colour: "none" };
    expect(await body({ olds: { size: 1, colour: "red" }, news: { size: 2 }, record })).toEqual({
      size: 2,
      colour: "none",
    });
    expect(await body({ olds: { size: 1 }, news: { size: 2 }, record })).toEqual({ size: 2 });
  });

  test("the rule does not apply in the other direction", async () => {
    const update = {
      olds: { size: 1, colour: "red" },
      news: { size: 1, colour: "blue" },
      record: { size: 1, colour: "red" },
    };
    expect(await body(update)).toEqual({ colour: "blue" });
  });

  test("a manual change to the value that the program now declares is not a conflict", async () => {
    const update = {
      olds: { size: 1, colour: "red" },
      news: { size: 2, colour: "green" },
      record: { size: 1, colour: "green" },
    };
    expect(await planned(update)).toMatchObject({ body: { size: 2, colour: "green" }, conflicts: [] });
  });

  test("a manual change to a field that is sent along is a conflict", async () => {
    const update = {
      olds: { size: 1, colour: "red" },
      news: { size: 2, colour: "red" },
      record: { size: 1, colour: "green" },
    };
    expect(await conflicts(update)).toEqual([
      "colour (differs: last applied 3 characters, in the service 5 characters)",
    ]);
  });
});

describe("a conflict", () => {
  test("is a live value that is neither the applied nor the declared one", async () => {
    expect(await conflicts({ olds: { size: 1 }, news: { size: 2 }, record: { size: 3 } })).toEqual([
      "size (1 → 3)",
    ]);
  });

  test("does not arise if the program declares the field for the first time", async () => {
    const plan = await planned({ olds: {}, news: { size: 2 }, record: { size: 3 } });
    expect(plan).toMatchObject({ body: { size: 2 }, conflicts: [] });
  });

  test("does not arise if the result of the field's last write is unknown: the field is sent if it differs from the record", async () => {
    const update = { olds: { size: 2 }, news: { size: 2 }, partial: ["size"] };
    expect(await planned({ ...update, record: { size: 3 } })).toMatchObject({
      body: { size: 2 },
      conflicts: [],
    });
    expect(await body({ ...update, record: { size: 2 } })).toEqual({});
    expect(await body({ ...update, record: {} })).toEqual({ size: 2 });
  });

  test("does not arise from a mark of another version on a property that no longer exists", async () => {
    expect(await body({ olds: {}, news: {}, record: {}, partial: ["weight"] })).toEqual({});
  });

  test("about a reference has names beside ids", async () => {
    const update = { olds: { voice: "Sarah", voiceId: 1 }, news: { voice: 2 }, record: { voice_id: 3 } };
    expect(await conflicts(update)).toEqual(['voice ("Sarah" (id 1) → "Twin" (id 3))']);
  });

  const conflicting = { size: "size (1 → 3)", colour: "colour (2 → 4)" };
  const plan = { conflicts: new Map(Object.entries(conflicting)), merged: new Map() } as unknown as Plan;

  test("stops the update by default, with the two ways to continue", () => {
    const operation = toyOperation(toyWorld().session, { id: "7", olds: {}, news: { name: "Ball" } });
    expect(() => settleConflicts(operation, plan)).toThrow(expect.objectContaining({ code: "conflict" }));
    expect(() => settleConflicts(operation, plan)).toThrow(
      "update Toy \"Ball\" (id 7): nothing was sent, because the update would overwrite manual changes: size (1 → 3), colour (2 → 4). To see them, run `npx voicecall drift`. To keep them, run `npx voicecall pull NAME.size NAME.colour`. To overwrite the manual changes of this resource alone, run `pulumi up --refresh --target '**:Toy::NAME'`.",
    );
    settleConflicts(operation, { ...plan, conflicts: new Map() });
  });

  test("is reported or ignored as the settings say", () => {
    const warned = toyWorld({ onConflict: "warn" });
    settleConflicts(toyOperation(warned.session, { id: "7" }), plan);
    expect(warned.printed).toEqual(["Toy (id 7): overwriting manual changes: size (1 → 3), colour (2 → 4)."]);
    const silent = toyWorld({ onConflict: "overwrite" });
    settleConflicts(toyOperation(silent.session), plan);
    expect(silent.printed).toEqual([]);
  });
});

describe("an object that the service merges", () => {
  const update = (olds: unknown, news: unknown, live: unknown, partial: string[] = []): Update => ({
    olds: { variables: olds },
    news: { variables: news },
    record: { variables: live },
    partial,
  });

  test("only keys that the program changed are sent", async () => {
    const plan = await planned(update({ a: 1, b: 1 }, { a: 1, b: 2, c: 3 }, { a: 9, b: 1 }));
    expect(plan).toMatchObject({ body: { variables: { b: 2, c: 3 } }, conflicts: [] });
    expect(plan.targets.get("variables")).toEqual({ b: 2, c: 3 });
  });

  test("a key that the service already has is not sent, unless the record omits it because it is empty", async () => {
    expect(await body(update({ a: 1 }, { a: 2 }, { a: 2 }))).toEqual({});
    expect(await body(update({ a: 1 }, { a: null }, {}))).toEqual({ variables: { a: null } });
    expect(await body(update({ a: 1 }, { a: null }, { a: "" }))).toEqual({});
  });

  test("a removed key sends nothing", async () => {
    expect(await body(update({ a: 1, b: 1 }, { a: 1 }, { a: 1, b: 1 }))).toEqual({});
  });

  test("a key with a manual change that would be overwritten is a conflict", async () => {
    expect(await conflicts(update({ a: 1 }, { a: 2 }, { a: 3 }))).toEqual([
      "variables (differs: 1 key both times)",
    ]);
    expect(await conflicts(update({ a: 1 }, { a: 2 }, {}))).toHaveLength(1);
    // An equivalent value is not a change.
    expect(await conflicts(update({ a: " x" }, { a: "y" }, { a: "x" }))).toEqual([]);
    expect(await conflicts(update({}, { a: 2 }, { a: 3 }))).toEqual([]);
    expect(await conflicts(update({ a: 1, b: 1 }, { a: 2, b: 2 }, { a: 3, b: 1 }))).toHaveLength(1);
  });

  test("after a write with an unknown result, every key that differs is sent, and none is a conflict", async () => {
    const plan = await planned(update({ a: 1, b: 1 }, { a: 1, b: 1 }, { a: 2, b: 1 }, ["variables"]));
    expect(plan).toMatchObject({ body: { variables: { a: 1 } }, conflicts: [] });
  });

  test("if the record or state has no object there, all keys are sent", async () => {
    expect(await body(update({ a: 1 }, { a: 2, b: 1 }, null))).toEqual({ variables: { a: 2, b: 1 } });
    const first = { olds: {}, news: { variables: { a: 1 } }, record: { variables: [] } };
    expect(await planned(first)).toMatchObject({ body: { variables: { a: 1 } }, conflicts: [] });
  });
});

describe("fields that the provider does not know", () => {
  const update = (olds: unknown, news: unknown, live: Bag, partial: string[] = []): Update => ({
    olds: { extra: olds },
    news: { extra: news },
    record: live,
    partial,
  });

  test("are sent beside the others, all of them if one differs", async () => {
    const plan = await planned(update({ hue: 1, tone: 1 }, { hue: 2, tone: 1 }, { hue: 1, tone: 1 }));
    expect(plan).toMatchObject({ body: { hue: 2, tone: 1 }, fields: ["extra"], conflicts: [] });
    expect(plan.targets.get("extra")).toEqual({ hue: 2, tone: 1 });
  });

  test("are not sent if the record has all declared values", async () => {
    expect(await body(update({ hue: 1 }, { hue: 2 }, { hue: 2 }))).toEqual({});
    expect(await body(update({ hue: 1 }, { hue: 2 }, { hue: "2.00" }))).toEqual({});
  });

  test("are sent if the program changed a key that the record lacks", async () => {
    expect(await body(update({ hue: 1, tone: 1 }, { hue: 1, tone: 2 }, { hue: 1 }))).toEqual({
      hue: 1,
      tone: 2,
    });
    expect(await body(update({ hue: 1, tone: 1 }, { hue: 2, tone: 1 }, { hue: 2 }))).toEqual({});
    expect(await body(update({ hue: 1 }, { hue: 1, tone: 1 }, { hue: 1 }))).toEqual({ hue: 1, tone: 1 });
    expect(await body(update({ hue: 1 }, { hue: 1 }, {}, ["extra"]))).toEqual({ hue: 1 });
  });

  test("a manual change is a conflict; a new field or an uncertain write is not", async () => {
    expect(await conflicts(update({ hue: 1 }, { hue: 2 }, { hue: 3 }))).toEqual([
      "extra (differs: 1 key both times)",
    ]);
    const two = update({ hue: 1, tone: 1 }, { hue: 2, tone: 2 }, { hue: 3, tone: 1 });
    expect(await conflicts(two)).toHaveLength(1);
    expect(await conflicts(update({}, { hue: 2 }, { hue: 3 }))).toEqual([]);
    expect(await conflicts(update({ hue: 1 }, { hue: 2 }, { hue: "1.00" }))).toEqual([]);
    expect(await conflicts(update({ hue: 1 }, { hue: 2 }, {}))).toEqual([]);
    expect(await conflicts(update({ hue: 1 }, { hue: 2 }, { hue: 3 }, ["extra"]))).toEqual([]);
    expect(await conflicts(update(undefined, { hue: 2 }, { hue: 3 }))).toEqual([]);
  });

  test("never replace a field that the provider knows", async () => {
    const both = { olds: { size: 1 }, news: { size: 2, extra: { size: 9, hue: 1 } }, record: { size: 1 } };
    expect(await body(both)).toEqual({ size: 2, hue: 1 });
  });
});
