/** Merging the live text of a prompt into its file. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Merged, mergePrompt } from "../../cli/pull/prompt-merge.js";
import { fill, parseTemplate, problems } from "../../sdk/prompt-template.js";

interface Case {
  source: string;
  values?: Record<string, string>;
  /** The text that the last apply sent. Default: what the file gives now. */
  base?: string;
  live: string;
}

const rendered = (source: string, values: Record<string, string> = {}): string =>
  fill(parseTemplate("p.md", source), new Map(Object.entries(values)));

function merge({ source, values = {}, base = rendered(source, values), live }: Case): Merged {
  const file = { file: "p.md", source, values: new Map(Object.entries(values)), allowUnused: false };
  return mergePrompt(file, base, live);
}

const ACME = { company: "Acme" };

describe("a placeholder stays", () => {
  test.each([
    [
      "in a changed line",
      "You answer for {{company}}.\n",
      ACME,
      "You speak for Acme.",
      "You speak for {{company}}.\n",
    ],
    [
      "in a moved line",
      "One {{company}}\nTwo\nThree",
      ACME,
      "Two\nThree\nOne Acme",
      "Two\nThree\nOne {{company}}",
    ],
    [
      "beside an added line with its value",
      "Hi, {{company}} here.",
      ACME,
      "Hello, Acme here.\nSay Acme twice.",
      "Hello, {{company}} here.\nSay Acme twice.",
    ],
    [
      "of the service",
      "---\nvariables: [who]\n---\n\nHi {{ who }}, {{company}}.\n",
      ACME,
      "Hello {{who}} of Acme.",
      "---\nvariables: [who]\n---\n\nHello {{who}} of {{company}}.\n",
    ],
    [
      "whose value has line ends",
      "Rules:\n{{rules}} Always.\nEnd.",
      { rules: "- a\n- b" },
      "Rules:\n- a\n- b Always.\nThe end.",
      "Rules:\n{{rules}} Always.\nThe end.",
    ],
    [
      "that has a default",
      "---\nvariables: { company: Acme }\n---\nFor {{company}}.",
      {},
      "By Acme!",
      "---\nvariables: { company: Acme }\n---\nBy {{company}}!",
    ],
    [
      "whose value is a pattern",
      "Pay {{price}} now.",
      { price: "$& (.*) $1" },
      "Pay $& (.*) $1 later.",
      "Pay {{price}} later.",
    ],
    ["before spaces at the end", "By {{company}}  \n", ACME, "By Acme\nTwo", "By {{company}}\nTwo  \n"],
  ])("%s", (_, source, values, live, expected) => {
    expect(merge({ source, values, live })).toEqual({ source: expected, isConflict: false, lost: [] });
  });
});

test("braces of the dashboard are escaped; front matter, line ends and the end of the file stay", () => {
  const source = "\uFEFF---\r\ntitle: x\r\n---\r\n\r\nOne\r\nTwo\r\nThree";
  const live = "One\nTwo {{x}} \\{{y}} {{{z\nAnd\nThree";
  const { source: now } = merge({ source, live });
  expect(now).toBe("\uFEFF---\r\ntitle: x\r\n---\r\n\r\nOne\r\nTwo \\{{x}} \\\\{{y}} \\{{{z\r\nAnd\r\nThree");
  expect(rendered(now)).toBe(live);
});

test("a deleted line takes its placeholder with it, which no new line elsewhere gets, and that is told", () => {
  const source = "For {{company}}.\nAsk for {{company}}'s number.\nBe kind.\n";
  expect(merge({ source, values: ACME, live: "For Acme.\nBe kind.\nSay Acme." })).toEqual({
    source: "For {{company}}.\nBe kind.\nSay Acme.\n",
    isConflict: false,
    lost: ["company"],
  });
});

describe("what is not certain is a conflict", () => {
  test.each([
    ["a changed value", "Hi from {{company}}.", ACME, "Hi from Globex."],
    ["a word that equals the value", "Acme is {{company}}.", ACME, "Acme was Acme."],
    ["a value that the line has once more", "For {{company}}.", ACME, "For Acme, and Acme only."],
    ["an empty value", "For{{company}}.", { company: "" }, "For all."],
    [
      "a new line with the value of a deleted one",
      "Opening hours of {{company}} are nine.\n{{company}} is kind.",
      ACME,
      "Acme: Acme.\nAcme is kind.",
    ],
    ["a changed line with a long value", "{{rules}} Always.", { rules: "- a\n- b" }, "- a\n- b Never."],
    ["a part of a long value", "{{rules}}", { rules: "- a\n- b" }, "- a\n- c"],
    ["the last placeholder, which prompt() needs", "Hi.\nI am {{company}}.", ACME, "Hi."],
    ["a brace that would touch a placeholder", "For {{company}}.", ACME, "For {Acme}."],
  ])("%s", (_, source, values, live) => {
    const { source: now, isConflict } = merge({ source, values, live });
    expect(isConflict).toBe(true);
    expect(now).toMatch(/^<{7} p\.md$/m);
    expect(() => parseTemplate("p.md", now)).toThrow("a conflict is not resolved");
  });
});

