/** What a preview says about a create if the account already has an object with the key of the new one. */
import { describe, expect, test } from "vitest";
import { previewExisting } from "../../provider/core/steps/existing.js";
import type { ServiceRecord } from "../../provider/core/records/record.js";
import type { Bag } from "../../provider/core/fields/values.js";
import { ToyAccount, ball } from "./core-toy-account.js";

describe("the preview", () => {
  const forecast = async (
    news: Bag,
    record: Bag = {},
    definition: { unchangeable?: string } = {},
  ): Promise<unknown> => {
    const account = new ToyAccount({ rows: [{ id: 7, name: "Ball", ...record }], definition });
    const operation = account.operation({ verb: "check", news: { name: "Ball", ...news } });
    return previewExisting(operation, await operation.resolved());
  };
  const adopt = { onExisting: "adopt" };
  const willAdopt = 'Toy "Ball": will adopt the existing object with id 7';
  const hidden = (what: string): string =>
    `Toy "Ball": the service does not show ${what} of the existing object, so the provider cannot tell whether that object has the declared values.`;

  test("says nothing about an object that will be created", async () => {
    expect(await forecast({ onExisting: "create" })).toEqual({ notes: [], failures: [] });
  });

  test("says that the create will fail", async () => {
    expect(await forecast({ adoptId: 5 })).toEqual({
      notes: [],
      failures: [
        'Toy "Ball": adoptId is 5, and the account has no such object. Applying this will fail. Correct the id, or remove adoptId to create the object.',
      ],
    });
  });

  test.each<[string, Bag, Bag[], { unchangeable?: string; isReadOnly?: () => string }, RegExp]>([
    [
      "names a replacement if one object prevents the create",
      {},
      [ball],
      {},
      /: the account already has an object with this name \(id 7\).*\. Applying this will fail, unless the same run replaces that object\. To adopt it, set adoptId: 7 /,
    ],
    [
      "names a replacement if several objects prevent the create",
      {},
      [ball, { ...ball, id: 8 }],
      {},
      /: the account has 2 objects with this name \(ids 7, 8\)\. Applying this will fail, unless the same run replaces some of them\. Set adoptId /,
    ],
    [
      "names a replacement if another object has the key of the object to adopt",
      { adoptId: 8 },
      [ball, { id: 8, name: "Cube" }],
      {},
      /already has this name \(id 7\)\. Nothing is changed\. Applying this will fail, unless the same run replaces that object\. Give /,
    ],
    [
      "names a replacement if the object to adopt differs and cannot be changed",
      { adoptId: 7, size: 3 },
      [{ ...ball, size: 1 }],
      { unchangeable: "it is fixed" },
      /: the object with id 7 cannot be adopted.* Applying this will fail, unless the same run replaces that object\. Declare /,
    ],
    [
      "names no replacement if the object is read-only, since no resource manages it",
      { adoptId: 7 },
      [ball],
      { isReadOnly: () => "it is an automation tool" },
      /: the object with id 7 cannot be adopted: it is an automation tool\. Applying this will fail\.$/,
    ],
  ])("%s", async (_, news, rows, definition, line) => {
    const account = new ToyAccount({ rows: rows as ServiceRecord[], definition });
    const operation = account.operation({ verb: "check", news: { name: "Ball", ...news } });
    expect(await previewExisting(operation, await operation.resolved())).toEqual({
      notes: [],
      failures: [expect.stringMatching(line)],
    });
  });

  test("names a replacement if another resource manages the object", async () => {
    const account = new ToyAccount({ rows: [ball] });
    account.object(7).isOwned = true;
    const operation = account.operation({ verb: "check", news: { name: "Ball", adoptId: 7 } });
    expect((await previewExisting(operation, await operation.resolved())).failures).toEqual([
      expect.stringMatching(
        /already manages the object with id 7, so nothing is sent\. Applying this will fail, unless the same run replaces that object\. Only one /,
      ),
    ]);
  });

  test.each<[string, Bag, Bag, string[]]>([
    ["nothing differs", { size: 3 }, { size: 3 }, [`${willAdopt} without changing anything.`]],
    [
      "fields differ, with values only if messages may show them",
      { size: 3, colour: "blue", note: "x" },
      { size: 1, colour: "red", note: "x" },
      [`${willAdopt} and change size (1 → 3), colour (differs: 3 characters → 4 characters).`],
    ],
    [
      "a reference differs, with names",
      { voice: "Sarah" },
      { voice_id: 2 },
      [`${willAdopt} and change voice ("Mia" (id 2) → "Sarah" (id 1)).`],
    ],
    [
      "a reference to an object that is not listed differs, with its id",
      { voice: "Sarah" },
      { voice_id: 3 },
      [`${willAdopt} and change voice (3 → "Sarah" (id 1)).`],
    ],
    [
      "a field that cannot be read is sent",
      { pin: "1234" },
      {},
      [`${willAdopt} and change pin (differs: not readable → 4 characters).`],
    ],
    [
      "the status, an order field, differs",
      { status: "on" },
      { status: "off" },
      [`${willAdopt} and change status (differs: 3 characters → 2 characters).`],
    ],
    [
      "the status is as declared",
      { status: "on" },
      { status: "on" },
      [`${willAdopt} without changing anything.`],
    ],
    [
      "an order field that no request contains",
      { urge: true },
      {},
      [`${willAdopt} without changing anything.`],
    ],
    ["a policy", { onDestroy: "keep" }, {}, [`${willAdopt} without changing anything.`]],
    [
      "the record shows the extra fields",
      { extra: { a: 1 } },
      { a: 1 },
      [`${willAdopt} without changing anything.`],
    ],
    [
      "the record shows the variables",
      { variables: { a: 1 } },
      { variables: { a: 1, b: 2 } },
      [`${willAdopt} without changing anything.`],
    ],
    [
      "the record lacks some of the extra fields",
      { extra: { a: 1, b: 2 } },
      { a: 1 },
      [`${willAdopt} and change extra (differs: 2 keys both times).`],
    ],
    [
      "a field that never changes after creation differs",
      { maker: "Acme" },
      { maker: "Other" },
      [
        `${willAdopt} without changing anything.`,
        'Toy "Ball": the service cannot change maker (differs: 5 characters → 4 characters), so the existing object keeps its own value.',
      ],
    ],
    [
      "a field that never changes after creation does not differ",
      { maker: "Acme" },
      { maker: "Acme" },
      [`${willAdopt} without changing anything.`],
    ],
  ])("of an adoption: %s", async (_, news, record, notes) => {
    expect(await forecast({ ...adopt, ...news }, record)).toEqual({ notes, failures: [] });
  });

  test.each<[string, Bag, string[]]>([
    [
      "names the fields that the service does not show",
      { size: 3, pin: "1", onDestroy: "keep" },
      [hidden("pin")],
    ],
    ["mentions no fields if all are shown", { size: 3, urge: true }, []],
  ])("of an adoption that cannot change the object %s", async (_, news, notes) => {
    expect(await forecast({ ...adopt, ...news }, { size: 3 }, { unchangeable: "fixed" })).toEqual({
      notes: [`${willAdopt} without changing anything.`, ...notes],
      failures: [],
    });
  });

  test("of an adoption reserves the object for the resource", async () => {
    const account = new ToyAccount({ rows: [{ id: 7, name: "Ball" }] });
    const operation = account.operation({ verb: "check", news: { name: "Ball", ...adopt } });
    await previewExisting(operation, await operation.resolved());
    expect(account.object(7).promised).toContain("On the other resource");
  });
});
