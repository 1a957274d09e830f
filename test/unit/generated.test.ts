import fs from "node:fs";
import path from "node:path";
import { Command, Option } from "commander";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { exitMeanings } from "../../cli/base/exit.js";
import { voicecall } from "../../cli/program.js";
import { routes } from "../../provider/http/routes.js";
import { settingsTable } from "../../provider/http/settings-table.js";
import { settingType } from "../../tools/generate/account-file.js";
import { commandsPage } from "../../tools/generate/commands.js";
import { generatedFiles } from "../../tools/generate/files.js";
import { classDoc, firstSentence } from "../../tools/generate/class-doc.js";
import { exampleOf } from "../../tools/generate/example.js";
import { routesPart, settingsPart, withParts } from "../../tools/generate/parts.js";
import { resourcePage } from "../../tools/generate/resource-page.js";
import { tables } from "../../tools/generate/tables.js";
import {
  type Node,
  comment,
  inputType,
  nodeOf,
  nodeOfField,
  valueType,
} from "../../tools/generate/type-text.js";

const root = process.cwd();
const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8");
const readIfThere = (file: string) => (fs.existsSync(path.join(root, file)) ? read(file) : undefined);

/** The members of all objects in a type, except in types with a `typeText`. */
const membersOf = ({ typeText, items, anyOf = [], properties = {} }: Node): [string, Node][] =>
  typeText === undefined
    ? [
        ...Object.entries(properties),
        ...[...Object.values(properties), ...anyOf, ...(items ? [items] : [])].flatMap(membersOf),
      ]
    : [];

describe("the generated files", () => {
  it("are the same as the committed ones", async () => {
    for (const [file, text] of Object.entries(await generatedFiles(readIfThere))) {
      expect(read(file) === text, `${file} is stale: run npm run generate`).toBe(true);
    }
  });

  it.each(["sdk/generated", "docs/resources"])("are all files in %s", async (folder) => {
    const files = Object.keys(await generatedFiles(readIfThere));
    const inFolder = files.filter((file) => path.dirname(file) === folder);
    expect(fs.readdirSync(path.join(root, folder)).sort()).toEqual(
      inFolder.map((file) => path.basename(file)).sort(),
    );
  });
});

describe("TypeScript of a table's type", () => {
  const item = z.strictObject({
    name: z.string().meta({ rule: "2-32 characters" }),
    note: z.string().optional(),
  });
  const flat = (text: string) => text.replace(/\s+/g, " ");

  it("says what a member of an item is for, before its limits", () => {
    const node = nodeOf(
      z.array(z.strictObject({ name: z.string().meta({ doc: "its name", rule: "2-32 characters" }) })),
    );
    expect(valueType(node)).toContain("/** Its name. 2-32 characters. */\nname: string;");
  });

  it("accepts an output for each part of an argument, and has plain values in an output", () => {
    const node = nodeOf(z.array(item));
    expect(flat(inputType(node))).toBe(
      "readonly (pulumi.Input<{ /** 2-32 characters. */ name: pulumi.Input<string>; note?: pulumi.Input<string | undefined>; }>)[]",
    );
    expect(flat(valueType(node))).toBe(
      "({ /** 2-32 characters. */ name: string; note?: string | undefined; })[]",
    );
  });

  it.each([
    [z.enum(["a", "b"]), '"a" | "b"'],
    [z.union([z.int(), z.number(), z.string()]).nullable(), "number | string | null"],
    [z.number().nullable(), "number | null"],
    [z.custom().meta({ typeText: "{ [key: string]: any }" }), "{ [key: string]: any }"],
  ])("%#: %j", (type, text) => expect(valueType(nodeOf(type as z.ZodType))).toBe(text));

  it("is an error if there is none", () => {
    expect(() => valueType(nodeOf(z.custom()))).toThrow(/typeText/);
  });

  it.each(
    tables.flatMap(({ kind, fields }) =>
      Object.entries(fields).map(([name, field]) => [`${kind}.${name}`, field] as const),
    ),
  )("explains each member of %s", (_, field) => {
    expect(membersOf(nodeOfField(field)).filter(([, { doc }]) => !doc)).toEqual([]);
  });

  it("does not end its comment early", () => {
    expect(comment(["a */ b"])).toBe("/** a *\\/ b */");
  });
});

it.each([
  ["onConflict", '"fail" | "warn" | "overwrite"'],
  ["debug", "boolean"],
  ["listLag", "number | string"],
  ["maxInFlight", "number"],
  ["baseUrl", "string"],
])("the type of the setting %s is %s", (key, type) => {
  expect(
    settingType(
      settingsTable.find((row) => row.key === key)!,
      routes,
    ),
  ).toBe(type);
});