test("only the lines that are not certain are marked", () => {
  const { source } = merge({
    source: "One\nFor {{company}}.\nThree\n",
    values: ACME,
    live: "Uno\nFor {Acme}.\nThree",
  });
  expect(source).toBe(
    "<<<<<<< p.md\nOne\nFor {{company}}.\n=======\nUno\nFor {Acme}.\n>>>>>>> the service\nThree\n",
  );
});

describe("the file has changed since the last apply", () => {
  const base = "One\nTwo\nThree\nFour\nFive";
  test("changes of different lines are both kept", () => {
    const source = "Uno\nTwo\nThree\nFour\nFive\n";
    const { source: now, isConflict } = merge({ source, base, live: "One\nTwo\nThree\nFour\nFive!\nSix" });
    expect([now, isConflict]).toEqual(["Uno\nTwo\nThree\nFour\nFive!\nSix\n", false]);
  });
  test("the same change is no conflict", () => {
    const source = "One\nTwo\nThird\nFour\nFive\n";
    expect(merge({ source, base, live: "One\nTwo\nThird\nFour\nFive" }).source).toBe(source);
  });
  test("different changes of one line are a conflict", () => {
    const source = "One\r\nTwo\r\nThird\r\nFour\r\nFive";
    const { source: now } = merge({ source, base, live: "One\nTwo\nDrei\nFour\nFive" });
    expect(now).toBe(
      "One\r\nTwo\r\n<<<<<<< p.md\r\nThird\r\n=======\r\nDrei\r\n>>>>>>> the service\r\nFour\r\nFive",
    );
  });
});

test("a value whose line was moved into a value of another placeholder is not lost silently", () => {
  const source = "---\nvariables: [who]\n---\nAcme\n{{hours}}\n{{company}} Acme";
  const values = new Map(Object.entries({ company: "Acme\r\nInc\n", hours: "5" }));
  const base = rendered(source, Object.fromEntries(values));
  const live = edited(base, [{ at: 7, to: 9, text: "", how: "move" }]);
  const file = { file: "p.md", source, values, allowUnused: false };
  expect(mergePrompt(file, base, live).isConflict).toBe(true);
});

const WORDS = [
  "Acme",
  "you",
  "answer",
  "for",
  "$&",
  "(.*)",
  "[a-z]+",
  "\\",
  "{",
  "}",
  "{{x}}",
  "{{company}}",
  "-",
  "é",
  "5",
  "a",
];
const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((all) => all.join(" "));
const values = fc.record({
  company: fc.constantFrom(
    "Acme",
    "a",
    "you answer",
    "$&",
    "",
    "(.*)",
    "One\nTwo",
    "Acme\r\nInc\n",
    "{{x}}",
    "5",
  ),
  hours: fc.constantFrom("5", "nine\nto five", "Acme", "$1", " "),
});
const placeholders = fc.constantFrom("{{company}}", "{{ company }}", "{{hours}}", "{{who}}", "\\{{raw}}");
const templateLine = fc
  .array(
    fc.oneof(
      { arbitrary: placeholders, weight: 1 },
      { arbitrary: fc.constantFrom(...WORDS.filter((word) => !/[{\\]/.test(word))), weight: 3 },
    ),
    { maxLength: 7 },
  )
  .map((all) => all.join(" "));
const template = fc
  .record({
    head: fc.constantFrom("---\nvariables: [who]\n---\n", "---\nvariables: [who]\n---\n\n\n"),
    lines: fc.array(templateLine, { minLength: 1, maxLength: 12 }),
    end: fc.constantFrom("", "\n", "\n\n", " \n"),
    isCrlf: fc.boolean(),
  })
  .map(({ head, lines, end, isCrlf }) => {
    const text = `${head}${lines.join("\n")}${end}`;
    return isCrlf ? text.replaceAll("\n", "\r\n") : text;
  });
type Change = { at: number; to: number; text: string; how: "add" | "remove" | "move" | "word" | "replace" };
const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(30),
  to: fc.nat(30),
  text: words,
  how: fc.constantFrom("add", "remove", "move", "word", "replace"),
});

