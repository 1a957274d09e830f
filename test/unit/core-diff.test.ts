/** Differences between state and program, and how they are reported to the engine and the user. */
import { describe, expect, test } from "vitest";
import type { Change } from "../../provider/core/run/results.js";
import { diffResult, assertAdoptId, changes, notes } from "../../provider/core/steps/diff.js";
import { type Bag, UNKNOWN } from "../../provider/core/fields/values.js";
import { toy, toyOffline, toyOperation, toyWorld } from "./core-toy.js";

const found = async (olds: Bag, news: Bag, session = toyWorld().session): Promise<string[]> =>
  (await changes(toyOperation(session, { olds, news }))).map(({ property, how }) => `${property} ${how}`);

describe("a property", () => {
  test.each<[string, Bag, Bag, string[]]>([
    ["nothing declared, then or now", {}, {}, []],
    ["the same", { size: 1, colour: "red" }, { size: 1, colour: " red\r\n" }, []],
    ["another value", { size: 1 }, { size: 2 }, ["size set"]],
    ["declared for the first time", {}, { size: 1 }, ["size set"]],
    ["taken out", { size: 1, note: null }, {}, ["size removed", "note removed"]],
    ["not known yet", { size: 1, parts: [] }, { size: UNKNOWN, parts: [UNKNOWN] }, ["size set", "parts set"]],
    ["a null where nothing was, which the engine does not see", {}, { note: null }, ["note unseen"]],
    ["a null instead of a value", { note: "x" }, { note: null }, ["note set"]],
    // Inside objects, the engine treats null as a missing value. It compares lists item by item.
    [
      "a null in an object of a list",
      { parts: [{ name: "a" }] },
      { parts: [{ name: "a", type: null }] },
      ["parts unseen"],
    ],
    ["a null in a list", { extra: { a: [] } }, { extra: { a: [null] } }, ["extra set"]],
    [
      "items in another order",
      { parts: [{ name: "a" }, { name: "b" }] },
      { parts: [{ name: "b" }, { name: "a" }] },
      [],
    ],
    [
      "properties that matter only at creation",
      { onExisting: "fail" },
      { onExisting: "adopt", adoptId: 7 },
      [],
    ],
    ["a policy", { onDestroy: "keep" }, { onDestroy: "drop" }, ["onDestroy set"]],
    ["a policy that is the same", { onDestroy: "keep", urge: true }, { onDestroy: "keep", urge: true }, []],
    ["an order field in another spelling", { status: "on" }, { status: "on " }, ["status set"]],
  ])("%s", async (_, olds, news, expected) => {
    expect(await found(olds, news)).toEqual(expected);
  });
});

describe("an object that the service merges", () => {
  const merged = (before: unknown, after: unknown) => found({ variables: before }, { variables: after });

  test("differs if a declared key is new, changed or removed", async () => {
    expect(await merged({ a: 1, b: 1 }, { b: 1, a: 1 })).toEqual([]);
    expect(await merged({ a: 1 }, { a: 2 })).toEqual(["variables set"]);
    expect(await merged({ a: 1 }, { a: 1, b: 1 })).toEqual(["variables set"]);
    expect(await merged({ a: 1, b: 1 }, { a: 1 })).toEqual(["variables removed"]);
    expect(await merged({ a: 1, b: 1 }, { a: 2 })).toEqual(["variables set"]);
    expect(await merged(null, { a: 2 })).toEqual(["variables set"]);
  });
});

describe("a name", () => {
  test("is unchanged as long as it refers to the recorded id", async () => {
    expect(await found({ voice: "Sarah", voiceId: 1 }, { voice: "Sarah" })).toEqual([]);
    expect(await found({ voice: 1, voiceId: 1 }, { voice: "Sarah" })).toEqual([]);
    expect(await found({ voice: "Sarah", voiceId: 1 }, { voice: 1 })).toEqual([]);
    expect(await found({ voice: "Sarah", voiceId: 1 }, { voice: 2 })).toEqual(["voice set"]);
    expect(await found({ model: "GPT-4o", modelId: 11 }, { model: "GPT-4o-mini" })).toEqual(["model set"]);
  });

  test("that now refers to another object is a difference", async () => {
    expect(await found({ voice: "Sarah", voiceId: 9 }, { voice: "Sarah" })).toEqual(["voice moved"]);
  });

  test("in a list is compared once, in any order", async () => {
    const olds = { tools: ["get_hours", "get_prices"], toolIds: [21, 22, 21] };
    expect(await found(olds, { tools: [22, 21] })).toEqual([]);
    expect(await found(olds, { tools: ["get_prices", "21"] })).toEqual([]);
    expect(await found(olds, { tools: ["get_prices"] })).toEqual(["tools set"]);
    expect(await found(olds, { tools: [21] })).toEqual(["tools set"]);
  });

  test("is compared by its spelling if nothing can be looked up, or if no id was recorded", async () => {
    const offline = toyOffline();
    const olds = { voice: "Sarah", voiceId: 9 };
    expect(await found(olds, { voice: "Sarah" }, offline)).toEqual([]);
    expect(await found(olds, { voice: "Sara" }, offline)).toEqual(["voice set"]);
    // An id needs no lookup.
    expect(await found(olds, { voice: 9 }, offline)).toEqual([]);
    expect(await found({ voice: "Sarah" }, { voice: "Sarah" })).toEqual([]);
    expect(await found({ voice: "Sarah" }, { voice: 1 })).toEqual(["voice set"]);
  });

  test("that the account does not have is compared by its spelling: check reports it", async () => {
    expect(await found({ voice: "Sara", voiceId: 9 }, { voice: "Sara" })).toEqual([]);
    expect(await found({ voice: "Sarah", voiceId: 1 }, { voice: "Sara" })).toEqual(["voice set"]);
  });

  test("that cannot be looked up is an error", async () => {
    const campaign = {
      ...toy.fields["voice"]!,
      refers: { to: "campaign", idAs: "campaignId", sends: "id" },
    } as const;
    const compared = changes(
      toyOperation(toyWorld().session, {
        definition: { ...toy, fields: { campaign } },
        olds: { campaign: "Spring", campaignId: 7 },
        news: { campaign: "Spring" },
      }),
    );
    await expect(compared).rejects.toMatchObject({ code: "refused" });
  });
});