describe("a reference", () => {
  it.each(tables)("of $kind has each sentence about a property, and a line for each output", (table) => {
    const page = resourcePage(table, "What it is.", true);
    for (const [name, { doc }] of Object.entries(table.fields)) {
      const [inTable = "", ...below] = doc.split(/(?<=\.) /);
      const linked = `[\`${name}\`](#${name.toLowerCase()})`;
      const isLinked = page.includes(`\n### ${name}\n`);
      expect(page).toContain(`\n| ${isLinked ? linked : `\`${name}\``} | ${inTable.replaceAll("|", "\\|")}`);
      const isElsewhere = name === "adoptId" || doc.includes("voicecall:onExisting");
      expect(page.includes("existing-objects")).toBe("adoptId" in table.fields);
      if (below.length > 0 && !isElsewhere) expect(page).toContain(`\n### ${name}\n\n${below.join(" ")}`);
    }
    for (const name of Object.keys(table.computed)) expect(page).toContain(`\n| \`${name}\` |`);
  });

  it.each(tables)("of $kind has only valid examples", ({ file, fields }) => {
    for (const [name, field] of Object.entries(fields)) {
      // test/static/snippets.test.ts checks `exampleCode`.
      if (field.exampleCode !== undefined) continue;
      const { error } = field.type.safeParse(exampleOf(field));
      expect(error, `provider/${file}/schema.ts: give ${name} an \`example\``).toBeUndefined();
    }
  });

  it("begins with the comment above the class, without its example", () => {
    const source =
      "/** Other. */\nexport class B {}\n/**\n * One {@link Lead},\n * a\n *\n * b\n * @example\n * c\n */\nexport class A {}";
    expect(classDoc(source, "A")).toBe("One `Lead`, a\n\nb");
    expect(classDoc(source, "C")).toBe("");
    expect(firstSentence("A voice agent: voice (specification, 2.3). More.")).toBe("A voice agent.");
  });
});

describe("the parts of a document", () => {
  const parts = { settings: settingsPart(settingsTable), routes: routesPart(routes) };

  it("have a line for each setting and assumed route", () => {
    for (const { key } of settingsTable) expect(parts.settings).toContain(`\n| \`voicecall:${key}\` |`);
    expect(parts.routes).toContain("| `deleteLead` | `DELETE /user/leads/{id}` |");
  });

  it("replace the text between the markers, and nothing else", () => {
    const before = "# A\n<!-- generated:lead -->\nold\n<!-- /generated -->\nend\n";
    const after = withParts(before, { lead: "new $1" });
    expect(after).toBe("# A\n<!-- generated:lead -->\n\nnew $1\n<!-- /generated -->\nend\n");
    expect(withParts(after, { lead: "new $1" })).toBe(after);
    expect(withParts("no markers", parts)).toBe("no markers");
    expect(() => withParts("<!-- generated:leed -->\n<!-- /generated -->", parts)).toThrow(/"leed"/);
  });
});

describe("the page of the commands", () => {
  const page = (register: (program: Command) => void): string => {
    const program = new Command("voicecall").description("commands");
    register(program);
    return commandsPage(program, { 0: "done", 64: "wrong | usage" });
  };

  it("has usage, options with defaults, choices and arguments, and the examples of each command", () => {
    const text = page((program) =>
      program
        .command("export")
        .description("write the account as a program")
        .argument("<folder>", "where to write")
        .option("--port <number>", "a port", (text) => Number(text), 4010)
        .option("--quiet", "say nothing | much")
        .option("--var <k=v>", "may be repeated", (text, all: string[]) => [...all, text], [])
        .addOption(new Option("--form <form>", "how").choices(["a", "b"]).default("a", "the first"))
        .addHelpText(
          "after",
          "\nNotes: one <b>.\nAnd on.\n\nExamples:\n  voicecall export .\n  voicecall export --quiet .",
        ),
    );
    expect(text).toContain(
      "## voicecall export\n\nwrite the account as a program\n\n```text\nvoicecall export [options] <folder>\n```\n",
    );
    expect(text).toContain("| `folder` | where to write |  |\n");
    expect(text).toContain("| `--port <number>` | a port | `4010` |\n");
    expect(text).toContain("| `--quiet` | say nothing \\| much |  |\n");
    expect(text).toContain("| `--var <k=v>` | may be repeated |  |\n");
    expect(text).toContain("| `--form <form>` | how: `a`, `b` | the first |\n");
    expect(text).toContain("\nNotes: one \\<b>. And on.\n\nExamples:\n\n```sh\nvoicecall export .\n");
    expect(text).toContain("| `64` | wrong \\| usage |");
    expect(text).not.toContain("`-h, --help`");
  });

  it("links to the page about a command, and leaves out what that page says", () => {
    const program = new Command("voicecall");
    program
      .command("drift")
      .addHelpText("after", "\nWhat drift is.\n\nExit codes: 0 none.\n\nExamples:\n  voicecall drift");
    expect(commandsPage(program, {})).toContain("What drift is.");
    const text = commandsPage(program, {}, { "voicecall drift": "drift.md" });
    expect(text).toContain("[More](drift.md)\n\nExit codes: 0 none.\n\nExamples:\n");
    expect(text).not.toContain("What drift is.");
  });

  it("has the commands below a command, by their whole name, and none that is hidden", () => {
    const text = page((program) => {
      const init = program.command("init").description("write files");
      init.command("ci").description("templates for CI");
      program.command("secret", { hidden: true }).description("nothing to see");
    });
    expect(text).toContain("## voicecall init ci\n\ntemplates for CI\n");
    expect(text).not.toContain("secret");
  });

  it("is the committed page", () => {
    const names = voicecall().commands.map((command) => command.name());
    expect(names).toContain("emulator");
    for (const name of names) expect(read("docs/commands.md")).toContain(`\n## voicecall ${name}`);
    for (const [code, meaning] of Object.entries(exitMeanings)) {
      expect(read("docs/commands.md")).toContain(`| \`${code}\` | ${meaning} |`);
    }
  });
});
