import fc from "fast-check";
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
  ["☎\ufe0f Sup\u00adport \u3164", "supPort", "sup-port"],
  ["👨\u200d👩\u200d👧 Family", "family", "family"],
  ["1\ufe0f\u20e3 First", "_1First", "1-first"],
  ["❤\ufe0f", "assistant_201", "assistant_201"],
  ["Love\u2764\ufe0f\u200d\u{1f525}line 👍🏽", "loveLine", "love-line"],
  ["🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} Desk", "desk", "desk"],
  ["🇩🇪 Berlin", "berlin", "berlin"],
  ["☎\u0301 Line", "line", "line"],
  ["𠮷野家", "𠮷野家", "𠮷野家"],
  ["__proto__", "proto", "proto"],
])("%j is %s in the program and %s in the stack", (title, variable, resource) => {
  expect(named(title)).toEqual([[variable, resource]]);
});

test("of several objects that would get the same name, the oldest gets it without a suffix", () => {
  expect(named("Support", "support", "Sup port", "SUPPORT!")).toEqual([
    ["support", "support"],
    ["support_202", "support_202"],
    ["supPort_203", "sup-port_203"],
    ["support_204", "support_204"],
  ]);
});

test("the order of a listing is irrelevant, and later objects rename nothing", () => {
  const titles = ["Support", "support", "Branch 1", "branch1", "Straße", "STRASSE"];
  const rows = titles.map(withId);
  const all = names(rows, "assistant");
  expect(names([...rows].reverse(), "assistant")).toEqual(all);
  for (const end of rows.keys()) {
    for (const [id, name] of names(rows.slice(0, end), "assistant")) expect(all.get(id)).toEqual(name);
  }
});

test("a name with a suffix that looks like an id causes no collision", () => {
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

test("whatever the title, TypeScript accepts the variable, and file systems accept the name", () => {
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

test("no name has an invisible character, whatever the title", () => {
  const invisible = /[\p{Default_Ignorable_Code_Point}\p{Me}\p{Cc}\p{Cf}\p{Zs}]/u;
  const emoji = fc.constantFrom(..."👨👩❤1☎🏴é\u200d\ufe0f\u20e3\u{e0067}\u{e007f}\u00ad\u3164\u0301a ");
  fc.assert(
    fc.property(fc.array(emoji, { minLength: 1 }), (characters) => {
      for (const [, name] of names([withId(characters.join(""), 0)], "assistant")) {
        expect([name.variable, name.resource].filter((text) => invisible.test(text))).toEqual([]);
      }
    }),
    { numRuns: 500 },
  );
});

test("names that differ only in case count as equal, even for letters with two lower-case forms", () => {
  expect(named("STRAẞE", "straße", "Straẞe").map(([, resource]) => resource)).toEqual([
    "straße",
    "straße_202",
    "straße_203",
  ]);
});
