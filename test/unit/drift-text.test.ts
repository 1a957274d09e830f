/** The whole of what people get to see, and the bounds of it. */
import { describe, expect, test } from "vitest";
import { asMarkdown, MOST_CHARACTERS } from "../../cli/drift/markdown.js";
import type { Report, ReportedResource } from "../../cli/drift/report.js";
import { shownField } from "../../cli/drift/shown.js";
import { asText, verdict } from "../../cli/drift/text.js";
import { noDrift } from "./drift-events.js";

const one = (name: string, more: Partial<ReportedResource> = {}): ReportedResource => ({
  urn: `urn:${name}`,
  kind: "Assistant",
  name,
  title: `Assistant "${name.toUpperCase()}"`,
  id: "205",
  ...more,
});

const plain = (report: Report): string => asText(report).replace(/\u001b\[\d+m/g, "");

const full: Report = {
  ...noDrift,
  outcome: "could not tell",
  compared: 7,
  drift: [
    {
      ...one("support"),
      fields: [
        { path: "maxCallDuration", declared: 600, live: 60 },
        { path: "systemPrompt", declared: "You help.\nBe kind.", live: "You help.\nBe brief." },
        { path: "headers", declared: "[secret]", live: "[secret]", secret: true },
      ],
    },
    { ...one("sales"), fields: [{ path: "variables.out", declared: "x" }] },
  ],
  gone: [one("lost"), { ...one("new"), id: undefined }].map(({ id, ...rest }) => ({
    ...rest,
    ...(id !== undefined && { id }),
  })),
  notes: [{ text: "first line\nsecond line" }, { ...one("support"), text: "is inactive." }],
  notReadable: [{ ...one("support"), paths: ["endCallTool", "extraFields.hue"] }],
  untracked: [{ account: "http://127.0.0.1:1", kind: "Assistant", title: 'Assistant "Other"', id: "9" }],
  errors: [{ text: "the history is empty" }],
};

test("a report with everything, for people", () => {
  expect(plain(full)).toBe(`Assistant "SUPPORT" (support), id 205
  maxCallDuration: 600 → 60
  systemPrompt: - declared, + in the service
    @ lines 1-2 → 1-2
      You help.
    - Be kind.
    + Be brief.
  headers: differs (secret)

Assistant "SALES" (sales), id 205
  variables.out: "x" → absent

Gone from the service:
  Assistant "LOST" (lost), id 205
  Assistant "NEW" (new)

Untracked: in the account, and managed by no resource of this stack:
  Assistant "Other", id 9, in http://127.0.0.1:1

Notes:
  first line
  second line
  is inactive.

Not readable, so not compared:
  Assistant "SUPPORT" (support), id 205: endCallTool, extraFields.hue

Could not tell:
  the history is empty

Stack dev, 7 resources compared: 2 differ, 2 are gone, 1 untracked, and could not tell everything.`);
});

test("a report with everything, as a comment", () => {
  expect(asMarkdown(full)).toBe(`### ❌ Voice assistants: could not tell

Stack dev, 7 resources compared: 2 differ, 2 are gone, 1 untracked, and could not tell everything.

<details open><summary>Could not tell (1)</summary>

\`\`\`
the history is empty
\`\`\`

</details>

<details open><summary>Gone from the service (2)</summary>

\`\`\`
Assistant "LOST" (lost), id 205
Assistant "NEW" (new)
\`\`\`

</details>

<details><summary><code>Assistant &#34;SUPPORT&#34; (support), id 205</code></summary>

\`\`\`diff
  maxCallDuration:
- 600
+ 60
  systemPrompt:
@@ lines 1-2 → 1-2 @@
  You help.
- Be kind.
+ Be brief.
! headers: differs (secret)
\`\`\`

</details>

<details><summary><code>Assistant &#34;SALES&#34; (sales), id 205</code></summary>

\`\`\`diff
  variables.out:
- "x"
+ absent
\`\`\`

</details>

<details><summary>Notes (2)</summary>

\`\`\`
first line
second line
is inactive.
\`\`\`

</details>

<details><summary>Untracked: in the account, and managed by no resource of this stack (1)</summary>

\`\`\`
Assistant "Other", id 9, in http://127.0.0.1:1
\`\`\`

</details>

<details><summary>Not readable, so not compared (1)</summary>

\`\`\`
Assistant "SUPPORT" (support), id 205: endCallTool, extraFields.hue
\`\`\`

</details>
`);
});

test("nothing found: one line, and a comment without sections", () => {
  expect(plain(noDrift)).toBe("Stack dev, 3 resources compared: no drift.");
  expect(asMarkdown(noDrift)).toBe(
    "### ✅ Voice assistants: no drift\n\nStack dev, 3 resources compared: no drift.\n",
  );
  expect(asMarkdown({ ...noDrift, outcome: "drift", gone: [one("lost")] })).toMatch(/^### ⚠️ Voice/);
});

test.each<[Partial<Report>, string]>([
  [{ outcome: "drift", drift: [{ ...one("a"), fields: [] }] }, "3 resources compared: 1 differs."],
  [{ outcome: "drift", gone: [one("a")] }, "3 resources compared: 1 is gone."],
  [{ outcome: "drift", untracked: full.untracked!, compared: 0 }, "0 resources compared: 1 untracked."],
  [{ untracked: [], compared: 1 }, "1 resource compared: no drift."],
  [{ outcome: "could not tell", errors: [{ text: "no" }] }, "could not tell everything."],
  [
    {
      outcome: "could not tell",
      gone: [one("a")],
      errors: [
        { ...one("b"), text: "no" },
        { ...one("b"), text: "nor" },
      ],
    },
    "1 is gone, and could not tell about 1 more.",
  ],
  [
    { outcome: "could not tell", errors: [{ ...one("b"), text: "no" }, { text: "nor" }] },
    "compared: could not tell everything.",
  ],
])("the last line counts: %#", (more, end) => {
  expect(verdict({ ...noDrift, ...more })).toMatch(new RegExp(`^Stack dev, .*${end.replace(/\./g, "\\.")}$`));
});

describe("a long report", () => {
  const gone = (count: number): Report => ({
    ...noDrift,
    outcome: "drift",
    gone: Array.from({ length: count }, (_, n) => one(`n${n}`)),
  });

  test("fifty of one kind are listed for people, a hundred in a comment; the rest is counted", () => {
    expect(plain(gone(50)).split("\n")).toHaveLength(1 + 50 + 2);
    expect(plain(gone(51)).split("\n").slice(-4)).toEqual([
      '  Assistant "N49" (n49), id 205',
      "  and 1 more; --json lists them",
      "",
      "Stack dev, 3 resources compared: 51 are gone.",
    ]);
    expect(asMarkdown(gone(100))).not.toContain("more");
    expect(asMarkdown(gone(102))).toContain(
      '\nAssistant "N99" (n99), id 205\nand 2 more; voicecall drift --json lists them\n```',
    );
  });

  const failures = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ ...one(String.fromCharCode(97 + n)), text: "it is down." }));
  const told = (errors: Report["errors"]): string =>
    plain({ ...noDrift, outcome: "could not tell", errors }).split("\n")[1]!;

  test("ten resources are named that failed for one reason; the rest is counted", () => {
    expect(told(failures(2))).toBe("  Assistant a, Assistant b: it is down.");
    expect(told(failures(10))).toMatch(/Assistant i, Assistant j: it is down\.$/);
    expect(told(failures(11))).toMatch(/Assistant i, Assistant j and 1 more: it is down\.$/);
  });

  test("a reason that stands at the beginning alone is left out where resources share another", () => {
    const read = (kind: string, attempted: string) => ({
      ...one("x", { kind }),
      text: `read ${kind} "x" (id 1): ${attempted}: it is down.`,
    });
    expect(told([read("Lead", "list leads"), read("Lead", "get the record")])).toBe(
      "  Lead x, Lead x: it is down.",
    );
    expect(told([{ text: "list leads: it is down." }])).toBe("  list leads: it is down.");
    expect(told([{ text: "then list leads: it is down." }, { text: "then list leads: it is down." }])).toBe(
      "  then list leads: it is down.",
    );
  });

  const section = (length: number): Report["errors"] => [{ text: "x".repeat(length) }];
  const drifted = (count: number, length: number): Report => ({
    ...noDrift,
    outcome: "drift",
    drift: Array.from({ length: count }, (_, n) => ({
      ...one(`n${n}`),
      fields: Array.from({ length: 60 }, (_, line) => ({
        path: `variables.k${line}`,
        live: "y".repeat(length),
      })),
    })),
  });

  test("a comment holds as many sections as fit; those that do not are counted", () => {
    const left = (count: number): string => /\*\*.*\n$/.exec(asMarkdown(drifted(count, 56)))?.[0] ?? "";
    expect(asMarkdown(drifted(11, 56)).length).toBeLessThanOrEqual(MOST_CHARACTERS);
    expect([left(11), left(12), left(14)]).toEqual([
      "",
      "**1 section is left out here for length.** `voicecall drift` shows them all.\n",
      "**3 sections are left out here for length.** `voicecall drift` shows them all.\n",
    ]);
    expect(asMarkdown(drifted(14, 56))).toContain("\n</details>\n\n**3 sections");
  });

  test("a section of its own is cut at the end of a line", () => {
    const text = asMarkdown({ ...noDrift, outcome: "could not tell", errors: section(9_000) });
    expect(text).toContain(
      `\n${"x".repeat(8_000)}\n… left out for length; voicecall drift shows it all\n\`\`\``,
    );
    const whole = asMarkdown({ ...noDrift, outcome: "could not tell", errors: section(8_000) });
    expect(whole).toContain(`\n${"x".repeat(8_000)}\n\`\`\``);
    const lines = asMarkdown({
      ...noDrift,
      outcome: "could not tell",
      notes: [...section(6_000), ...section(3_000)],
    });
    expect(lines).toContain(`\n${"x".repeat(6_000)}\n… left out for length`);
  });
});

