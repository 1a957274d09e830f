import ts from "typescript";
import { expect, test } from "vitest";
import { type Titled, names } from "../../cli/export/names.js";

const named = (...titles: string[]): string[][] =>
  [...names(titles.map(withId), "assistant").values()].map(({ variable, resource }) => [variable, resource]);

const withId = (title: string, index: number): Titled => ({ id: 201 + index, title });

test.each([
  ["Support", "support", "support"],
  ["Support line", "supportLine", "support-line"],
  ["get_opening_hours", "getOpeningHours", "get-opening-hours"],
  ["SUPPORT LINE DE", "supportLineDe", "support-line-de"],
  ["supportLine McKay", "supportLineMcKay", "supportline-mckay"],
  ["24h hotline", "_24hHotline", "24h-hotline"],
  ["delete", "delete_", "delete"],
  ["tools", "tools_", "tools"],
  ["con", "con_201", "con_201"],
  ["LPT1", "lpt1_201", "lpt1_201"],
  ["Служба поддержки", "службаПоддержки", "служба-поддержки"],
  ["Mu\u0308ller & Söhne", "müllerSöhne", "müller-söhne"],
  ["サポート", "サポート", "サポート"],
  ["🎉", "assistant_201", "assistant_201"],
  ["", "assistant_201", "assistant_201"],
  ["../../etc/passwd", "etcPasswd", "etc-passwd"],
  ["__proto__", "proto", "proto"],
])("%j is %s in the program and %s in the stack", (title, variable, resource) => {
  expect(named(title)).toEqual([[variable, resource]]);
});

test("of objects that would be called alike, the oldest keeps the plain name", () => {
  expect(named("Support", "support", "Sup port", "SUPPORT!")).toEqual([
    ["support", "support"],
    ["support_202", "support_202"],
    ["supPort_203", "sup-port_203"],
    ["support_204", "support_204"],
  ]);
});

test("the order of a listing means nothing, and what is made later renames nothing", () => {
  const titles = ["Support", "support", "Branch 1", "branch1", "Straße", "STRASSE"];
  const rows = titles.map(withId);
  const all = names(rows, "assistant");
  expect(names([...rows].reverse(), "assistant")).toEqual(all);
  for (const end of rows.keys()) {
    for (const [id, name] of names(rows.slice(0, end), "assistant")) expect(all.get(id)).toEqual(name);
  }
});

test("an end that looks like an id collides with nothing", () => {
  const rows = [
    { id: 5, title: "Support" },
    { id: 7, title: "support" },
    { id: 9, title: "Support 7" },
    { id: 11, title: "support_7" },
  ];
  const given = [...names(rows, "assistant").values()];
  for (const key of ["variable", "resource"] as const) {
    expect(new Set(given.map((name) => name[key].toLowerCase())).size).toBe(rows.length);
  }
});

test("whatever the title, TypeScript takes the variable, and no file system refuses the name", () => {
  const words =
    "arguments async await break class enum eval exports let module package static type undefined yield";
  const titles = [
    ...words.split(" "),
    "é".repeat(300),
    "𝒳 maths",
    "漢".repeat(300),
    "\u0301 begins with a mark",
    "٣ digits of another script",
    "a\u200db",
    "·",
  ];
  const given = [...names(titles.map(withId), "assistant").values()];
  const program = given.map(({ variable }) => `export const ${variable} = 1;`).join("\n");
  const { diagnostics } = ts.transpileModule(`"use strict";\n${program}`, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS },
  });
  expect(diagnostics!.map(({ messageText }) => messageText)).toEqual([]);
  for (const { resource } of given) {
    expect(Buffer.byteLength(`${resource}.ts`)).toBeLessThan(256);
    expect(resource).not.toMatch(/[/\\:*?"<>|.\s]/);
  }
});
