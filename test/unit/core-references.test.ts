/** Messages show the names of objects whose ids the program declares. */
import { describe, expect, test } from "vitest";
import { namedChanges, reportNames } from "../../provider/core/steps/references.js";
import { changes } from "../../provider/core/steps/diff.js";
import type { Bag } from "../../provider/core/fields/values.js";
import type { Message } from "../../provider/base/messages.js";
import { toyOffline, toyOperation, toyWorld } from "./core-toy.js";

describe("a preview", () => {
  const line = async (olds: Bag, news: Bag, session = toyWorld().session, isPreview = true) => {
    session.ledger.isPreview = isPreview;
    const operation = toyOperation(session, {
      olds: { name: "Ball", ...olds },
      news: { name: "Ball", ...news },
    });
    return namedChanges(operation, await changes(operation));
  };
  const before = { voice: 2, voiceId: 2 };

  test.each<[string, Bag, Bag, string[]]>([
    [
      "names changed ids",
      before,
      { voice: 1 },
      ['Toy "Ball": will change voice ("Twin" (id 2) → "Sarah" (id 1)).'],
    ],
    [
      "names an id beside one without a name",
      before,
      { voice: 99 },
      ['Toy "Ball": will change voice ("Twin" (id 2) → 99).'],
    ],
    ["is silent if no id has a name", { voice: 98, voiceId: 98 }, { voice: 99 }, []],
    ["is silent about other fields", { size: 1 }, { size: 2 }, []],
    ["is silent about a removed reference that stays", before, {}, []],
    ["is silent if nothing changes", before, { voice: 2 }, []],
  ])("%s", async (_, olds, news, expected) => {
    expect(await line(olds, news)).toEqual(expected);
  });

  test("names all changed references in one line, also removed ones that are emptied", async () => {
    const { definition } = toyOperation(toyWorld().session);
    const fields = { ...definition.fields, tools: { ...definition.fields["tools"]!, shown: true as const } };
    const { session } = toyWorld();
    session.ledger.isPreview = true;
    const operation = toyOperation(session, {
      definition: { ...definition, fields },
      olds: { name: "Ball", ...before, tools: [21], toolIds: [21] },
      news: { name: "Ball", voice: 1 },
    });
    expect(await namedChanges(operation, await changes(operation))).toEqual([
      'Toy "Ball": will change voice ("Twin" (id 2) → "Sarah" (id 1)), tools (["get_hours" (id 21)] → not set).',
    ]);
  });

  test("names nothing without a token, and an apply names nothing at all", async () => {
    expect(await line(before, { voice: 1 }, toyWorld().session, false)).toEqual([]);
    expect(await line(before, { voice: 1 }, toyOffline())).toEqual([]);
  });
});

describe("voicecall drift", () => {
  const reported = async (property: string, sides: unknown[], reads = true): Promise<Message[]> => {
    const messages: Message[] = [];
    const { session } = toyWorld();
    if (reads) Object.defineProperty(session, "report", { value: (one: Message) => messages.push(one) });
    await reportNames(toyOperation(session, { id: "7" }), property, sides);
    return messages;
  };

  test("gets the names of the ids that have some", async () => {
    const names = { tools: { 21: "get_hours", 22: "get_prices" } };
    expect(await reported("tools", [[21, 99], [22]])).toEqual([{ kind: "Toy", id: "7", text: "", names }]);
  });

  test.each<[string, string, unknown[], boolean]>([
    ["ids without names", "tools", [[99], null], true],
    ["other fields", "size", [1, 2], true],
    ["anything if no command reads it", "tools", [[21], [22]], false],
  ])("does not get %s", async (_, property, sides, reads) => {
    expect(await reported(property, sides, reads)).toEqual([]);
  });
});
