import { expect, test } from "vitest";
import { z } from "zod";
import { difference, label, manualChange, shownValue } from "../../provider/core/run/describe.js";
import type { Field } from "../../provider/core/fields/fields.js";
import { counted } from "../../provider/base/quoted.js";
import { NOT_READABLE, UNKNOWN } from "../../provider/core/fields/values.js";

const personal: Field = { type: z.unknown(), doc: "", spec: "1" };
const open: Field = { ...personal, shown: true };

test("a count has the noun in the singular or plural", () => {
  expect([0, 1, 2].map((count) => counted(count, "lead"))).toEqual(["0 leads", "1 lead", "2 leads"]);
});

test.each<[unknown, open: string, personal: string]>([
  [NOT_READABLE, "not readable", "not readable"],
  [UNKNOWN, "known after apply", "known after apply"],
  [[UNKNOWN], "known after apply", "known after apply"],
  [["a", UNKNOWN], '["a",known after apply]', "known after apply"],
  [undefined, "not set", "not set"],
  [null, "none", "none"],
  ["whisper", '"whisper"', "7 characters"],
  ["😀", '"😀"', "1 character"],
  ["", '""', "0 characters"],
  [600, "600", "a value"],
  [true, "true", "a value"],
  [["a", 1], '["a",1]', "2 items"],
  [["a"], '["a"]', "1 item"],
  [{ a: 1 }, '{"a":1}', "1 key"],
  [{}, "{}", "0 keys"],
  [Array.from({ length: 10 }, (_, n) => n), "[0,1,2,3,4,5,6,7,8,9]", "10 items"],
  [Array.from({ length: 12 }, (_, n) => n), "[0,1,2,3,4,5,6,7,8,9 and 2 more]", "12 items"],
])("%j is shown as it is only if the field allows that", (value, asIs, counted) => {
  expect([shownValue(open, value), shownValue(personal, value)]).toEqual([asIs, counted]);
});

test("a difference has both values, or their sizes", () => {
  expect(difference("maxCallDuration", open, 600, 60)).toBe("maxCallDuration (600 → 60)");
  expect(difference("tools", open, ["a"], ["a"])).toBe('tools (["a"] both times)');
  expect(difference("systemPrompt", personal, "one", "three")).toBe(
    "systemPrompt (differs: 3 characters → 5 characters)",
  );
  expect(difference("systemPrompt", personal, "one", "two")).toBe(
    "systemPrompt (differs: 3 characters both times)",
  );
});

test.each<[applied: unknown, live: unknown, says: string]>([
  ["one", "three", "differs: last applied 3 characters, in the service 5 characters"],
  ["a\nb\nc", "a\r\nB\nc", "differs from line 2 on: last applied 5 characters, in the service 6 characters"],
  ["a\nb", "a\nc", "differs from line 2 on: 3 characters both times"],
  ["a", "a\nb", "differs from line 2 on: last applied 1 character, in the service 3 characters"],
  ["a\nb", "a", "differs from line 2 on: last applied 3 characters, in the service 1 character"],
  [{ a: "a\nb" }, { a: "a\nc" }, "differs: 1 key both times"],
  ["a\nb", null, "differs: last applied 3 characters, in the service none"],
])("a manual change of %j to %j: %s", (applied, live, says) => {
  expect(manualChange("systemPrompt", personal, applied, live)).toBe(`systemPrompt (${says})`);
});

test("a manual change has values that may be shown", () => {
  expect(manualChange("maxCallDuration", open, 600, 60)).toBe("maxCallDuration (600 → 60)");
});

test.each<[string, Record<string, unknown>, string | undefined, string]>([
  ["Assistant", { name: "Support" }, undefined, 'Assistant "Support"'],
  ["Assistant", { name: "Support" }, "205", 'Assistant "Support" (id 205)'],
  ["Assistant", { name: UNKNOWN }, undefined, "Assistant"],
  ["Assistant", {}, "205", "Assistant (id 205)"],
  ["CampaignState", { campaign: "Spring" }, undefined, 'CampaignState "Spring"'],
  ["CampaignState", { campaign: 7 }, undefined, "CampaignState 7"],
  ["Lead", { campaign: 7, phoneNumber: "+12025550123" }, "9", "Lead of campaign 7 (id 9)"],
  ["Lead", { campaign: UNKNOWN }, undefined, "Lead of campaign"],
  ["Thing", { name: { a: 1 } }, undefined, 'Thing {"a":1}'],
  ["Assistant", {}, "1".repeat(20), `Assistant (id ${"1".repeat(20)})`],
  ["Assistant", {}, "1".repeat(21), `Assistant (id "${"1".repeat(21)}")`],
  ["Assistant", {}, "x1", 'Assistant (id "x1")'],
  ["Assistant", {}, "1x", 'Assistant (id "1x")'],
])("the label of %s %j with id %s is %s", (kind, inputs, id, expected) => {
  expect(label(kind, inputs, id)).toBe(expected);
});
