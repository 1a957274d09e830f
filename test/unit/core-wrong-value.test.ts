/** What a message says about a wrong value: what was probably meant, and nothing private. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Field } from "../../provider/core/fields/fields.js";
import * as t from "../../provider/core/fields/types.js";
import { wrongValue } from "../../provider/core/fields/wrong-value.js";

const row = { doc: "", spec: "1" };
const shown = (type: Field["type"]): Field => ({ ...row, type, shown: true });
const hidden = (type: Field["type"]): Field => ({ ...row, type });

/** What the message says about the first mistake. */
function said(field: Field, value: unknown): string {
  const [issue] = z.safeParse(field.type, value).error!.issues;
  let inner: unknown = value;
  for (const step of issue!.path) inner = (inner as Record<PropertyKey, unknown>)[step];
  const { text, spelling, meant } = wrongValue(field, issue!, inner);
  return text.replace(issue!.message, "…") + spelling + (meant && `.${meant}`);
}

describe("text in place of a number or a flag", () => {
  const number = hidden(z.number("must be a number"));
  const whole = hidden(t.wholeNumber(1, 9));
  const flag = hidden(t.flag());
  const advice = (reader: string): string =>
    `…, but is text: write it without quotes, or read it from configuration with config.${reader}`;

  test.each<[Field, string, string]>([
    [number, "7", advice("requireNumber")],
    [number, "-0.25", advice("requireNumber")],
    [number, "123456789012345.123456789012345", advice("requireNumber")],
    [whole, "10", advice("requireNumber")],
    [flag, "true", advice("requireBoolean")],
    [flag, "false", advice("requireBoolean")],
    [number, "true", "…"],
    [flag, "7", "…"],
    [flag, "yes", "…"],
    // No number is suggested for a text that may be a phone or card number, or that is not a plain number.
    [number, "1234567890123456", "…"],
    [number, "1.1234567890123456", "…"],
    [number, "+7", "…"],
    [number, "7 ", "…"],
    [number, "7.", "…"],
    [number, "x7", "…"],
    [number, "1x5", "…"],
  ])("%#: %s", (field, value, expected) => {
    expect(said(field, value)).toBe(expected);
  });
});

describe("one of a few words", () => {
  const state = t.oneOf(["started", "stopped"]);
  const long = (length: number): string => "started".padEnd(length, "x");

  test("shows the word, and a suggestion", () => {
    expect(said(shown(state), "startd")).toBe('…, not "startd". Did you mean "started"?');
    expect(said(shown(state), "on")).toBe('…, not "on"');
    expect(said(shown(z.array(state)), ["stoped"])).toBe('…, not "stoped". Did you mean "stopped"?');
    expect(said(shown(t.timeZone()), "Asia/Tokyyo")).toMatch(
      /^"Asia\/Tokyyo" …\. Did you mean "Asia\/Tokyo"/,
    );
  });

  test("shows no text if messages may not show it, or if it is too long for a word", () => {
    expect(said(hidden(state), "startd")).toBe("…");
    expect(said(hidden(t.timeZone()), "Europe/Berlinn")).toBe("…");
    expect(said(shown(state), long(40))).toBe(`…, not "${long(40)}"`);
    expect(said(shown(state), long(41))).toBe("…");
  });

  test("shows no text if the field accepts any text", () => {
    expect(said(shown(t.text({ max: 3 })), "four")).toBe("…");
    const rule = z.string().refine(() => false, { error: "must be something else", params: { other: 1 } });
    expect(said(shown(rule), "four")).toBe("…");
    expect(said(shown(z.string().refine(() => false, "must be something else")), "four")).toBe("…");
  });

  test("shows numbers and flags", () => {
    expect([said(hidden(state), 7), said(hidden(state), false)]).toEqual(["…, not 7", "…, not false"]);
    expect(said(hidden(state), { started: true })).toBe("…");
    expect(said(hidden(state), null)).toBe("…");
  });
});

describe("keys that an object does not have", () => {
  const place = z.strictObject({ city: z.string().optional(), street: z.string().optional() });
  const field = hidden(z.strictObject({ home: place.optional(), offices: z.array(place).optional() }));

  test.each<[unknown, string]>([
    [{ hme: {} }, '…, but has hme. Did you mean "home"?'],
    [{ home: { cty: "x" } }, '…, but has cty. Did you mean "city"?'],
    [{ offices: [{}, { stret: "x" }] }, '…, but has stret. Did you mean "street"?'],
    [{ home: { zzzzzz: 1, streeet: 2 } }, '…, but has zzzzzz, streeet. Did you mean "street"?'],
    [{ home: { zzzzzz: 1 } }, "…, but has zzzzzz"],
  ])("%j", (value, expected) => {
    expect(said(field, value)).toBe(expected);
  });

  test("a key with the name of something that every object has is unknown too", () => {
    expect(said(field, JSON.parse('{ "home": { "constructor": 1 } }'))).toBe("…, but has constructor");
  });
});
