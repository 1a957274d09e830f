/** Whether a listing contains the object in state, and whether the object of a record still exists. */
import { expect, test } from "vitest";
import { Listed } from "../../provider/core/records/listed.js";
import { type ServiceRecord, isListed, isLiving } from "../../provider/core/records/record.js";

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
    "with the recorded text that is no time",
    true,
    { rows: [{ ...row, created_at: "now" }], olds: { createdAt: "now" } },
  ],
  ["with another time", false, { rows: [{ ...row, created_at: "2026-01-02T03:04:06.000000Z" }] }],
  [
    "with another text that is no time",
    false,
    { rows: [{ ...row, created_at: "now" }], olds: { createdAt: "then" } },
  ],
  ["without a time", false, { rows: [{ id: 7 }] }],
  ["with a time that is no text", false, { rows: [{ ...row, created_at: 5 }], olds: { createdAt: "5" } }],
  ["with another id", false, { id: "8" }],
  ["beside state without an id", false, { id: undefined }],
  ["beside state without a time", false, { olds: {} }],
  ["without a time, like state,", false, { rows: [{ id: 7, created_at: null }], olds: { createdAt: null } }],
])(
  "a listed record %s is the object in state: %s",
  (_, expected, { rows = [row], olds = { createdAt }, ...more }) => {
    const id = "id" in more ? more.id : "7";
    const listed = new Listed<ServiceRecord>({ noun: "rows", keyOf: () => "", isLiving });
    listed.replace(rows as (typeof row)[], 0);
    expect(isListed(listed, id, { ...olds })).toBe(expected);
  },
);

test.each([
  [{}, true],
  [{ deleted_at: null }, true],
  [{ deleted_at: undefined }, true],
  [{ deleted_at: createdAt }, false],
  [{ deleted_at: "" }, false],
])("the object of the record %o exists: %s", (record, expected) => {
  expect(isLiving({ id: 7, ...record })).toBe(expected);
});
