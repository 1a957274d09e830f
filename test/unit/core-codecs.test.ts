import { expect, test } from "vitest";
import { laterFields } from "../../provider/assistant/schema-2026.js";
import { fields } from "../../provider/assistant/schema.js";
import { decimalText, items, renamed, yesNo } from "../../provider/core/fields/codecs.js";
import { same } from "../../provider/core/fields/values.js";

test.each<[string, typeof yesNo, recorded: unknown, value: unknown]>([
  ["a decimal with two places", decimalText, "1.10", 1.1],
  ["zero", decimalText, " 0.00 ", 0],
  ["a decimal that is a number", decimalText, 0.5, 0.5],
  ["no decimal", decimalText, null, null],
  ["blank text for a decimal", decimalText, " ", " "],
  ["1 for yes", yesNo, 1, true],
  ["0 for no", yesNo, 0, false],
  ["a flag that is a boolean already", yesNo, true, true],
  ["no flag", yesNo, null, null],
  ["a word that has another name in the service", renamed({ receive: "inbound" }), "inbound", "receive"],
  ["a word that has the same name in the service", renamed({ receive: "inbound" }), "both", "both"],
  [
    "keys of items",
    items({ phoneNumber: "phone_number", variables: "variables" }),
    [{ id: 1, phone_number: "+1", variables: { phone_number: 2 } }],
    [{ id: 1, phoneNumber: "+1", variables: { phone_number: 2 } }],
  ],
  ["an item without such a key", items({ a: "x", b: "y" }), [{ y: null }], [{ b: null }]],
  ["no list", items({ a: "x" }), null, null],
])("a value is read from a record: %s", (_, codec, recorded, value) => {
  expect(codec.decode(recorded, {})).toEqual(value);
});

test.each<[string, typeof yesNo, value: unknown, sent: unknown]>([
  ["decimals", decimalText, 1.1, 1.1],
  ["flags", yesNo, true, true],
  ["words", renamed({ receive: "inbound" }), "receive", "receive"],
  ["items, by the service's keys", items({ a: "x", b: "y" }), [{ b: 1, c: 2 }, {}], [{ y: 1, c: 2 }, {}]],
  ["items, whose unknown keys never replace known ones", items({ a: "x" }), [{ x: 1, a: 2 }], [{ x: 2 }]],
  ["no list", items({ a: "x" }), null, null],
])("a value is written to a request: %s", (_, codec, value, sent) => {
  expect(codec.encode(value)).toEqual(sent);
});

test('an ambient sound of "none" in a record is read as "off"', () => {
  expect(["none", "off", "cafe"].map((raw) => laterFields["ambientSound"]!.codec!.decode(raw, {}))).toEqual([
    "off",
    "off",
    "cafe",
  ]);
});

test("rounding noise of a computed decimal is no difference", () => {
  expect(same(fields.speechSpeed, 0.8, 0.7 + 0.1)).toBe(true);
  expect(same(fields.speechSpeed, 0.8, 0.801)).toBe(false);
});
