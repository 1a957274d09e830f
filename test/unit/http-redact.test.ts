import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bodyKeys } from "../../provider/catalog.js";
import { bodyTexts, mask, redactor } from "../../provider/http/redact.js";

describe("masking", () => {
  test.each<[secrets: (string | undefined)[], text: string, expected: string]>([
    [[], "nothing to hide", "nothing to hide"],
    [[undefined, ""], "nothing to hide", "nothing to hide"],
    [["abc"], "abc", mask],
    [["abc"], "xabcx abc", `x${mask}x ${mask}`],
    [["abc", "abcdef"], "abcdefg", `${mask}g`],
    [["abcdef", "defghi"], "abcdefghi.", `${mask}.`],
    [["aa"], "aaa", mask],
    [["a", "mask"], "a mask", `${mask} ${mask}`],
    [[" padded "], "it was padded", `it was ${mask}`],
    [['say "hi"'], 'it was say \\"hi\\"', `it was ${mask}`],
    [["a b/c"], "at /x?q=a%20b%2Fc", `at /x?q=${mask}`],
    [["$&.*(["], "literally $&.*([", `literally ${mask}`],
    [["a b c d"], "it is a b c d", `it is ${mask}`],
    [["abc", "def"], "abcdef", `${mask}${mask}`],
    [["ab cd ef"], "it is ab \n cd\t\tef", `it is ${mask}`],
    [["one          two"], "a          b", "a          b"],
    // Seven characters of a secret are too few to be masked. So are eight, if the first or last one is a space.
    [[" abcdefgh"], "it abcdefg", "it abcdefg"],
    [["abc"], btoa("it is abc"), btoa("it is abc")],
    [["abcdef"], btoa("it is abcdef"), mask],
    [["abcdefgh"], `key=x${btoa("abcdefgh")}`, `key=${mask}`],
    [["abcdefgh"], "\u200babcd\ufeffefgh, yes", `\u200b${mask}, yes`],
    [["abcdefgh"], "abcd&#1114112;efgh", mask],
    [["abcd\u{10ffff}efgh"], "abcd&#1114111;efgh", mask],
    [["\ud800x"], "a lone surrogate", "a lone surrogate"],
    [["+12025550143"], "call +1 202-555-0143 or (202) 555-0143.", `call ${mask} or (${mask}.`],
    [["abc"], "ABC", "ABC"],
  ])("%j in %j", (secrets, text, expected) => {
    expect(redactor({ strict: secrets })(text)).toBe(expected);
  });

  test("no secret remains, whatever its text and place", () => {
    const secret = fc.string({ minLength: 6, unit: fc.constantFrom("x", "y", "z") });
    fc.assert(
      fc.property(
        fc.array(secret, { minLength: 1, maxLength: 4 }),
        fc.string({ unit: fc.constantFrom("x", "y", "q") }),
        (secrets, glue) => {
          const masked = redactor({ strict: secrets })(secrets.join(glue));
          for (const one of secrets) expect(masked).not.toContain(one);
        },
      ),
    );
  });
});

test("strings of six characters and more in a body are secret, but not names and enumerations", () => {
  const body = {
    assistant_name: "Support line",
    name: "support_tool",
    engine_type: "pipeline",
    system_prompt: "You are kind.",
    short: "12345",
    longer: "123456",
    phone_number: "+15555550100",
    headers: [{ name: "Authorization", value: "Bearer secret" }],
    schema: [{ name: "order_number", type: "string", description: "An order number" }],
    variables: { customer_name: "Ada Lovelace", name: "Grace Hopper", nested: { status: "widowed" } },
    tool_ids: [1234567],
    end_call_tool: { description: "When done" },
    nothing: null,
  };
  expect(bodyTexts(body, bodyKeys).private.sort()).toEqual(
    [
      "You are kind.",
      "123456",
      "+15555550100",
      "Bearer secret",
      "An order number",
      "Ada Lovelace",
      "Grace Hopper",
      "widowed",
      "When done",
    ].sort(),
  );
  expect(bodyTexts({ engine_type: ["pipeline"] }, bodyKeys)).toEqual({
    private: [],
    names: ["engine_type", "pipeline"],
  });
  expect(bodyTexts(undefined, bodyKeys)).toEqual({ private: [], names: [] });
});
