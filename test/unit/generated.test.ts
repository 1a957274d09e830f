import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { routes } from "../../provider/routes.js";
import { settingsTable } from "../../provider/settings-table.js";
import { settingType } from "../../tools/generate/account-file.js";
import { generatedFiles } from "../../tools/generate/files.js";
import { readmeParts, withParts } from "../../tools/generate/readme.js";
import { tables } from "../../tools/generate/tables.js";
import { comment, inputType, nodeOf, valueType } from "../../tools/generate/type-text.js";

const root = process.cwd();
const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8");
const readme = fs.existsSync(path.join(root, "README.md")) ? read("README.md") : undefined;

describe("what is generated", () => {
  it("is what is committed", async () => {
    for (const [file, text] of Object.entries(await generatedFiles(readme))) {
      expect(read(file) === text, `${file} is stale: run npm run generate`).toBe(true);
    }
  });

  it("is all there is", async () => {
    const made = Object.keys(await generatedFiles(undefined)).filter((file) => file.startsWith("sdk/"));
    expect(fs.readdirSync(path.join(root, "sdk/generated")).sort()).toEqual(
      made.map((file) => path.basename(file)).sort(),
    );
  });
});

describe("TypeScript of a table's type", () => {
  const item = z.strictObject({
    name: z.string().meta({ rule: "2-32 characters" }),
    note: z.string().optional(),
  });
  const flat = (text: string) => text.replace(/\s+/g, " ");

  it("takes each part from another resource as an argument, and is plain as an output", () => {
    const node = nodeOf(z.array(item));
    expect(flat(inputType(node))).toBe(
      "(pulumi.Input<{ /** 2-32 characters. */ name: pulumi.Input<string>; note?: pulumi.Input<string | undefined>; }>)[]",
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

  it("is an error where there is none", () => {
    expect(() => valueType(nodeOf(z.custom()))).toThrow(/typeText/);
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

describe("the README's parts", () => {
  const parts = readmeParts(tables, settingsTable, routes);

  it("have a line for each property, output, setting and assumed route", () => {
    for (const { file, fields, computed } of tables) {
      for (const name of [...Object.keys(fields), ...Object.keys(computed)]) {
        expect(parts[file], `${file} ${name}`).toContain(`\n| \`${name}\``);
      }
    }
    for (const { key } of settingsTable) expect(parts["settings"]).toContain(`\n| \`voicecall:${key}\` |`);
    expect(parts["assumed-routes"]).toContain("| `deleteLead` | `DELETE /user/leads/{id}` |");
  });

  it("replace what stands between the markers, and nothing else", () => {
    const before = "# A\n<!-- generated:lead -->\nold\n<!-- /generated -->\nend\n";
    const after = withParts(before, { lead: "new $1" });
    expect(after).toBe("# A\n<!-- generated:lead -->\n\nnew $1\n<!-- /generated -->\nend\n");
    expect(withParts(after, { lead: "new $1" })).toBe(after);
    expect(withParts("no markers", parts)).toBe("no markers");
    expect(() => withParts("<!-- generated:leed -->\n<!-- /generated -->", parts)).toThrow(/"leed"/);
  });
});
