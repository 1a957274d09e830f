import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Assistant, assistantFile, assistantFiles, dataFile } from "../../sdk/index.js";
import { mocked, settled } from "./sdk-mocks.js";
import { temporaryFolder } from "../support/after-test.js";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(path.join(folder, "assistants"));
  vi.spyOn(process, "cwd").mockReturnValue(folder);
});
afterEach(() => void vi.restoreAllMocks());

function file(text: string, name = "assistants/support.md"): string {
  writeFileSync(path.join(folder, name), text);
  return name;
}

const SUPPORT = `---
name: Support # as people say it
phoneNumber: +12025550143
maxCallDuration: 600
tools: [get_opening_hours, 101]
initialMessage: "{{company}}, how can I help {{caller}}?"
variables:
  caller: you
  plan:
---

You answer for {{company}}.
The caller is {{caller}}, with the plan {{plan}}.
`;

const ARGS = {
  name: "Support",
  phoneNumber: "+12025550143",
  maxCallDuration: 600,
  tools: ["get_opening_hours", 101],
  initialMessage: "Acme, how can I help {{caller}}?",
  variables: { caller: "you" },
  systemPrompt: "You answer for Acme.\nThe caller is {{caller}}, with the plan {{plan}}.",
};

it("the front matter has the properties, and the text is the prompt", () => {
  expect({ ...assistantFile(file(SUPPORT), { company: "Acme" }) }).toMatchObject(ARGS);
});

it("a number among the variables is said as it is written", () => {
  const text = "---\nvariables:\n  price: 9.90\n  order: 12345678901234567890\n  visits: 3\n---\nBe kind.\n";
  expect(assistantFile(file(text)).variables).toEqual({
    ...{ price: "9.90", order: "12345678901234567890", visits: 3 },
  });
});

it("a variable in a property may have spaces, as in the prompt", () => {
  const text =
    '---\nname: A\ninitialMessage: "{{ company }} & {{ caller }}"\nvariables: [caller]\n---\nBe kind.\n';
  expect(assistantFile(file(text), { company: "A$&B" }).initialMessage).toBe("A$&B & {{ caller }}");
});

it("a value that is known later makes an output of each text that has it, and of no other", async () => {
  const args = assistantFile(file(SUPPORT), { company: pulumi.secret("Acme") });
  const later = (value: unknown) => (pulumi.Output.isInstance(value) ? pulumi.unsecret(value) : value);
  expect(
    Object.entries(args).flatMap(([key, value]) => (pulumi.Output.isInstance(value) ? [key] : [])),
  ).toEqual(["initialMessage", "systemPrompt"]);
  const known = await new Promise((resolve) => {
    pulumi.all([args.initialMessage, args.systemPrompt].map(later)).apply(resolve);
  });
  expect(known).toEqual([ARGS.initialMessage, ARGS.systemPrompt]);
});

it("all files of a folder, without its README, and with values that only some use", () => {
  file(SUPPORT);
  file("---\nname: Billing\n---\nBe kind.\n", "assistants/billing.md");
  file("# For colleagues\n", "assistants/README.md");
  file("x", "assistants/.hidden.md");
  const found = assistantFiles("assistants", { company: "Acme" });
  expect(found.map(({ name, file }) => [name, file])).toEqual([
    ["billing", "assistants/billing.md"],
    ["support", "assistants/support.md"],
  ]);
  expect(found[1]!.args).toMatchObject(ARGS);
});

it("the provider gets the place of each property that the program has not replaced", async () => {
  const registered = await mocked();
  const args = assistantFile(file(SUPPORT), { company: "Acme" });
  await settled(new Assistant("support", { ...args, name: "Other", voice: "Sarah" }).urn);
  expect(registered[0]!.inputs).toMatchObject({
    name: "Other",
    __places: {
      phoneNumber: "assistants/support.md:3",
      tools: "assistants/support.md:5",
      systemPrompt: "assistants/support.md:11",
    },
  });
  const places = registered[0]!.inputs["__places"] as object;
  expect(Object.keys(places)).not.toContain("name");
  expect(Object.keys(places)).not.toContain("voice");
});

