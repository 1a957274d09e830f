import { describe, expect, test } from "vitest";
import { asMarkdown } from "../../cli/drift/markdown.js";
import type { Report, ReportedField } from "../../cli/drift/report.js";
import { shownField } from "../../cli/drift/shown.js";
import { asText } from "../../cli/drift/text.js";
import { keyText } from "../../provider/base/quoted.js";
import { noDrift } from "./drift-events.js";

const resource = { urn: "u", kind: "Assistant", name: "support", title: 'Assistant "Support"', id: "205" };

const drifted = (...fields: ReportedField[]): Report => ({
  ...noDrift,
  outcome: "drift",
  drift: [{ ...resource, fields }],
});

/** The text without colors, which depend on the terminal. */
const plain = (report: Report): string => asText(report).replace(/\u001b\[\d+m/g, "");

const lines = (field: ReportedField): string[] => {
  const formatted = shownField(field);
  if (!("lines" in formatted)) throw new Error("the value is shown on one line");
  return formatted.lines.map(({ sign, text }) => `${sign} ${text}`);
};

test("values with nothing in common get only their length, without a search for differences", () => {
  const many = (word: string): string =>
    Array.from({ length: 3_000 }, (_, line) => `${word} ${line}`).join("\n");
  expect(lines({ path: "systemPrompt", declared: many("a"), live: many("b") })).toEqual([
    "@ 3000 lines replaced by 3000 lines",
  ]);
});

test("terminal control sequences are removed", () => {
  const evil = "\u001b[2Jgone\u202e";
  const report = {
    ...drifted({ path: "initialMessage", declared: "a", live: evil }),
    notes: [{ text: evil }],
  };
  report.drift[0]!.title = evil;
  expect(plain(report)).not.toMatch(/[\u001b\u202e]/);
  expect(plain(report)).toContain("\\u001b[2Jgone\\u202e");
  expect(asMarkdown(report)).not.toMatch(/[\u001b\u202e]/);
});

test("one reason for many resources is shown once, whatever their order", () => {
  const down = "the connection was refused. Check the base URL http://127.0.0.1:1.";
  const failure = (kind: string, name: string, request: string, reason = down) => ({
    urn: `${kind} ${name}`,
    kind,
    name,
    text: `read ${kind} "${name.toUpperCase()}" (id 1): ${request}: ${reason}`,
    request,
    reason,
  });
  const errors = [
    ...[..."lkjihgfedcb"].map((name) => failure("MidCallTool", name, "get the record")),
    failure("Assistant", "a", "list assistants"),
    failure("Lead", "z", "list leads", "the service rejected the request."),
  ];
  const lines = [
    `Assistant a, ${[..."bcdefghij"].map((name) => `MidCallTool ${name}`).join(", ")} and 2 more: ${down}`,
    'Lead z: read Lead "Z" (id 1): list leads: the service rejected the request.',
  ];
  const report = { ...noDrift, outcome: "could not tell", compared: 0, errors } as const;
  expect(plain(report)).toBe(
    `Could not tell:\n  ${lines.join("\n  ")}\n\nStack dev, 0 resources compared: could not tell about 13 more.`,
  );
  expect(plain({ ...report, errors: errors.toReversed() })).toBe(plain(report));
  expect(asMarkdown(report)).toContain(`Could not tell (2)</summary>\n\n\`\`\`\n${lines.join("\n")}\n`);
  // The request is shown too if it is the same in all errors.
  expect(plain({ ...report, errors: errors.slice(0, 2) })).toContain(
    `  MidCallTool k, MidCallTool l: get the record: ${down}`,
  );
});

/** The text as readers see it: no invisible characters, all white space alike, and composed characters. */
const seen = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, "")
    .replace(/\s+/g, " ")
    .trim();

