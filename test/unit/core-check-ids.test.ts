/** Checks of ids, and of values that only one form of the API accepts. */
import { describe, expect, test } from "vitest";
import { checkNames, validate } from "../../provider/core/check.js";
import type { Field } from "../../provider/core/fields/fields.js";
import * as t from "../../provider/core/fields/types.js";
import { type Bag, UNKNOWN } from "../../provider/core/fields/values.js";
import { ToyAccount } from "./core-toy-account.js";
import { toy } from "./core-toy.js";

describe("an id that the account does not have", () => {
  const paths = async (tools: unknown, olds?: Bag): Promise<string[]> => {
    const operation = new ToyAccount().operation({ verb: "check", news: { name: "Ball", tools }, olds });
    return (await checkNames(operation)).map(({ path, reason }) => `${path}: ${reason}`);
  };
  const noTool99 = expect.stringMatching(/^tools\[1\]: .*99/) as string;

  test.each<[string, unknown, Bag | undefined, string[]]>([
    ["is a mistake", [21, 99], undefined, [noTool99]],
    ["is a mistake as text", ["21", "99"], undefined, [noTool99]],
    ["is a mistake if it is new", [21, 99], { tools: [21, 98] }, [noTool99]],
    ["is no mistake if it was applied before: its object is gone", [21, 99], { tools: [98, 99] }, []],
    ["is no mistake if it was applied before in another spelling", ["21", "99"], { tools: [99] }, []],
    ["is no mistake if it is not known yet", [21, UNKNOWN], undefined, []],
  ])("%s", async (_, tools, olds, expected) => {
    expect(await paths(tools, olds)).toEqual(expected);
  });
});

describe("a value", () => {
  const reasons = (size: unknown, in2026: Field["in2026"]): string[] => {
    const field: Field = { ...toy.fields["size"]!, ...(in2026 && { in2026 }) };
    const definition = { ...toy, fields: { ...toy.fields, size: field } };
    return validate(definition, { name: "Ball", size }).failures.map(({ reason }) => reason);
  };
  const in2025 = expect.stringMatching(/^must be a whole number, 1-100(?!.*2026)/) as string;
  const inBoth = expect.stringMatching(
    /^must be a whole number, 1-100.*; in the 2026 form of the API: must be a whole number, 1-200/,
  ) as string;

  test.each<[string, unknown, Field["in2026"], string[]]>([
    ["that one form accepts is no mistake until the form is known", 150, { type: t.wholeNumber(1, 200) }, []],
    ["that no form accepts is explained for both", 300, { type: t.wholeNumber(1, 200) }, [inBoth]],
    ["is explained once if both forms have one rule", 300, { type: t.wholeNumber(1, 100) }, [in2025]],
    ["is explained once if the type is the same in both", 300, { shown: true }, [in2025]],
    ["is explained once if the field is the same in both", 300, undefined, [in2025]],
    ["is explained once if the other form has no such field", 300, { absent: "gone" }, [in2025]],
  ])("%s", (_, size, in2026, expected) => {
    expect(reasons(size, in2026)).toEqual(expected);
  });
});
