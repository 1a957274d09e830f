/** What `voicecall pull` does with values that several resources share. */
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/after-test.js";
import { evaluated, pulledInto } from "../support/pulled-programs.js";

interface Row {
  readonly files: string | Record<string, string>;
  /** The resources whose `maxCallDuration` is 60 in the service. */
  readonly to60: string;
  readonly config?: Record<string, unknown>;
  /** What the row changes, `before → after`. Nothing for an empty list. */
  readonly changes: readonly string[];
  readonly left?: string;
}

const A = (name: string, args: string): string => `new A("${name}", ${args});\n`;
const TWO = A("a", "{ ...all }") + A("b", "{ ...all }");
const THREE = TWO + A("c", "{ ...all }");
const all = "const all = { maxCallDuration: 600 };\n";

test.each<[string, Row]>([
  [
    "a constant",
    {
      files: `const d = 600;\n${A("a", "{ maxCallDuration: d }")}`,
      to60: "a",
      changes: ["d = 600 → d = 60"],
    },
  ],
  [
    "a shorthand",
    {
      files: `const maxCallDuration = 600;\n${A("a", "{ maxCallDuration }")}`,
      to60: "a",
      changes: ["= 600 → = 60"],
    },
  ],
  [
    "a constant with another use",
    {
      files: `const d = 600;\n${A("a", "{ maxCallDuration: d }")}use(d);`,
      to60: "a",
      changes: ["maxCallDuration: d → maxCallDuration: 60"],
    },
  ],
  [
    "a shorthand with another use",
    {
      files: `const maxCallDuration = 600;\n${A("a", "{ maxCallDuration }")}use(maxCallDuration);`,
      to60: "a",
      changes: ["{ maxCallDuration } → { maxCallDuration: 60 }"],
    },
  ],
  ["a spread, all alike", { files: all + TWO, to60: "ab", changes: ["600 → 60"] }],
  ["arguments", { files: all + A("a", "all"), to60: "a", changes: ["600 → 60"] }],
  [
    "a spread, one differs",
    {
      files: all + THREE,
      to60: "c",
      changes: ['"c", { ...all } → "c", { ...all, maxCallDuration: 60 }'],
    },
  ],
  [
    "a spread, one stays: the shared value changes, and it keeps its own",
    {
      files: all + THREE,
      to60: "ab",
      changes: [
        "const all = { maxCallDuration: 600 → const all = { maxCallDuration: 60",
        '"c", { ...all } → "c", { ...all, maxCallDuration: 600 }',
      ],
    },
  ],
  [
    "shared arguments, one differs",
    {
      files: all + A("a", "all") + A("b", "all") + A("c", "all"),
      to60: "c",
      changes: ['"c", all → "c", { ...all, maxCallDuration: 60 }'],
    },
  ],
  [
    "an override keeps lines and comments",
    {
      files: all + A("a", "{\n  ...all, // of all\n  x: 1, // one\n}") + A("b", "all"),
      to60: "a",
      changes: ["x: 1, // one\n} → x: 1, // one\n  maxCallDuration: 60,\n}"],
    },
  ],
  [
    "an override after a property without a comma",
    {
      files: all + A("a", "{\n  ...all,\n  x: 1 // one\n}") + A("b", "all"),
      to60: "a",
      changes: ["x: 1 // one\n} → x: 1, // one\n  maxCallDuration: 60\n}"],
    },
  ],
  [
    "a loop, all alike",
    {
      files: `for (const n of ["a", "b"])\n  new A(n, { maxCallDuration: Number("600") && 600 });\n`,
      to60: "ab",
      changes: ["&& 600 → && 60"],
    },
  ],
  [
    "a loop, one differs",
    {
      files: `for (const n of ["a", "b"])\n  new A(n, { maxCallDuration: 600 });\n`,
      to60: "a",
      changes: [],
      left: "a.maxCallDuration",
    },
  ],
  [
    "an item of a loop's list",
    {
      files: `for (const [n, d] of [["a", 600], ["b", 600]])\n  new A(n, { maxCallDuration: d });\n`,
      to60: "b",
      changes: ['"b", 600 → "b", 60'],
    },
  ],
  [
    "defaults that others import",
    {
      files: {
        "defaults.js": `export ${all}`,
        "index.js": `import { all } from "./defaults.js";\n${TWO}`,
      },
      to60: "ab",
      changes: ["600 → 60"],
    },
  ],
  [
    "configuration, all alike",
    {
      files: `const c = new Config();\nconst all = { maxCallDuration: c.requireNumber("d") };\n${TWO}`,
      config: { d: 600, e: 600 },
      to60: "ab",
      changes: ['"d":600 → "d":60'],
    },
  ],
  [
    "configuration, one differs",
    {
      files: `const c = new Config();\nconst all = { maxCallDuration: c.requireNumber("d") };\n${THREE}`,
      config: { d: 600 },
      to60: "a",
      changes: ['"a", { ...all } → "a", { ...all, maxCallDuration: 60 }'],
    },
  ],
  [
    "a value that the program computes from a literal",
    { files: A("a", "{ maxCallDuration: 590 + 10 }"), to60: "a", changes: [], left: "a.maxCallDuration" },
  ],
  [
    "a literal that also decides something else",
    {
      files: `const d = 600;\nif (d > 100) ${A("b", "{}")}${A("a", "{ maxCallDuration: d }")}`,
      to60: "a",
      changes: ["maxCallDuration: d → maxCallDuration: 60"],
    },
  ],
  [
    "a program that fails with the new value",
    {
      files: `const d = 600;\nif (d < 100) throw new Error();\n${A("a", "{ maxCallDuration: d }")}`,
      to60: "a",
      changes: [],
      left: "a.maxCallDuration",
    },
  ],
  [
    "a value that differs in each run",
    {
      files: `use(globalThis.count = (globalThis.count ?? 0) + 1);\n${all}${TWO}`,
      to60: "ab",
      changes: ["600 → 60"],
    },
  ],
])("%s", async (_, { files: given, to60, config = {}, changes, left = "" }) => {
  const files: Record<string, string> = typeof given === "string" ? { "index.js": given } : given;
  const edits = [...to60].map((name) => ({ name, path: "maxCallDuration", value: 60 }));
  const text = (all: Record<string, string>, settings: object): string =>
    Object.values(all).join("") + JSON.stringify(settings);
  let expected = text(files, config);
  for (const change of changes) {
    const [before = "", after = ""] = change.split(" → ");
    expect(expected).toContain(before);
    expected = expected.replace(before, after);
  }
  const result = await pulledInto(temporaryFolder(), files, edits, config);
  expect(text(result.files, result.config)).toBe(expected);
  expect(result.left.map((one) => `${one.name}.${one.path}`).join()).toBe(left);
  const { resources } = evaluated(result.files, result.config);
  if (left === "")
    for (const { name } of edits) expect(resources.get(name)?.inputs["maxCallDuration"]).toBe(60);
});

