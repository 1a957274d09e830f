/**
 * Each managed field with odd values that the program may declare: the real Laravel service keeps the value, or preview
 * says that it may not. Prints what is left, and each has a reason.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { role } from "../../../provider/core/fields/fields.js";
import { createTransport } from "../../../provider/http/transport.js";
import { aMultimodalAssistant, declaring, fieldsOf, subjects } from "../../kinds/index.js";
import { closeAfterTest } from "../../support/after-test.js";
import { fakeClock } from "../../support/clock.js";
import { EnginePart, type Program } from "../../support/engine-part.js";
import { type Laravel, missing, startLaravel } from "./service.js";

const why = missing();

const hook = "https://hooks.example.com";
const texts: Record<string, string> = {
  "blanks around it": " text ",
  "line ends of Windows": "one\r\ntwo\r\n",
  "a tab": "one\ttwo",
  "marks around it": "\u200Etext\u200E",
  "a no-break space within": "one\u00A0two",
  "an emoji": "text \u{1F600}",
  "a decomposed letter": "cafe\u0301",
  markup: "<b>text</b> &amp;",
  braces: "{{company}} {x}",
  "a digit": "0",
  "the word null": "null",
  "256 letters": "x".repeat(256),
  "70,000 letters": "word ".repeat(14_000).trim(),
  "a path that ends in a slash": `${hook}/a/`,
  "an umlaut in a host": "https://b\u00FCro.example.com/",
  "an umlaut in a path": `${hook}/b\u00FCro`,
  "a query and a fragment": `${hook}/a?b=1&c[]=2#d`,
  "a port": `${hook}:8443/a`,
  "an address in braces": `${hook}/{branch}`,
  "an old time zone": "US/Eastern",
};
const objects: Record<string, unknown> = {
  nothing: {},
  null: { a: null },
  "an empty text": { a: "" },
  "blanks around a text": { a: " x " },
  "empty containers": { a: {}, b: [] },
  "a large number": { a: 1e21 },
  "a sum of decimals": { a: 0.1 + 0.2 },
  "the largest whole number": { a: Number.MAX_SAFE_INTEGER },
  "a negative zero": { a: -0 },
  "a whole decimal": { a: 1.0 },
  flags: { a: true, b: [false] },
  "a point in a key": { "a.b": 1 },
  "an asterisk as a key": { "*": 1 },
  "a blank in a key": { "a b": 1 },
  "whole numbers as keys within": { a: { 0: "x", 1: "y" }, b: { 7: "z" } },
  "a long text": { a: "x".repeat(70_000) },
  "nested lists": { a: [[1, [2]], []] },
};
const numbers = { "three places": 0.725, "many places": 0.7000001, one: 1, "two places": 0.75, seven: 7 };

/** Odd values of the same form. */
function oddOnes(sample: unknown): [string, unknown][] {
  if (typeof sample === "string") return Object.entries(texts);
  if (typeof sample === "number") return Object.entries(numbers);
  if (typeof sample === "boolean")
    return [
      ["true", true],
      ["false", false],
    ];
  if (!Array.isArray(sample)) return Object.entries(objects);
  const [item] = sample as unknown[];
  if (typeof item !== "object" || item === null) return [["nothing", []]];
  return [
    ["nothing", []],
    ...Object.entries(item).flatMap(([key, value]) =>
      oddOnes(value).map(([name, odd]): [string, unknown] => [`${key}: ${name}`, [{ ...item, [key]: odd }]]),
    ),
  ];
}

const rows = [...subjects, aMultimodalAssistant].flatMap((subject) =>
  Object.entries(subject.samples).flatMap(([property, { first, beside }]) => {
    const field = fieldsOf(subject.kind)[property]!;
    // A name of another object is looked up in preview.
    if (role(field) !== "field" || field.refers) return [];
    return oddOnes(first)
      .filter(([, value]) => field.type.safeParse(value).success)
      .map(([name, value]) => ({ subject, property, name, props: { ...beside, [property]: value } }));
  }),
);

/** Why preview says nothing, by the name of a row. */
const REASONS: readonly [RegExp, string][] = [];

describe.skipIf(why !== undefined)("odd values", () => {
  let service: Laravel;
  beforeAll(async () => void (service = await startLaravel()));
  afterAll(() => service.close());

  test("the service keeps each, or preview says it", async () => {
    const left: string[] = [];
    const transport = closeAfterTest(createTransport({ connections: 8, timeout: 30_000 }));
    for (const { subject, property, name, props } of rows) {
      service.reset();
      const engine = new EnginePart({
        env: { VOICECALL_BASE_URL: service.address, VOICECALL_ACCESS_TOKEN: service.token },
        clock: fakeClock(),
      });
      engine.transport = transport;
      const program: Program = declaring(subject, props);
      const preview = await engine.preview(program);
      if (preview.errors.length > 0 || preview.lines.some((line) => line.includes(property))) continue;
      const up = await engine.up(program);
      const after = up.errors.length > 0 ? [] : [await engine.preview(program)];
      const isKept =
        after.length > 0 &&
        after.every(({ errors, steps }) => errors.length === 0 && steps.every(({ op }) => op === "same"));
      if (isKept) continue;
      const row = `${subject.kind} ${property}, ${name}`;
      const reason = REASONS.find(([pattern]) => pattern.test(row))?.[1];
      left.push(`${reason ?? "NO REASON"}: ${row}: ${up.errors[0] ?? "a difference afterwards"}`);
    }
    console.info(
      `${rows.length} values, of which ${left.length} are not kept, and preview does not say it:\n${left.sort().join("\n")}`,
    );
    expect(left.filter((line) => line.startsWith("NO REASON"))).toEqual([]);
  });
});
