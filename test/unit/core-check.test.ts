import { describe, expect, test } from "vitest";
import { checkNames, validate } from "../../provider/core/check.js";
import type { Finding } from "../../provider/core/run/results.js";
import { UNKNOWN } from "../../provider/core/fields/values.js";
import { toy, toyOperation, toyWorld } from "./core-toy.js";

const lines = (failures: readonly Finding[]): string[] =>
  failures.map(({ path, reason }) => `${path}: ${reason}`);

const mistakes = (news: Record<string, unknown>): string[] =>
  lines(validate(toy, { name: "Ball", ...news }).failures);

describe("checks that need only the program", () => {
  test("numbers and flags are shown, other values are not", () => {
    expect(mistakes({ size: 5000 })).toEqual(["size: must be a whole number, 1-100, not 5000"]);
    expect(mistakes({ size: true })).toEqual(["size: must be a whole number, 1-100, not true"]);
    expect(mistakes({ size: "whisper" })).toEqual(["size: must be a whole number, 1-100"]);
    expect(mistakes({ size: "30" })).toEqual([
      "size: must be a whole number, 1-100, but is text: write it without quotes, or read it from configuration with config.requireNumber",
    ]);
    expect(mistakes({ extra: 7 })).toEqual(["extra: must be an object of JSON values, not 7"]);
  });

  test("two limits with the same message are reported once", () => {
    expect(mistakes({ size: -0.5 })).toEqual(["size: must be a whole number, 1-100, not -0.5"]);
  });

  test("the path leads into lists and objects", () => {
    expect(
      mistakes({
        parts: [
          { name: "a", type: "b" },
          { name: "", type: 7 },
        ],
      }),
    ).toEqual(["parts[1].name: must not be blank", "parts[1].type: must be text, not 7"]);
    expect(mistakes({ parts: [{ name: "a", type: "b", more: 1, "odd key": 2 }] })).toEqual([
      'parts[0]: must be { name, type }, but has more, "odd key"',
    ]);
    expect(mistakes({ parts: [{ name: "a", typ: "b" }] })).toEqual([
      "parts[0].type: is required",
      'parts[0]: must be { name, type }, but has typ. Did you mean "type"?',
    ]);
  });

  test("reports five mistakes per property, and the number of further ones", () => {
    const parts = (count: number) => Array.from({ length: count }, () => ({ name: "", type: "b" }));
    expect(mistakes({ parts: parts(5) })).toHaveLength(5);
    const reasons = mistakes({ parts: parts(7) });
    expect(reasons).toHaveLength(6);
    expect(reasons[5]).toBe("parts: there are 2 more mistakes");
  });

  test("an unknown value and its parents are not checked", () => {
    expect(mistakes({ size: UNKNOWN, parts: UNKNOWN, extra: UNKNOWN })).toEqual([]);
    expect(mistakes({ parts: [UNKNOWN, { name: UNKNOWN, type: UNKNOWN }] })).toEqual([]);
    expect(mistakes({ parts: [{ name: UNKNOWN, type: 7 }] })).toEqual(["parts[0].type: must be text, not 7"]);
  });

  test("an unknown property is a mistake, with a suggestion, and so is a property that the service assigns", () => {
    expect(mistakes({ colr: "red", uuid: "x", "odd key": 1 })).toEqual([
      'colr: is not a property of Toy. Did you mean "colour"?',
      "uuid: is assigned by the service and cannot be set",
      '"odd key": is not a property of Toy.',
    ]);
    const many = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`unheard_of_${n}`, 1]));
    expect(mistakes(many).at(-1)).toBe("Toy: there are 3 more mistakes");
  });
});

describe("names that the account must have", () => {
  const named = async (inputs: Record<string, unknown>) =>
    lines(await checkNames(toyOperation(toyWorld().session, { news: inputs })));

  test("after five mistakes in a list the rest is not looked up, and a message says so", async () => {
    const unknownNames = (count: number) => Array.from({ length: count }, (_, n) => `no_tool_${n}`);
    expect(await named({ tools: unknownNames(5) })).toHaveLength(5);
    const reasons = await named({ tools: [...unknownNames(5), "get_hours"] });
    expect(reasons).toHaveLength(6);
    expect(reasons[5]).toBe("tools: the other items were not looked up");
    expect(await named({ tools: [...unknownNames(4), "get_hours", "get_prices"] })).toHaveLength(4);
  });
});
