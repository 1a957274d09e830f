/** Each type of a field: the values it accepts, its errors, and its text in the documentation. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import * as types from "../../provider/core/fields/types.js";

const accepts = (type: z.ZodType, value: unknown): string[] => {
  const result = type.safeParse(value);
  return result.success ? [] : result.error.issues.map(({ message }) => message);
};

const rule = (type: z.ZodType): unknown => type.meta()?.["rule"];

describe("text", () => {
  const { text } = types;

  test.each([
    [text(), "", []],
    [text(), " ", []],
    [text(), 7, ["must be text"]],
    [text({ min: 1 }), "", ["must not be blank"]],
    [text({ min: 1 }), " \n", ["must not be blank"]],
    [text({ min: 1 }), "x", []],
    [text({ min: 3 }), "xx", ["must be at least 3 characters, has 2"]],
    [text({ min: 3 }), "xxx", []],
    [text({ max: 3 }), "xxxx", ["must be at most 3 characters, has 4"]],
    [text({ max: 3 }), "xxx", []],
    [text({ max: 3 }), "", []],
    // The limit counts characters, not UTF-16 code units.
    [text({ max: 3 }), "😀😀😀", []],
    [text({ max: 3 }), "😀😀😀😀", ["must be at most 3 characters, has 4"]],
    [text({ min: 3 }), "😀😀", ["must be at least 3 characters, has 2"]],
    [text({ min: 2, max: 3 }), "xxxx", ["must be 2-3 characters, has 4"]],
    [text({ min: 2, max: 3 }), "x", ["must be 2-3 characters, has 1"]],
    // The service may trim text before it counts.
    [text({ min: 3 }), " x ", ["must be at least 3 characters, has 1 without the blanks around it"]],
  ])("%#: %j", (type, value, says) => {
    expect(accepts(type, value)).toEqual(says);
  });

  test("its rule describes the limits", () => {
    const rules = [text(), text({ min: 1 }), text({ max: 9 }), text({ min: 1, max: 9 })].map(rule);
    expect(rules).toEqual(["text", "at least 1 character", "at most 9 characters", "1-9 characters"]);
  });
});

describe("numbers", () => {
  const seconds = types.wholeNumber(7, 600, "seconds");
  const words = types.wholeNumber(0, 10);
  const share = types.decimal(0, 1);

  test("are accepted within their limits", () => {
    for (const value of [7, 600]) expect(accepts(seconds, value)).toEqual([]);
    for (const value of [0, 0.5, 1]) expect(accepts(share, value)).toEqual([]);
    for (const value of [6, 601, 7.5, "7", null])
      expect(new Set(accepts(seconds, value))).toEqual(new Set(["must be a whole number, 7-600 seconds"]));
    for (const value of [-0.1, 1.1, "1", Number.NaN])
      expect(new Set(accepts(share, value))).toEqual(new Set(["must be a number, 0-1"]));
  });

  test("their rules describe the limits", () => {
    expect([seconds, words, share].map(rule)).toEqual([
      "a whole number, 7-600 seconds",
      "a whole number, 0-10",
      "a number, 0-1",
    ]);
  });

  test("ids are whole numbers above zero", () => {
    const id = types.id();
    expect(accepts(id, 1)).toEqual([]);
    expect(accepts(id, 0)).toEqual(["must be an id, a whole number above 0"]);
    for (const value of [1.5, "1", 2 ** 53])
      expect(accepts(id, value)).toContain("must be an id, a whole number");
    expect(rule(id)).toBe("an id");
  });
});

test("a choice accepts only its words, and a flag only true and false", () => {
  const choice = types.oneOf(["fail", "adopt"]);
  expect(accepts(choice, "adopt")).toEqual([]);
  expect(accepts(choice, "Fail")).toEqual(['must be "fail" or "adopt"']);
  expect(rule(choice)).toBe('"fail" or "adopt"');
  expect(accepts(types.flag(), false)).toEqual([]);
  expect(accepts(types.flag(), 1)).toEqual(["must be true or false"]);
  expect(rule(types.flag())).toBe("true or false");
});

describe("web addresses", () => {
  test.each([
    "https://example.com",
    "http://x",
    "HTTPS://example.com/a?b=c#d",
    "https://user@example.com:8443/",
  ])("%s is accepted", (value) => expect(accepts(types.webAddress(), value)).toEqual([]));

  test.each([
    "example.com",
    "ftp://example.com",
    "xhttps://example.com",
    "https://",
    "https:///path",
    "https://a b",
    "https://exam\tple.com",
    "https://example.com/\u0085",
    "https://example.com:99999",
  ])("%j is rejected", (value) => {
    expect(accepts(types.webAddress(), value)).toEqual(["must be a valid http:// or https:// URL"]);
  });

  // In Node 20, `URL.canParse` rejects such names after some thousand calls, as soon as V8 has optimized it.
  test("a name with an umlaut is accepted every time", () => {
    const address = types.webAddress();
    const found = Array.from({ length: 20_000 }, () => accepts(address, "https://m\u00fcnchen.example"));
    expect(found.flat()).toEqual([]);
  });

  test("must be text", () => {
    expect(accepts(types.webAddress(), 7)).toEqual(["must be a URL"]);
    expect(rule(types.webAddress())).toBe("an http:// or https:// URL");
  });
});

describe("phone numbers", () => {
  const shape = 'must be in E.164 format: "+", country code and number, digits only';
  const prefix = "without the prefix of calls within the country, such as the 0 after +44";

  test.each(["+12025550123", "+4930123456", "+442071838750", "+390612345678", "+78005553535"])(
    "%s is accepted",
    (value) => expect(accepts(types.phone(), value)).toEqual([]),
  );

  test.each([
    ["12025550123", shape],
    ["02025550123", shape],
    ["+02025550123", shape],
    ["+1 202 555 0123", shape],
    ["x+12025550123", shape],
    ["+12025550123x", shape],
    ["+1", shape],
    ["+1234567890123456", shape],
    ["+1202555", "is not a possible phone number: too short or too long for its country"],
    ["+120255501234", "is not a possible phone number: too short or too long for its country"],
    ["+4402071838750", `must be in E.164 format: ${prefix}`],
    ["+330123456789", `must be in E.164 format: ${prefix}`],
  ])("%s is rejected", (value, says) => {
    expect(accepts(types.phone(), value)).toEqual([says]);
  });

  test("must be text", () => {
    expect(accepts(types.phone(), 12025550123)).toEqual(["must be a phone number in E.164 format"]);
    expect(rule(types.phone())).toBe('E.164, e.g. "+12025550101"');
  });
});

test("time zones are identifiers that the runtime knows, not offsets", () => {
  const zone = types.timeZone();
  const says = 'is not a time zone identifier such as "Europe/Berlin" or "UTC"';
  // Twice, because the first result is cached.
  for (const value of ["Europe/Berlin", "UTC", "Europe/Berlin"]) expect(accepts(zone, value)).toEqual([]);
  for (const value of ["+01:00", "Europe/Nowhere", "Europe/Nowhere", ""])
    expect(accepts(zone, value)).toEqual([says]);
  expect(accepts(zone, 1)).toEqual(["must be a time zone identifier"]);
  expect(rule(zone)).toBe('a time zone identifier, e.g. "Europe/Berlin"');
});

describe("references to objects in the account", () => {
  const one = types.nameOrId("voice");
  const many = types.references("tool");

  test("one, by name or id", () => {
    for (const value of ["Sarah", 7]) expect(accepts(one, value)).toEqual([]);
    expect(accepts(one, true)).toEqual(["must be a voice's name or id"]);
    expect(accepts(one, " ")).toEqual(["must not be blank"]);
    expect(accepts(one, 0)).toEqual(["must be an id, a whole number above 0"]);
    expect(rule(one)).toBe("a voice's name, or its id as a number");
  });

  test("several, where a string of digits is an id", () => {
    for (const value of [[], ["get_hours", 7, "8"], ["get_2", "2nd"]])
      expect(accepts(many, value)).toEqual([]);
    for (const digits of ["0", "007", "99999999999999999"])
      expect(accepts(many, [digits])).toEqual([
        "must be a tool resource, name or id; digits alone are an id, which must be a whole number above 0",
      ]);
    expect(accepts(many, [true])).toEqual(["must be a tool resource, name or id"]);
    expect(accepts(many, ["get_hours", ""])).toEqual(["must not be blank"]);
    expect(accepts(many, "get_hours")).toEqual(["must be an array"]);
  });

  test("several, where a string of digits is a name", () => {
    const labels = types.namesOrIds("label");
    expect(accepts(labels, ["007", "7", 7])).toEqual([]);
    expect(accepts(labels, [true])).toEqual(["must be a label's name or id"]);
    expect(accepts(labels, ["7", "7"])).toEqual(["is in the list twice"]);
  });

  test("each of them once", () => {
    expect(many.safeParse(["a", "b", "a", "b"]).error?.issues).toMatchObject([
      { path: [2], message: "is in the list twice" },
    ]);
    expect(accepts(many, ["1", 1])).toEqual([]);
  });
});

test("lists of objects have only the keys of their shape", () => {
  const list = types.listOf({ name: z.string(), type: z.string() }, "name, type");
  expect(accepts(list, [{ name: "a", type: "b" }])).toEqual([]);
  expect(accepts(list, ["a"])).toEqual(["must be { name, type }"]);
  expect(accepts(list, {})).toEqual(["must be an array of { name, type }"]);
  expect(accepts(list, [{ name: "a", type: "b", more: 1 }])).toHaveLength(1);
  expect(rule(list)).toBe("an array of {name, type}");
});

test("items sort by their name", () => {
  expect([{ name: "a" }, { name: 7 }, {}].map(types.byName)).toEqual(["a", "7", "undefined"]);
});

describe("custom variables", () => {
  const variables = types.customVariables();

  test.each([{}, { a: null, b: [1, "x", true, { c: [] }] }])("%j is accepted", (value) =>
    expect(accepts(variables, value)).toEqual([]),
  );

  test.each([
    [[]],
    [null],
    ["x"],
    [{ a: Number.NaN }],
    [{ a: Number.POSITIVE_INFINITY }],
    [{ a: undefined }],
    [{ a: [undefined] }],
    [{ a: { b: () => 1 } }],
    [{ a: 1n }],
  ])("a value that is not JSON, or not an object, is rejected: %#", (value) => {
    expect(accepts(variables, value)).toEqual(["must be an object of JSON values"]);
  });

  test("their rule describes the type", () => {
    expect(variables.meta()).toMatchObject({
      rule: "an object of JSON values",
      typeText: "{ [key: string]: any }",
    });
  });
});