const texts = async (files: string, edits: Record<string, string>) => {
  const changed = Object.entries(edits).map(([place, value]) => {
    const [name = "", ...path] = place.split(".");
    return { name, path: path.join("."), value };
  });
  const result = await pulledInto(temporaryFolder(), { "index.js": files }, changed);
  return { text: result.files["index.js"], left: result.left.map(({ name, path }) => `${name}.${path}`) };
};

test("a text with expressions is changed around them", async () => {
  const program = (words: string): string =>
    `const c = "Acme";\nfor (const n of ["a", "b"])\n  new A(n, { initialMessage: \`${words}\` });\n`;
  const before = program("${c}, desk ${n}.");
  const edits = { "a.initialMessage": "Here is Acme, desk a.", "b.initialMessage": "Here is Acme, desk b." };
  expect(await texts(before, edits)).toEqual({ text: program("Here is ${c}, desk ${n}."), left: [] });
  // Only one of them would be changed.
  const one = { "a.initialMessage": "Here is Acme, desk a." };
  expect(await texts(before, one)).toEqual({ text: before, left: ["a.initialMessage"] });
});

test("a text with the shared value in it follows; where it has other words too, it is left", async () => {
  const program = (company: string): string =>
    `const c = "${company}";\n` +
    ["a", "b"].map((n) => `new A("${n}", { variables: { c }, initialMessage: c + " here" });\n`).join("");
  const company = { "a.variables.c": "Bolt", "b.variables.c": "Bolt" };
  const greeting = { "a.initialMessage": "Bolt here", "b.initialMessage": "Bolt here" };
  expect(await texts(program("Acme"), { ...company, ...greeting })).toEqual({
    text: program("Bolt"),
    left: [],
  });
  const other = { ...greeting, "b.initialMessage": "Bolt is here" };
  expect(await texts(program("Acme"), { ...company, ...other })).toEqual({
    text: program("Bolt"),
    left: ["b.initialMessage"],
  });
  // The greetings stay as they are in the service, so the shared value may not change.
  const { left } = await texts(program("Acme"), company);
  expect(left).toEqual([]);
});

test("a text of two shared values that stays as it is in the service: neither shared value changes", async () => {
  const program = (values: string): string =>
    `const c = "Acme", p = "gold";\n` +
    ["a", "b"].map((n) => `new A("${n}", { variables: ${values}, initialMessage: c + p });\n`).join("");
  const edits = Object.fromEntries(
    ["a", "b"].flatMap((n) => [
      [`${n}.variables.c`, "Bolt"],
      [`${n}.variables.p`, "free"],
    ]),
  );
  expect(await texts(program("{ c, p }"), edits)).toEqual({
    text: program('{ c: "Bolt", p: "free" }'),
    left: [],
  });
});

test("a value that differs in each run is not written down", async () => {
  const before = `globalThis.n = 0;\nconst c = "Acme";\n${["a", "b", "d"]
    .map(
      (n) =>
        `new A("${n}", { variables: { c, now: String(globalThis.runs = (globalThis.runs ?? 0) + 1) } });\n`,
    )
    .join("")}`;
  const { text } = await texts(before, { "a.variables.c": "Bolt", "b.variables.c": "Bolt" });
  expect(text).not.toMatch(/now: ["']/);
});