/** Edits a text as a person does. */
function edited(text: string, changes: readonly Change[]): string {
  const lines = text.split("\n");
  for (const { at, to, text: now, how } of changes) {
    const [from, where] = [at % (lines.length + 1), to % (lines.length + 1)];
    if (how === "add") lines.splice(from, 0, now);
    else if (how === "remove") lines.splice(from, 1);
    else if (how === "move") lines.splice(where, 0, ...lines.splice(from, 1));
    else if (how === "replace") lines.splice(from, 1, now);
    else {
      const parts = (lines[from] ?? "").split(" ");
      parts.splice(to % (parts.length + 1), to % 2, now.split(" ")[0]!);
      lines.splice(from, 1, parts.join(" "));
    }
  }
  return lines.join("\n").trim();
}

const hasText = (source: string, given: Record<string, string>): boolean => {
  try {
    return rendered(source, given) !== "";
  } catch {
    return false;
  }
};

test("any manual change gives the live text, or a marked conflict; other lines and placeholders stay", () => {
  const seen = { merged: 0, conflicts: 0 };
  const changes = fc.array(change, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(template, values, changes, fc.boolean(), (source, given, manual, isUnused) => {
      fc.pre(hasText(source, given));
      const used = new Set(
        parseTemplate("p.md", source).parts.map((part) => (typeof part === "string" ? "" : part.name)),
      );
      const passed = Object.fromEntries(Object.entries(given).filter(([name]) => isUnused || used.has(name)));
      const missing = parseTemplate("p.md", source).parts.some(
        (part) => typeof part !== "string" && part.name !== "who" && !(part.name in passed),
      );
      fc.pre(!missing);
      const base = rendered(source, passed);
      const live = edited(base, manual);
      const file = { file: "p.md", source, values: new Map(Object.entries(passed)), allowUnused: isUnused };
      const { source: now, isConflict, lost } = mergePrompt(file, base, live);
      expect(now.startsWith(source.slice(0, source.indexOf("---", 3) + 3))).toBe(true);
      if (isConflict) {
        seen.conflicts += 1;
        expect(now).toMatch(/^<{7} p\.md$/m);
        expect(() => parseTemplate("p.md", now)).toThrow("a conflict is not resolved");
        return;
      }
      seen.merged += 1;
      const after = parseTemplate("p.md", now);
      expect(fill(after, file.values)).toBe(live);
      expect(problems(after, Object.keys(passed), isUnused)).toEqual([]);
      if (live === base) expect(now).toBe(source);
      const count = (text: string, name: string): number =>
        parseTemplate("p.md", text).parts.filter((part) => typeof part !== "string" && part.name === name)
          .length;
      for (const name of ["company", "hours"])
        expect(count(now, name) < count(source, name)).toBe(lost.includes(name));
      // A line of the file that is new gives a line that is new, except at the ends, which are trimmed.
      if (Object.values(passed).some((value) => value.includes("\n"))) return;
      const fresh = (text: string, before: string): number =>
        text.split(/\r?\n/).filter((line) => !before.split(/\r?\n/).includes(line)).length;
      expect(fresh(now, source)).toBeLessThanOrEqual(fresh(live, base) + 2);
    }),
    { numRuns: 1_000 },
  );
  expect(seen.merged).toBeGreaterThan(300);
  expect(seen.conflicts).toBeGreaterThan(100);
});

test("with changes in the file too, every new line of the dashboard and of the file is in the result", () => {
  const changes = fc.array(change, { minLength: 1, maxLength: 3 });
  const plain = fc.array(fc.constantFrom(..."abcdefghij".split("")), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(plain, changes, changes, (lines, manual, local) => {
      const base = lines.join("\n");
      const [live, source] = [edited(base, manual), edited(base, local)].map((text) =>
        text.replace(/[{}\\]/g, "-"),
      );
      fc.pre(live!.trim() !== "" && source!.trim() !== "");
      const file = { file: "p.md", source: source!, values: new Map<string, string>(), allowUnused: false };
      const { source: now, isConflict } = mergePrompt(file, base, live!);
      const [given, result] = [base.split("\n"), now.split("\n")];
      for (const text of [live!, source!])
        for (const line of text.split("\n")) if (!given.includes(line)) expect(result).toContain(line);
      if (!isConflict) expect(now).not.toContain("<<<<<<<");
      if (source === base && !isConflict) expect(rendered(now)).toBe(live);
    }),
    { numRuns: 300 },
  );
});
