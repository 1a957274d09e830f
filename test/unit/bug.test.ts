/** A bug in this package is reported without the text of its error, because that may contain secrets. */
import { describe, expect, test } from "vitest";
import { asVoicecallError } from "../../provider/base/bug.js";
import { VoicecallError } from "../../provider/base/errors.js";

const report =
  "Please report the bug with the version of the package and the properties that the resource declares.";

const withStack = (stack: string): Error => Object.assign(new RangeError("x"), { stack });

describe("the error of a bug", () => {
  test.each<[string, unknown, string]>([
    [
      "the package",
      withStack("RangeError: x\n    at f (file:///a/node_modules/pulumi-voicecall/dist/b.js:1:2)"),
      "RangeError at pulumi-voicecall/dist/b.js:1:2",
    ],
    [
      "a clone of it",
      withStack("RangeError: x\n    at /a/provider/core/b.ts:1:2\n    at /a/provider/c.ts:3:4"),
      "RangeError at /provider/core/b.ts:1:2",
    ],
    ["other code", withStack("RangeError: x\n    at f (node:fs:1:2)"), "RangeError"],
    [
      "a place that its text names",
      withStack("RangeError: x    at /provider/secret\n    at f (node:fs:1:2)"),
      "RangeError",
    ],
    ["an unknown place", withStack(""), "RangeError"],
    ["a value that is not an error", "a private text", "string"],
  ])("from %s", (_, error, type) => {
    const { code, message } = asVoicecallError(error);
    expect([code, message]).toEqual([
      "internal",
      `a bug in pulumi-voicecall stopped this operation (${type}). ${report}`,
    ]);
  });

  test("has the stack trace for voicecall:debug", () => {
    const error = new TypeError("a private text");
    expect(asVoicecallError(error).trace).toMatch(/^ {4}at .*bug\.test\.ts/);
  });
});

test("an error of this package stays as it is", () => {
  const error = new VoicecallError("server", "It failed.");
  expect(asVoicecallError(error)).toBe(error);
});