it.each([
  ["# A prompt\n", /^assistants\/support\.md has no front matter\. Begin it with a line "---"/],
  ["---\nname: A\n", /^assistants\/support\.md: the front matter is not closed/],
  ["---\nname: [A\n---\nBe kind.\n", /^assistants\/support\.md: the front matter cannot be parsed/],
  [
    "---\nname: A\nsystemPrompt: Be kind.\n---\nBe kind.\n",
    /^assistants\/support\.md:3: the prompt is the text below/,
  ],
  ["---\nname: A\n---\nBe {{mood}}.\n", /^assistants\/support\.md:4: \{\{mood\}\} is not declared/],
  [
    '---\nname: A\ninitialMessage: "Hi {{compny}}"\nvariables: [company]\n---\nBe kind.\n',
    /^assistants\/support\.md:3: \{\{compny\}\} in initialMessage is not declared.*Did you mean "company"/,
  ],
  [
    "---\nname: A\ninitialMessage: Hi: you\n---\nBe kind.\n",
    /\(line 3, column \d+\)\. Put a text with a colon/,
  ],
  ["---\nname: A\nname: B\n---\nBe kind.\n", /\(line 3, column 1\)\. The property is there twice/],
  [
    "---\nvoice:Sarah\nname: A\n---\nBe kind.\n",
    /\(line 2, column 1\)\. Write each property as name, colon, space/,
  ],
  ['---\ninitialMessage: "Hi\n---\nBe kind.\n', /A text above this line begins with a quote/],
  ["---\ntools:\n• get_hours\n---\nBe kind.\n", /\(line 3, column 1\)\. Write each property as name, colon,/],
  [
    "---\nname: A\ninitialMessage: &Partner greets you\n---\nBe kind.\n",
    /cannot be parsed: the first word after & would be lost \(line 3, column \d+\)\. Put a text/,
  ],
  [
    "---\nname: !Hola soy Acme\n---\nBe kind.\n",
    /cannot be parsed: the first word after ! would be lost \(line 2, column \d+\)\. Put a text/,
  ],
  ["---\nvoice: A\n\tname: B\n---\nBe kind.\n", /\(line 3, column 1\)\. Use spaces instead of the tab/],
  [
    "---\nname: A # ours\ninitialMessage: Hello, press #1 or # to go on\n---\nBe kind.\n",
    /^assistants\/support\.md:3: initialMessage ends before " #", because what follows is a comment/,
  ],
  [
    "---\ntools:\n  - get_hours # ours\npostCallSchema:\n  - name: x\n    description: Yes # or no\n---\nBe kind.\n",
    /a text ends before " #", where a comment begins \(line 6, column 18\)\. Put a text/,
  ],
  [
    '---\nname: A\ninitialMessage: Hello, how can I help?"\n---\nBe kind.\n',
    /^assistants\/support\.md:3: initialMessage has a quote at its end and none at its beginning/,
  ],
  [
    "---\nname: A\ninitialMessage: “Hello, how can I help?”\n---\nBe kind.\n",
    /^assistants\/support\.md:3: initialMessage has typographic quotes around it/,
  ],
  ["---\nname: A\n---\n", /^assistants\/support\.md contains no prompt/],
])("refuses %j", (text, message) => {
  expect(() => assistantFile(file(text))).toThrow(message);
});

it("a resource has one name, although Finder and git write the name of the file in two ways", () => {
  file("---\nname: A\n---\nBe kind.\n", "assistants/bu\u0308ro.md");
  expect(assistantFiles("assistants").map(({ name }) => name)).toEqual(["b\u00fcro"]);
});

it.each(["night.md.txt", "night.MD", "night.markdown"])("refuses %s in the folder", (name) => {
  file("---\nname: A\n---\nBe kind.\n", `assistants/${name}`);
  expect(() => assistantFiles("assistants")).toThrow(/^assistants\/night\.\S+ would not be read\. Rename it/);
});

it("refuses a value that the file never uses, and a folder that does not exist", () => {
  expect(() => assistantFile(file("---\nname: A\n---\nBe kind.\n"), { company: "Acme" })).toThrow(
    /^assistants\/support\.md never uses \{\{company\}\}/,
  );
  expect(() => assistantFiles("asistants")).toThrow(/^There is no folder asistants: .*"assistants"/);
});

it("data files: YAML and JSON, with the digits of phone numbers, and the line of a mistake", () => {
  expect(dataFile(file("a: +12025550143 # Ada\nb: [007, 1]\n", "a.yaml"))).toEqual({
    a: "+12025550143",
    b: ["007", 1],
  });
  expect(dataFile(file("a: &one A\nb: *one\nc: 12345678901234567890\nd: 1.10\n", "a.yaml"))).toEqual({
    ...{ a: "A", b: "A", c: "12345678901234567890", d: 1.1 },
  });
  expect(() => dataFile(file("a: &Acme Ltd\n", "b.yaml"))).toThrow(/after & would be lost \(line 1/);
  expect(dataFile(file('{ "a": [1.5, true] }', "a.json"))).toEqual({ a: [1.5, true] });
  expect(() => dataFile(file("a: 1\nb: [1\n", "b.yaml"))).toThrow(/^b\.yaml cannot be parsed: .*\(line 3/);
  expect(() => dataFile("c.yaml")).toThrow(/^There is no data file c\.yaml: .*Did you mean "[ab]\.yaml"/);
});
