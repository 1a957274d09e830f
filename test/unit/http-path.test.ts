import { describe, expect, test } from "vitest";
import { fillPath, queryText } from "../../provider/http/path.js";

describe("paths", () => {
  test.each([
    ["/user/tools", {}, "/user/tools"],
    ["/user/tools/{id}", { id: 7 }, "/user/tools/7"],
    ["/user/tools/{id}", { id: "7" }, "/user/tools/7"],
    ["/user/tools/{id}/x", { id: "9007199254740993" }, "/user/tools/9007199254740993/x"],
    ["/user/{kind}", { kind: "a b%2F?#" }, "/user/a%20b%252F%3F%23"],
  ])("%s with %j is %s", (template, params, expected) => {
    expect(fillPath(template, params as Record<string, string | number>, "read it")).toBe(expected);
  });

  test.each([
    ["{id}", undefined],
    ["{id}", null],
    ["{id}", ""],
    ["{id}", " 7"],
    ["{id}", 0],
    ["{id}", "0"],
    ["{id}", "007"],
    ["{id}", -1],
    ["{id}", 1.5],
    ["{id}", Number.NaN],
    ["{id}", 1e21],
    // A number this large may have been rounded to a different id.
    ["{id}", 2 ** 53],
    ["{id}", "."],
    ["{id}", ".."],
    ["{id}", "7/../8"],
    ["{id}", "7/8"],
    ["{id}", "seven"],
    ["{id}", "04da6b54-80e4-46f7-96ec-b56ff0331ba9"],
    ["{kind}", "."],
    ["{kind}", ".."],
    ["{kind}", "a/b"],
    ["{kind}", "a\\b"],
    ["{kind}", ""],
  ])("%s rejects %j", (placeholder, value) => {
    const params = { id: value, kind: value } as Record<string, string | number>;
    expect(() => fillPath(`/user/${placeholder}`, params, 'read tool "x"')).toThrow(/^read tool "x": /);
    expect(() => fillPath(`/user/${placeholder}`, params, "x")).toThrow(
      expect.objectContaining({ code: "invalid" }),
    );
  });
});

test.each([
  ["{id}", undefined, "x: the id in the path is missing. Nothing was sent."],
  ["{id}", 1.5, "x: the id in the path is not a whole number. Nothing was sent."],
  ["{id}", "seven", "x: the id in the path is not a whole number above zero. Nothing was sent."],
  ["{kind}", "a/b", "x: the kind in the path contains a slash or is a dot segment. Nothing was sent."],
])("the error of %s for %j gives the reason", (placeholder, value, message) => {
  const params = { id: value, kind: value } as Record<string, string | number>;
  expect(() => fillPath(placeholder, params, "x")).toThrow(message);
});

test.each([
  [{}, ""],
  [{ a: undefined }, ""],
  [{ a: 1, b: undefined, c: "x y&z" }, "?a=1&c=x+y%26z"],
])("the query %j is sent as %j", (query, expected) => {
  expect(queryText(query)).toBe(expected);
});
