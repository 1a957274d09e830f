/** Which values `voicecall pull` writes, and which it leaves to a person. */
import { describe, expect, test } from "vitest";
import { secret } from "./drift-events.js";
import { type Given, type Inputs, pull } from "./pull-played.js";

const TWO = 'new A("a", { systemPrompt: prompt("p.md") });\nnew A("b", { systemPrompt: prompt("p.md") });\n';
const both = (value: Inputs) => ({ a: value, b: value });
const files = { "index.ts": TWO, "p.md": "One.\n" };
const twice = [{ file: "p.md" }, { file: "p.md" }];

test("a prompt that two resources share is written if both changed alike", async () => {
  const given = { files, prompts: twice, now: both({ systemPrompt: "One." }) };
  expect(await pull({ ...given, live: both({ systemPrompt: "Two." }) })).toEqual({
    changed: { "p.md": "Two.\n" },
    pulled: ["a.systemPrompt", "b.systemPrompt"],
    conflicts: [],
    left: [],
  });
  expect(await pull({ ...given, live: { b: { systemPrompt: "Two." } } })).toMatchObject({
    changed: {},
    left: [
      "b.systemPrompt:0 the file is shared by a, b, which were not changed alike: add --shared to change it for all, or give each its own",
    ],
  });
});

test("a prompt that the program also uses elsewhere is left", async () => {
  const { changed, left } = await pull({
    files: {
      "index.ts": 'new A("a", { systemPrompt: prompt("p.md", v) });\nf(prompt("p.md", w));\n',
      "p.md": "By {{x}}.\n",
    },
    prompts: [
      { file: "p.md", values: { x: "1" } },
      { file: "p.md", values: { x: "2" } },
    ],
    now: { a: { systemPrompt: "By 1." } },
    live: { a: { systemPrompt: "Of 1." } },
  });
  expect(changed).toEqual({});
  expect(left).toEqual(["a.systemPrompt:0 the program also uses the file elsewhere"]);
});

test("a prompt that has another use with the same text is left", async () => {
  const given = {
    prompts: [{ file: "p.md" }, { file: "p.md" }],
    now: { a: { systemPrompt: "One." } },
    live: { a: { systemPrompt: "Two." } },
  };
  const elsewhere = {
    "index.ts": `new A("a", { systemPrompt: prompt("p.md") });\nf(prompt("p.md"));\n`,
    "p.md": "One.\n",
  };
  expect((await pull({ ...given, files: elsewhere })).left).toEqual([
    "a.systemPrompt:0 the program also uses the file elsewhere",
  ]);
  const now = { a: { systemPrompt: "One." }, b: { initialMessage: "One." } };
  const other = TWO.replace('"b", { systemPrompt', '"b", { initialMessage');
  expect(await pull({ ...given, now, files: { ...files, "index.ts": other } })).toMatchObject({
    changed: {},
    left: [
      "a.systemPrompt:0 the file is shared by a, b, which were not changed alike: add --shared to change it for all, or give each its own",
    ],
  });
});

test("of two files with the same text, the one in the arguments is changed, or none", async () => {
  const text =
    'new A("a", { systemPrompt: prompt("p.md") });\nnew A("b", { systemPrompt: prompt("q.md") });\n';
  const given = { now: both({ systemPrompt: "One." }), live: { b: { systemPrompt: "Two." } } };
  const same = { "p.md": "One.\n", "q.md": "One.\n" };
  const inside = [
    { file: "p.md", at: 'prompt("p.md")', before: "a" },
    { file: "q.md", at: 'prompt("q.md")', before: "b" },
  ];
  expect((await pull({ ...given, files: { "index.ts": text, ...same }, prompts: inside })).changed).toEqual({
    "q.md": "Two.\n",
  });
  const before =
    'const [p, q] = [prompt("p.md"), prompt("q.md")];\nnew A("a", { systemPrompt: p });\nnew A("b", { systemPrompt: q });\n';
  expect(await pull({ ...given, files: { "index.ts": before, ...same }, prompts: inside })).toMatchObject({
    changed: {},
    left: ["b.systemPrompt:3 several prompts have this text"],
  });
});