describe("the engine", () => {
  const notesOf = (found: Change[], olds: Bag = {}, judged: string[] = []) =>
    diffResult(toyOperation(toyOffline(), { olds }), found, judged);

  test("gets no changes, unless the result of the last write is unknown", () => {
    expect(notesOf([])).toEqual({ changes: false });
    expect(notesOf([], { __partial: ["size"] })).toEqual({ changes: true });
    expect(notesOf([], { __partial: [] })).toEqual({ changes: false });
  });

  test("compares the inputs itself if it can see the difference", () => {
    expect(notesOf([{ property: "size", how: "set" }])).toEqual({ deleteBeforeReplace: true });
    expect(notesOf([{ property: "size", how: "removed" }], { size: 1 })).toEqual({
      deleteBeforeReplace: true,
    });
    expect(
      notesOf([
        { property: "size", how: "set" },
        { property: "voice", how: "moved" },
      ]),
    ).toEqual({ deleteBeforeReplace: true });
  });

  test("gets changes although the inputs look alike to it", () => {
    for (const how of ["moved", "unseen"] as const)
      expect(notesOf([{ property: "note", how }])).toEqual({ changes: true, deleteBeforeReplace: true });
    const moved: Change = { property: "voice", how: "moved" };
    const removed: Change = { property: "note", how: "removed" };
    expect(notesOf([moved, removed], { note: "x" })).toEqual({ deleteBeforeReplace: true });
    expect(notesOf([moved, removed], { note: null })).toEqual({ changes: true, deleteBeforeReplace: true });
    // The engine sees no difference between a null and a missing property, so it calls no update.
    expect(notesOf([{ property: "note", how: "removed" }], { note: null })).toEqual({
      deleteBeforeReplace: true,
    });
  });

  test("gets each property that needs a replacement once", () => {
    expect(
      notesOf([
        { property: "size", how: "set" },
        { property: "maker", how: "set" },
      ]),
    ).toEqual({ replaces: ["maker"], deleteBeforeReplace: true });
    expect(
      notesOf(
        [
          { property: "maker", how: "set" },
          { property: "size", how: "set" },
        ],
        {},
        ["maker", "variables"],
      ),
    ).toEqual({ replaces: ["maker", "variables"], deleteBeforeReplace: true });
    expect(notesOf([], {}, ["variables"])).toEqual({
      changes: true,
      replaces: ["variables"],
      deleteBeforeReplace: true,
    });
  });
});

describe("the user", () => {
  const linesOf = (found: Change[], olds: Bag = {}, news: Bag = { name: "Ball" }) =>
    notes(toyOperation(toyOffline(), { id: "7", olds, news }), found, olds);
  const label = 'Toy "Ball" (id 7)';

  test("gets a note that a name refers to another object", () => {
    expect(linesOf([{ property: "voice", how: "moved" }])).toEqual([
      `${label}: voice now refers to another object in the account, and that object will be used.`,
    ]);
  });

  test("gets a note about the live value that a removed property keeps, with the value if messages may show it", () => {
    const removed = (property: string): Change => ({ property, how: "removed" });
    const olds = {
      size: 60,
      maker: "whisper",
      colour: "red",
      variables: { a: 1 },
      onDestroy: "keep",
      status: "on",
      voice: "Sarah",
    };
    const properties = [...Object.keys(olds), "tools"];
    expect(linesOf(properties.map(removed), olds)).toEqual([
      `${label}: size is no longer declared; it is left at 60 in the service.`,
      `${label}: maker is no longer declared; it is left as it is in the service.`,
      `${label}: voice is no longer declared; it is left at "Sarah" in the service.`,
    ]);
  });

  test("gets a note about an extra field that is no longer declared, and none about one that changed", () => {
    const lines = (extra: Bag): string[] =>
      linesOf([{ property: "extra", how: "set" }], { extra: { a: 1, b: 2 } }, { name: "Ball", extra });
    expect(lines({ a: 1 })).toEqual([
      `${label}: some keys or items of extra that are no longer declared are left as they are in the service.`,
    ]);
    expect(lines({ a: 2, b: 2, c: 3 })).toEqual([]);
  });

  test("gets no note about a property that was set", () => {
    expect(
      linesOf([
        { property: "size", how: "set" },
        { property: "note", how: "unseen" },
        { property: "voice", how: "set" },
      ]),
    ).toEqual([]);
  });
});

test("an adoptId must be the object in state", () => {
  const asserted = (adoptId: unknown) => () =>
    assertAdoptId(toyOperation(toyOffline(), { id: "7", news: { name: "Ball", adoptId } }));
  for (const fine of [7, undefined, UNKNOWN]) expect(asserted(fine)).not.toThrow();
  expect(asserted(8)).toThrow(
    expect.objectContaining({
      code: "invalid",
      message:
        'Toy "Ball" (id 7): adoptId is 8, but this resource already manages the object with id 7. Remove adoptId, or declare a separate resource for the other object.',
    }),
  );
});
