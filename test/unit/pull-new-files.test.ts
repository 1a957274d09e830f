/** `voicecall pull --untracked` without an engine: the form of the program, and the files of one object. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { promptFile } from "../../cli/export/prompt-file.js";
import { formOf, importing } from "../../cli/pull/entry.js";
import { type Place, piecesFor } from "../../cli/pull/new-files.js";
import { Syntax } from "../../cli/pull/syntax.js";
import { temporaryFolder } from "../support/after-test.js";

/** The first file of a program, in a folder of its own. */
function entry(name: string, text: string, manifest: object = {}): Syntax {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
  return new Syntax(path.join(folder, name), text);
}

const native = { type: "module" };

test.each([
  [
    "index.ts",
    "import a from 'a'; // first\nrun();\n",
    {},
    "import a from 'a'; // first\nimport './x';\nrun();\n",
  ],
  ["index.ts", 'import "./y.js";\nrun();', native, 'import "./y.js";\nimport "./x.js";\nrun();'],
  ["index.ts", 'import "./y.ts"', native, 'import "./y.ts"\nimport "./x.ts";\n'],
  ["index.ts", "run();", {}, 'run();\nimport "./x";\n'],
  [
    "index.ts",
    'declare module "m" {\n  import "a";\n}\n',
    {},
    'declare module "m" {\n  import "a";\n}\nimport "./x";\n',
  ],
  ["index.js", 'const a = require("a");\n', {}, 'const a = require("a");\nrequire("./x");\n'],
  ["index.cjs", "run();\n", native, 'run();\nrequire("./x.cjs");\n'],
  ["index.js", "run();\n", native, 'run();\nimport "./x.js";\n'],
  ["index.js", "export const a = 1;\n", {}, 'export const a = 1;\nimport "./x";\n'],
  ["index.mjs", 'import a from "a"; run();\n', {}, 'import a from "a";\nimport "./x.mjs"; run();\n'],
  ["index.mts", "", {}, 'import "./x.mjs";\n'],
])("%s: %j", (name, text, manifest, expected) => {
  const file = entry(name, text, manifest);
  const {
    start,
    end,
    text: added,
  } = importing(file, [path.join(path.dirname(file.file), `x${formOf(file).extension}`)]);
  expect(text.slice(0, start) + added + text.slice(end)).toBe(expected);
});

const one = {
  kind: "Assistant" as const,
  id: 205,
  name: { variable: "nightDesk", resource: "night-desk" },
  inputs: { name: "Night desk", systemPrompt: "You help.", tools: [101, 102, 103], adoptId: 205 },
  outputs: {},
  comments: { tools: "101 is …", adoptId: "adopts" },
  prompt: promptFile("You help.")!,
};

const HOOK = { ...one, inputs: { ...one.inputs, webhookUrl: "https://example.com/?key=secret" } };

function placeOf(syntax: Syntax, assistants: { folder: string; allowUnused: boolean }[] = []): Place {
  const folder = path.dirname(syntax.file);
  const prompts = assistants.map(({ folder: name, allowUnused }) => ({
    file: `${name}/a.md`,
    path: path.join(folder, name, "a.md"),
    isAssistant: true as const,
    allowUnused,
    order: 0,
  }));
  return {
    folder,
    entry: syntax,
    program: { resources: new Map(), seen: new Map(), data: [], prompts },
    tools: new Map([
      ["101", { name: "get_hours", variable: { file: path.join(folder, "lib/tools.ts"), name: "hours" } }],
      ["102", { name: "get_price", variable: { file: syntax.file, name: "price" } }],
      ["103", { variable: { file: path.join(folder, "lib/tools.ts"), name: "nightDesk" } }],
    ]),
  };
}

const textsOf = (pieces: ReturnType<typeof piecesFor>, place: Place): Record<string, string>[] =>
  pieces.map(({ files }) =>
    Object.fromEntries([...files].map(([file, text]) => [path.relative(place.folder, file), text])),
  );

test("a declaration: a variable of another file, the name of a tool of the entry, an alias for a taken name", () => {
  const place = placeOf(entry("index.ts", ""));
  mkdirSync(path.join(place.folder, "assistants"));
  writeFileSync(path.join(place.folder, "assistants/other.ts"), "");
  expect(textsOf(piecesFor(one, place), place)).toEqual([
    {
      "prompts/night-desk.md": "You help.\n",
      "assistants/night-desk.ts": `import { Assistant, prompt } from "pulumi-voicecall";
import { hours, nightDesk as tool103 } from "../lib/tools";

export const nightDesk = new Assistant(
  "night-desk",
  {
    name: "Night desk",
    systemPrompt: prompt("prompts/night-desk.md"),
    tools: [hours, "get_price", tool103],
    // adopts
    adoptId: 205,
  },
  { protect: true },
);
`,
    },
  ]);
});

test("CommonJS, with a secret value", () => {
  const place = placeOf(entry("index.js", ""));
  const [piece] = piecesFor(HOOK, place);
  expect(textsOf([piece!], place)[0]!["assistant-night-desk.js"]).toContain(
    `const pulumi = require("@pulumi/pulumi");
const { Assistant, prompt } = require("pulumi-voicecall");
const { hours, nightDesk: tool103 } = require("./lib/tools");

const config = new pulumi.Config();

exports.nightDesk = new Assistant(`,
  );
  expect(piece!.secrets).toEqual([
    { key: "url_assistant_night-desk_webhookUrl", value: "https://example.com/?key=secret" },
  ]);
});

test("assistants as files: in the one folder of all, or a file that is named, and a declaration if both fail", () => {
  const syntax = entry("index.ts", "");
  const filesOf = (object: typeof one, ...folders: [string, boolean][]): string[][] => {
    const place = placeOf(
      syntax,
      folders.map(([folder, allowUnused]) => ({ folder, allowUnused })),
    );
    return textsOf(piecesFor(object, place), place).map((files) => Object.keys(files));
  };
  const declared = ["assistant-night-desk.ts", "prompts/night-desk.md"];
  expect(filesOf(one, ["desks", true])).toEqual([["desks/night-desk.md"], declared]);
  expect(filesOf(HOOK, ["desks", true])).toEqual([declared]);
  expect(filesOf(one, ["desks", true], ["more", true])).toEqual([declared]);
  const place = placeOf(syntax, [{ folder: "desks", allowUnused: false }]);
  const [named] = textsOf(piecesFor(HOOK, place), place);
  expect(named).toEqual({
    "desks/night-desk.md": `---\nname: Night desk\n# 101 is …\ntools:\n  - get_hours\n  - get_price\n  - 103\n# adopts\nadoptId: 205\n---\n\nYou help.\n`,
    "assistant-night-desk.ts": expect.stringContaining(
      '"night-desk",\n  { ...assistantFile("desks/night-desk.md"), webhookUrl: config.requireSecret("url_assistant_night-desk_webhookUrl") },\n  { protect: true },\n',
    ) as string,
  });
});