test("changes of the program since the last apply: a prompt is merged, a literal is left", async () => {
  const result = await pull({
    files: {
      "index.ts": 'new A("a", { systemPrompt: prompt("p.md"), initialMessage: "Mine" });\n',
      "p.md": "Uno\nTwo\nThree\n",
    },
    prompts: [{ file: "p.md" }],
    now: { a: { systemPrompt: "Uno\nTwo\nThree", initialMessage: "Mine" } },
    applied: { a: { systemPrompt: "One\nTwo\nThree", initialMessage: "Old" } },
    live: { a: { systemPrompt: "One\nTwo\nThird", initialMessage: "Theirs" } },
  });
  expect(result).toEqual({
    changed: { "p.md": "Uno\nTwo\nThird\n" },
    pulled: ["a.systemPrompt"],
    conflicts: [],
    left: [
      "a.initialMessage:1 the program has changed too since the last apply: take the value of the service, or run pull with --mine to overwrite it",
    ],
  });
});

test("a conflict is written and told", async () => {
  const { changed, conflicts } = await pull({
    files: {
      "index.ts": 'new A("a", { systemPrompt: prompt("p.md", { x: "1" }) });\n',
      "p.md": "By {{x}}.\n",
    },
    prompts: [{ file: "p.md", values: { x: "1" } }],
    now: { a: { systemPrompt: "By 1." } },
    live: { a: { systemPrompt: "By 2." } },
  });
  expect(conflicts).toEqual(["a.systemPrompt"]);
  expect(changed["p.md"]).toBe("<<<<<<< p.md\nBy {{x}}.\n=======\nBy 2.\n>>>>>>> the service\n");
});

test.each(["Acme Care", "Globex"])(
  "a prompt waits for a placeholder whose value is now %s",
  async (company) => {
    const given = {
      files: {
        "index.ts": 'new A("a", { variables: v, systemPrompt: prompt("p.md", v) });\n',
        "p.md": "You are {{company}}.\nBe brief.\n",
      },
      prompts: [{ file: "p.md", values: { company: "Acme" } }],
      now: { a: { variables: { company: "Acme" }, systemPrompt: "You are Acme.\nBe brief." } },
    };
    const systemPrompt = `You are ${company}.\nBe kind.`;
    expect(await pull({ ...given, live: { a: { variables: { company }, systemPrompt } } })).toMatchObject({
      conflicts: [],
      left: [
        `a.systemPrompt:0 {{company}} is "${company}" in the service: once the program has this value, pull again`,
      ],
    });
    const other = { variables: { company }, systemPrompt: "You are Acme.\nBe kind." };
    const { changed } = await pull({ ...given, live: { a: other } });
    expect(changed["p.md"]).toBe("You are {{company}}.\nBe kind.\n");
  },
);

test("a campaign that was started manually is not declared as started", async () => {
  const { changed, left } = await pull({
    kind: "CampaignState",
    files: { "index.ts": 'new A("a", { state: "stopped" });\n' },
    now: { a: { state: "stopped" } },
    live: { a: { state: "started" } },
  });
  expect(changed).toEqual({});
  expect(left).toEqual([
    "a.state:1 it was started manually: a declared start makes phones ring, so only a person declares one",
  ]);
});

const literal = (text: string, more: Partial<Given> = {}) =>
  pull({
    files: { "index.ts": text },
    now: { a: { maxCallDuration: 600 } },
    live: { a: { maxCallDuration: 60 } },
    ...more,
  });

test("what the program says already is no change", async () => {
  const result = await literal('new A("a", { maxCallDuration: 60 });', {
    now: { a: { maxCallDuration: 60 } },
    applied: { a: { maxCallDuration: 600 } },
  });
  expect(result).toEqual({ changed: {}, pulled: [], conflicts: [], left: [] });
});