describe.each([
  ["tag characters", "Be kind.", "Be kind.\u{E0049}\u{E0067}\u{E006E}"],
  ["a soft hyphen", "Be kind.", "Be ki\u00ADnd."],
  ["a variation selector", "Be kind.", "Be kind\uFE0F."],
  ["a variation selector of a later plane", "Be kind.", "Be kind\u{E0101}."],
  ["a Hangul filler", "Be kind.", "Be\u3164 kind."],
  ["a zero-width space", "Be kind.", "Be ki\u200Bnd."],
  ["a zero-width joiner", "Be kind.", "Be ki\u200Dnd."],
  ["a mark of direction", "Be kind.", "Be ki\u200End."],
  ["an escape that stands there as text", "Be \\u200bkind.", "Be \u200Bkind."],
  ["another form of an umlaut", "Sei n\u00E4her.", "Sei na\u0308her."],
  ["a letter of another script", "Be kind.", "B\u0435 kind."],
  ["another blank", "Be kind.", "Be\u00A0kind."],
  ["two blanks", "Be kind.", "Be  kind."],
  ["a tab", "Be kind.", "Be\tkind."],
  ["another hyphen", "Be well-kind.", "Be well\u2011kind."],
  ["blanks in a separate line", "Be\n\nkind.", "Be\n  \nkind."],
  ["an object replacement character", "Be kind.", "Be ki\uFFFCnd."],
  ["an Ogham space mark", "Be kind.", "Be ki\u1680nd."],
  ["an ideographic space beside a visible change", "Be very kind.", "Be quite\u3000kind."],
  ["half a character", "Be kind.", "Be kind.\ud800x"],
])("%s", (_, declared, live) => {
  test.each([
    ["one line", (text: string) => text],
    ["several", (text: string) => `Hello.\n${text}\nBye.`],
    ["a long one", (text: string) => `${"x ".repeat(200)}${text}${" y".repeat(200)}`],
    [
      "a list",
      (text: string) => [{ name: text, description: "What the caller said about it, word by word." }],
    ],
  ])("in %s is shown differently on both sides", (_name, within) => {
    const field = { path: "systemPrompt", declared: within(declared), live: within(live) };
    const formatted = shownField(field);
    if ("text" in formatted) throw new Error("the value is shown as a secret");
    const [before, after] =
      "lines" in formatted
        ? ["-", "+"].map((sign) =>
            formatted.lines
              .filter((line) => line.sign === sign)
              .map(({ text }) => text)
              .join("\n"),
          )
        : [formatted.declared, formatted.live];
    expect(seen(before!)).not.toBe(seen(after!));
    expect(`${before}${after}`).not.toMatch(
      /(?![\t\n])[\p{C}\p{Default_Ignorable_Code_Point}\uFFFC]|(?! )\p{Zs}/u,
    );
    for (const text of [plain(drifted(field)), asMarkdown(drifted(field)).replace("⚠️", "")])
      expect(text).not.toMatch(/(?![\t\n])[\p{C}\p{Default_Ignorable_Code_Point}]/u);
  });
});

test("text that looks different is shown unchanged", () => {
  expect(lines({ path: "systemPrompt", declared: "Grüße\nan alle", live: "Gruße\nan Алла 🎉" })).toEqual([
    "@ lines 1-2",
    "- Grüße",
    "- an alle",
    "+ Gruße",
    "+ an Алла 🎉",
  ]);
});

test("control sequences in a path, a stack or an account do not reach a terminal either", () => {
  const evil = "x\u001b[2J\u200b";
  const report: Report = {
    ...drifted({ path: `variables["${evil}"]`, declared: 1, live: 2 }),
    stack: evil,
    notReadable: [{ ...resource, paths: [evil] }],
    untracked: [{ account: evil, kind: "Lead", title: evil, id: "1" }],
  };
  for (const text of [plain(report), asMarkdown(report).replace("⚠️", "")]) {
    expect(text).not.toMatch(/(?![\t\n])[\p{C}\p{Default_Ignorable_Code_Point}]/u);
    expect(text).toContain("\\u001b[2J\\u200b");
  }
});

test.each(["\u00A0", "\u1680", "\u2009", "\u202F", "\u3000"])(
  "the blank %j in a variable's key is visible",
  (blank) => {
    const shown = `\\u${blank.charCodeAt(0).toString(16).padStart(4, "0")}`;
    const path = `variables["a${blank}b"]`;
    const report: Report = {
      ...drifted({ path, declared: 1, live: 2 }),
      notReadable: [{ ...resource, paths: [path] }],
    };
    for (const text of [plain(report), asMarkdown(report)])
      expect(text.split(`variables["a${shown}b"]`)).toHaveLength(3);
    expect(keyText(`a${blank}b`)).toBe(`"a${shown}b"`);
  },
);

test("a path segment of a URL that may be a token is masked in Markdown, and shown in the terminal", () => {
  const field = {
    path: "webhookUrl",
    declared: "https://hooks.example.com/services/T0000/canaryA0123456789abc/x?token=canary-b",
    live: "https://me@hooks.example.com:8443/7f9c24e5-0b1d-4c1e-9a53-1f2e3d4c5b6a",
  };
  const text = asMarkdown(drifted(field));
  expect(text).toContain("https://hooks.example.com/services/T0000/[hidden]/x?[hidden]");
  expect(text).toContain("https://[hidden]@hooks.example.com:8443/[hidden]");
  expect(text).not.toMatch(/canary|7f9c24e5/);
  expect(plain(drifted(field))).toMatch(/canaryA0123456789abc[\s\S]*7f9c24e5/);
});

test("a URL's user name, password and query are masked in Markdown, and shown in the terminal", () => {
  const field = {
    path: "webhookUrl",
    declared: "https://user:canary-a'@canary-d@hooks.example.com/calls?token=canary-b'canary-e",
    live: "https://hooks.example.com/calls?token=canary-c#part",
  };
  const text = asMarkdown(drifted(field));
  expect(text).not.toMatch(/canary/);
  expect(text).toContain("https://[hidden]@hooks.example.com/calls?[hidden]");
  expect(text).toContain("https://hooks.example.com/calls?[hidden]#part");
  expect(plain(drifted(field))).toMatch(/canary-a[\s\S]*canary-b[\s\S]*canary-c/);
});
