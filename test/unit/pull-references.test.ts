/** How `voicecall pull` writes the tools of an assistant. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Reading } from "../../cli/drift/events.js";
import type { Program } from "../../cli/pull/program.js";
import { referenceCode } from "../../cli/pull/reference-code.js";
import { Sources } from "../../cli/pull/sources.js";
import type { Wish } from "../../cli/pull/wishes.js";
import { catalog } from "../../provider/facade.js";
import { temporaryFolder } from "../support/after-test.js";

/** The code for tool 101, which `new T("book", …)` declares, in the arguments of `new A("a", …)`. */
function written(
  files: Record<string, string>,
  { account = {}, isTwice = false }: { account?: object; isTwice?: boolean } = {},
): string {
  const folder = temporaryFolder();
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
  const placeOf = (text: string) => {
    const [file, source] = Object.entries(files).find(([, one]) => one.includes(text))!;
    const lines = source.slice(0, source.indexOf(text)).split("\n");
    return { file: path.join(folder, file), line: lines.length, column: lines.at(-1)!.length + 1 };
  };
  const urn = "urn:pulumi:dev::it::pulumi-nodejs:dynamic/voicecall:MidCallTool::book";
  const declared = [urn, ...(isTwice ? ["again"] : [])].map((one) => ({
    urn: one,
    place: placeOf("new T("),
  }));
  const program = { resources: new Map(declared.map((one) => [one.urn, one])) } as unknown as Program;
  const side = (id: string, different: object) => ({
    id,
    inputs: { name: "book" },
    outputs: {
      __account: { baseUrl: "https://one.example.com", token: "aaaa", userId: 1, ...different },
    },
  });
  const reading = {
    resources: [
      { urn, kind: "MidCallTool", old: side("101", account) },
      { urn: "a", kind: "Assistant", old: side("201", {}) },
    ],
  } as unknown as Reading;
  const sources = new Sources();
  const resource = { urn: "a" };
  const wish = {
    resource,
    field: catalog.Assistant.definition.fields["tools"],
    names: {},
  } as unknown as Wish;
  const args = sources.args(placeOf("new A("));
  if (typeof args === "string") throw new Error(args);
  return referenceCode(wish, { program, reading, sources }, args)("101");
}

const tool = 'new T("book", {});\n';
const assistant = 'new A("a", {});\n';

test.each<[string, Record<string, string>, string]>([
  ["a variable of the file", { "index.ts": `const book = ${tool}${assistant}` }, "book"],
  ["a variable of a block", { "index.ts": `{ const book = ${tool}}\n${assistant}` }, "101"],
  ["a variable of a function", { "index.ts": `f(() => {\nconst book = ${tool}${assistant}});` }, "book"],
  ["a variable below", { "index.ts": `${assistant}const book = ${tool}` }, "101"],
  [
    "a variable with the name of a parameter",
    { "index.ts": `const book = ${tool}const f = (book: string) => ${assistant}` },
    "101",
  ],
  [
    "an import",
    {
      "tools.ts": `export const book = ${tool}`,
      "index.ts": `import { book as b } from "./tools";\n${assistant}`,
    },
    "b",
  ],
  [
    "an import of all names, as in exported programs",
    {
      "tools.ts": `export const book = ${tool}`,
      "index.ts": `import * as tools from "./tools";\n${assistant}`,
    },
    "tools.book",
  ],
])("%s", (_, files, expected) => {
  expect(written(files)).toBe(expected.replace("101", '"101"'));
});

test.each<[string, object, string]>([
  ["another address", { baseUrl: "https://two.example.com" }, '"101"'],
  ["another owner", { userId: 2 }, '"101"'],
  ["no owner yet and another token", { userId: undefined, token: "bbbb" }, '"101"'],
  ["no owner yet and the token", { userId: undefined }, "book"],
  ["no owner yet and an earlier token", { userId: undefined, token: "bbbb", former: ["aaaa"] }, "book"],
  ["the owner and another token", { token: "bbbb" }, "book"],
])("a tool that was recorded with %s", (_, account, expected) => {
  const files = { "index.ts": `const book = ${tool}${assistant}` };
  expect(written(files, { account })).toBe(expected);
});

test("a variable that stands for several tools is not written", () => {
  const files = { "index.ts": `const f = () => {\nconst book = ${tool}${assistant}};` };
  expect(written(files, { isTwice: true })).toBe('"101"');
});