test.each<[string, string, Partial<Given>]>([
  [
    "a.maxCallDuration:1 the file is made by a compiler",
    'new A("a", { maxCallDuration: 600 });\n//# sourceMappingURL=index.js.map\n',
    {},
  ],
  ["a.maxCallDuration:1 the file cannot be parsed", 'new A("a", { maxCallDuration: 600 );', {}],
  ["a.maxCallDuration:1 the arguments are computed", 'new A("a", ...all);', {}],
  [
    "a.maxCallDuration:1 the preview would refuse this value",
    'new A("a", { maxCallDuration: 600 });',
    { live: { a: { maxCallDuration: 1 } } },
  ],
  [
    "a.maxCallDuration:1 it is secret: let the program read it from the secret configuration, and set it there",
    'new A("a", { maxCallDuration: 600 });',
    { shown: { secret: true } },
  ],
  [
    "a.voice:1 the program does not declare the property any more: declare it, or run pull with --mine to overwrite it",
    'new A("a", { maxCallDuration: 600 });',
    { live: { a: { voice: "Emma" } } },
  ],
])("left: %s", async (expected, text, more) => {
  expect(await literal(text, more)).toMatchObject({ changed: {}, pulled: [], left: [expected] });
});

test.each([
  ["voicemailMessage: '1', reEngagementPrompt: '2', name: 'n'", "name: 'n'"],
  ["name: 'n', voicemailMessage: '1', reEngagementPrompt: '2'", "name: 'n', "],
  ["voicemailMessage: '1',\n  reEngagementPrompt: '2',\n  name: 'n',\n", "name: 'n',\n"],
])("two properties that the service has cleared are removed: %j", async (before, after) => {
  const { changed, left } = await pull({
    files: { "index.ts": `new A("a", { ${before} });` },
    now: { a: { name: "n", voicemailMessage: "1", reEngagementPrompt: "2" } },
    live: { a: { voicemailMessage: undefined, reEngagementPrompt: undefined } },
  });
  expect({ changed, left }).toEqual({ changed: { "index.ts": `new A("a", { ${after} });` }, left: [] });
});

test("a resource in an installed package is left", async () => {
  const file = { "node_modules/x/index.js": 'new A("a", { maxCallDuration: 600 });' };
  expect((await literal("", { files: file })).left).toEqual([
    "a.maxCallDuration:1 the resource is declared in an installed package",
  ]);
});

test("beside a secret, other keys are written", async () => {
  const text = 'new A("a", { variables: { x: c.requireSecret("x"), y: "1" } });';
  const { changed } = await literal(text, {
    now: { a: { variables: { x: "[secret]", y: "1" } } },
    applied: { a: { variables: { x: secret, y: "1" } } },
    live: { a: { "variables.y": "2" } },
  });
  expect(changed["index.ts"]).toBe(text.replace('"1"', '"2"'));
});

describe("a prompt that resources share, changed in different ways", () => {
  const file = "One.\nTwo.\nThree.\nFour.\nFive.\n";
  const text = file.trimEnd();
  const given = {
    files: { "index.ts": TWO, "p.md": file },
    prompts: twice,
    now: both({ systemPrompt: text }),
  };
  const edited = (a: string, b: string) => ({ a: { systemPrompt: a }, b: { systemPrompt: b } });

  test("with --shared, the file has the changes of all", async () => {
    const live = edited(text.replace("One", "1"), text.replace("Five", "5"));
    expect((await pull({ ...given, live })).left).toHaveLength(2);
    expect(await pull({ ...given, live, isShared: true })).toEqual({
      changed: { "p.md": file.replace("One", "1").replace("Five", "5") },
      pulled: ["a.systemPrompt", "b.systemPrompt"],
      conflicts: [],
      left: [],
    });
    const one = { b: { systemPrompt: text.replace("Five", "5") } };
    expect((await pull({ ...given, live: one, isShared: true })).pulled).toEqual(["b.systemPrompt"]);
  });

  test("changes that contradict each other are left", async () => {
    const live = edited(text.replace("One", "1"), text.replace("One", "First"));
    const { changed, left } = await pull({ ...given, live, isShared: true });
    expect([changed, left.length]).toEqual([{}, 2]);
  });
});
