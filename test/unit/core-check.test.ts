import { describe, expect, test } from "vitest";
import { checkNames, validate } from "../../provider/core/check.js";
import { leadSet } from "../../provider/lead-set/resource.js";
import type { Finding } from "../../provider/core/run/results.js";
import { FILLED_IN, UNKNOWN } from "../../provider/core/fields/values.js";
import { toy, toyOperation, toyWorld } from "./core-toy.js";

const lines = (failures: readonly Finding[]): string[] =>
  failures.map(({ path, reason }) => `${path}: ${reason}`);

const mistakes = (news: Record<string, unknown>): string[] =>
  lines(validate(toy, { name: "Ball", ...news }).failures);

describe("checks that need only the program", () => {
  test("declared properties are in the order of the table, and unordered lists are sorted", () => {
    const { inputs, failures } = validate(toy, {
      parts: [
        { name: "wheel", type: "b" },
        { name: "axle", type: "a" },
      ],
      size: 7,
      name: "Ball",
      note: null,
      colour: undefined,
      voice: null,
      [FILLED_IN]: ["pin"],
    });
    expect(failures).toEqual([]);
    expect(Object.entries(inputs)).toEqual([
      ["name", "Ball"],
      ["size", 7],
      ["note", null],
      [
        "parts",
        [
          { name: "axle", type: "a" },
          { name: "wheel", type: "b" },
        ],
      ],
    ]);
  });

  test("a required property must not be absent or null", () => {
    expect(mistakes({ name: undefined })).toEqual(["name: is required"]);
    expect(mistakes({ name: null })).toEqual(["name: is required"]);
  });

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

  test("a wrong key of an object is named, with a suggestion", () => {
    const columns = { phoneNumber: "Phone", variabels: {} };
    const { failures } = validate(leadSet.definition, { campaign: 1, leads: { hash: "" }, columns });
    expect(lines(failures)).toEqual([
      'columns: must be { phoneNumber, variables? }, but has variabels. Did you mean "variables"?',
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

  test("a value that cannot reach the engine is rejected, with no other message about it", () => {
    expect(mistakes({ extra: { a: "\ud800" } })).toEqual([
      expect.stringMatching(/^extra: must not contain text with half a character/),
    ]);
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

  test("rules between properties are checked, except those about a property that is already wrong", () => {
    const rules = ({ size }: Readonly<Record<string, unknown>>) =>
      size === 13 ? [{ path: "size", reason: "brings bad luck" }] : [];
    const judged = (news: Record<string, unknown>) => lines(validate({ ...toy, rules }, news).failures);
    expect(judged({ name: "Ball", size: 13 })).toEqual(["size: brings bad luck"]);
    expect(judged({ name: "Ball", size: 12 })).toEqual([]);
    expect(judged({ size: 13 })).toEqual(["name: is required", "size: brings bad luck"]);
  });

  test("a wrong value stays unchanged", () => {
    expect(validate(toy, { name: "Ball", parts: "wheel" }).inputs).toEqual({ name: "Ball", parts: "wheel" });
  });
});

describe("names that the account must have", () => {
  const named = async (inputs: Record<string, unknown>) =>
    lines(await checkNames(toyOperation(toyWorld().session, { news: inputs })));

  test("are looked up, by name and by id", async () => {
    expect(await named({ voice: "Sarah", model: 11, tools: ["get_hours", "21", 22] })).toEqual([]);
    expect(await named({ voice: "Sara", model: 13, tools: ["get_hours", "get_price"] })).toEqual([
      expect.stringMatching(/^voice: the account has no voice "Sara"; .*Did you mean "Sarah"\?/),
      expect.stringMatching(/^model: the account has no LLM model with id 13/),
      expect.stringMatching(/^tools\[1\]: the account has no mid call tool "get_price"/),
    ]);
  });

  test("are not looked up if nothing is declared or known yet", async () => {
    const { session, requested } = toyWorld();
    const checked = (news: Record<string, unknown>) => checkNames(toyOperation(session, { news }));
    expect(await checked({ voice: UNKNOWN, model: null, tools: UNKNOWN })).toEqual([]);
    expect(await checked({ tools: [UNKNOWN] })).toEqual([]);
    expect(requested).toEqual([]);
  });

  test("an unknown item hides no mistake beside it", async () => {
    expect(await named({ tools: [UNKNOWN, "no_tool"] })).toEqual([expect.stringMatching(/^tools\[1\]: /)]);
  });

  test("after five mistakes in a list the rest is not looked up, and a message says so", async () => {
    const unknownNames = (count: number) => Array.from({ length: count }, (_, n) => `no_tool_${n}`);
    expect(await named({ tools: unknownNames(5) })).toHaveLength(5);
    const reasons = await named({ tools: [...unknownNames(5), "get_hours"] });
    expect(reasons).toHaveLength(6);
    expect(reasons[5]).toBe("tools: the other items were not looked up");
    expect(await named({ tools: [...unknownNames(4), "get_hours", "get_prices"] })).toHaveLength(4);
  });

  test("a name that two objects have is a mistake; a failed lookup is not a mistake in the program", async () => {
    expect(await named({ voice: "Twin" })).toEqual([
      'voice: "Twin" is the name of 2 voices (ids 2, 3); give the id.',
    ]);
    const campaign = {
      ...toy.fields["voice"]!,
      refers: { to: "campaign", idAs: "campaignId", sends: "id" },
    } as const;
    const definition = { ...toy, fields: { campaign } };
    const news = { campaign: "Spring" };
    const failing = checkNames(toyOperation(toyWorld().session, { definition, news }));
    await expect(failing).rejects.toMatchObject({ code: "refused" });
  });
});