test("a fence is three ticks, or one more than the longest in it", () => {
  const noted = (text: string): string => asMarkdown({ ...noDrift, notes: [{ text }] });
  expect(noted("a `tick`")).toContain("\n\n```\na `tick`\n```\n");
  expect(noted("``")).toContain("\n\n```\n``\n```\n");
  expect(noted("``` and `````")).toContain("\n\n``````\n``` and `````\n``````\n");
});

test("a heading in a comment is one line", () => {
  const report: Report = { ...noDrift, drift: [{ ...one("a", { title: "A\n\n  & <b>" }), fields: [] }] };
  expect(asMarkdown(report)).toContain("<summary><code>A &#38; &#60;b&#62; (a), id 205</code></summary>");
});

describe("a value", () => {
  const shown = (declared: unknown, live: unknown): unknown =>
    shownField({
      path: "p",
      ...(declared !== undefined && { declared }),
      ...(live !== undefined && { live }),
    } as never);
  const lines = (declared: unknown, live: unknown): string[] =>
    (shown(declared, live) as { lines: { sign: string; text: string }[] }).lines.map(
      ({ sign, text }) => `${sign} ${text}`,
    );

  test("stands on one line up to sixty characters with its quotes, unless it has lines of its own", () => {
    const text = (length: number): string => "x".repeat(length);
    expect(shown(text(58), 1)).toEqual({ path: "p", declared: `"${text(58)}"`, live: "1" });
    expect(shown(text(59), 1)).toHaveProperty("lines");
    expect(shown(1, text(59))).toHaveProperty("lines");
    expect(shown(undefined, [1, "a"])).toEqual({ path: "p", declared: "absent", live: '[1,"a"]' });
    for (const end of ["\n", "\r"]) expect(shown(`a${end}b`, "c")).toHaveProperty("lines");
    // Its JSON has no line of its own.
    expect(shown(["a\nb"], [])).toEqual({ path: "p", declared: '["a\\nb"]', live: "[]" });
  });

  test("that is absent has no lines; the ends of a text and its line ends do not count", () => {
    expect(lines(undefined, "a\nb")).toEqual(["@ lines 1-1 → 1-2", "- ", "+ a", "+ b"]);
    expect(lines("\n a\r\nb \n", "a\rc")).toEqual(["@ lines 1-2 → 1-2", "  a", "- b", "+ c"]);
  });

  test("an object is told as lines of JSON", () => {
    const value = (word: string) => ({ a: word.repeat(60), b: [1] });
    expect(lines(value("x"), value("y"))).toEqual([
      "@ lines 1-4 → 1-4",
      "  {",
      `-   "a": "${"x".repeat(60)}",`,
      `+   "a": "${"y".repeat(60)}",`,
      '    "b": [',
      "      1",
    ]);
  });

  test("a line is cut at 160 characters, from forty before where it differs", () => {
    const exact = "x".repeat(160);
    expect(lines(exact, `${exact.slice(1)}y`).slice(1)).toEqual([`- ${exact}`, `+ ${exact.slice(1)}y`]);
    const long = (word: string) => `${"a".repeat(100)}${word}${"b".repeat(200)}`;
    expect(lines(long("X"), long("Y")).slice(1)).toEqual([
      `- …${"a".repeat(40)}X${"b".repeat(119)}… (301 characters)`,
      `+ …${"a".repeat(40)}Y${"b".repeat(119)}… (301 characters)`,
    ]);
    // Near its beginning, from the beginning; near its end, to the end.
    const early = (word: string) => `${"a".repeat(40)}${word}${"b".repeat(200)}`;
    expect(lines(early("X"), early("Y"))[1]).toBe(`- ${early("X").slice(0, 160)}… (241 characters)`);
    const late = (word: string) => `${"a".repeat(200)}${word}`;
    expect(lines(late("X"), late("Y"))[1]).toBe(`- …${late("X").slice(-160)}`);
  });

  test("lines that go and come are told beside one another, also where there are more of one", () => {
    const begin = "a".repeat(150);
    const [, , , ...changed] = lines(
      `one\ntwo\n${begin}${begin}X\nlast`,
      `one\ntwo\n${begin}${begin}Y\nnew ${begin}${begin}\nlast`,
    );
    expect(changed).toEqual([
      `- …${"a".repeat(159)}X`,
      `+ …${"a".repeat(159)}Y`,
      `+ new ${"a".repeat(156)}… (304 characters)`,
      "  last",
    ]);
  });

  test("a long line that did not change is cut at its end", () => {
    const same = "s".repeat(170);
    expect(lines(`${same}\nx`, `${same}\ny`)[1]).toBe(`  ${"s".repeat(160)}… (170 characters)`);
  });

  test("forty lines are told, of more the first thirty-nine", () => {
    const text = (count: number, word: string) => Array.from({ length: count }, () => word).join("\n");
    const added = (count: number) => lines("", text(count, "new"));
    expect(added(38)).toHaveLength(40);
    expect(added(39)).toHaveLength(40);
    expect(added(39).at(-1)).toBe("@ 2 more lines; --json has them all");
  });

  test("two lines around a change are told, and each place where something changed", () => {
    const before = Array.from({ length: 20 }, (_, line) => `line ${line}`);
    const after = before.with(2, "here").with(17, "and here");
    expect(lines(before.join("\n"), after.join("\n"))).toEqual([
      "@ lines 1-5 → 1-5",
      ...["  line 0", "  line 1", "- line 2", "+ here", "  line 3", "  line 4"],
      "@ lines 16-20 → 16-20",
      ...["  line 15", "  line 16", "- line 17", "+ and here", "  line 18", "  line 19"],
    ]);
  });
});
