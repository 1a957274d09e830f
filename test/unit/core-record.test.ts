/** What the records of a listing prove. */
import { expect, test } from "vitest";
import { isListed, isLiving } from "../../provider/core/record.js";

const createdAt = "2026-01-02T03:04:05.000000Z";
const row = { id: 7, created_at: createdAt };

test.each<[string, boolean, { rows?: object[]; id?: string | undefined; olds?: object }]>([
  ["with the recorded time", true, {}],
  ["beside others", true, { rows: [{ id: 6 }, row] }],
  [
    "with the recorded time in another format",
    true,
    { rows: [{ ...row, created_at: "2026-01-02T04:04:05+01:00" }] },
  ],
  [
    "with a recorded time that is no time",
    true,
    { rows: [{ ...row, created_at: "now" }], olds: { createdAt: "now" } },
  ],
  ["but not with another time", false, { rows: [{ ...row, created_at: "2026-01-02T03:04:06.000000Z" }] }],
  [
    "but not with another text that is no time",
    false,
    { rows: [{ ...row, created_at: "now" }], olds: { createdAt: "then" } },
  ],
  ["but not without a time", false, { rows: [{ id: 7 }] }],
  [
    "but not with a time that is no text",
    false,
    { rows: [{ ...row, created_at: 5 }], olds: { createdAt: "5" } },
  ],
  ["but not under another id", false, { id: "8" }],
  ["but not without an id", false, { id: undefined }],
  ["but not if state has no time", false, { olds: {} }],
  [
    "but not if state and listing have none",
    false,
    { rows: [{ id: 7, created_at: null }], olds: { createdAt: null } },
  ],
])("an object in state is listed %s", (_, expected, { rows = [row], olds = { createdAt }, ...more }) => {
  const id = "id" in more ? more.id : "7";
  expect(isListed(rows as (typeof row)[], id, { ...olds })).toBe(expected);
});

test.each([
  [{}, true],
  [{ deleted_at: null }, true],
  [{ deleted_at: undefined }, true],
  [{ deleted_at: createdAt }, false],
  [{ deleted_at: "" }, false],
])("the object of %o is there: %s", (record, expected) => {
  expect(isLiving({ id: 7, ...record })).toBe(expected);
});
