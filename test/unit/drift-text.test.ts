/** The whole report as text, and its limits. drift-value.test.ts tests individual values. */
import { describe, expect, test } from "vitest";
import { asMarkdown, MOST_CHARACTERS } from "../../cli/drift/markdown.js";
import type { Report, ReportedResource } from "../../cli/drift/report.js";
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

test("a report with everything, as text", () => {
  expect(plain(full)).toBe(`Assistant "SUPPORT" (support), id 205
  - last applied, + in the service
  maxCallDuration: 600 → 60
  systemPrompt:
    @ lines 1-2
      You help.
    - Be kind.
    + Be brief.
  headers: differs (secret)

Assistant "SALES" (sales), id 205
  last applied → in the service
  variables.out: "x" → absent

Gone from the service:
  Assistant "LOST" (lost), id 205
  Assistant "NEW" (new)

Untracked: in the account, but not managed by this stack:
  Assistant "Other", id 9, in http://127.0.0.1:1

Notes:
  first line
  second line
  is inactive.

Not readable, so not compared:
  Assistant "SUPPORT" (support), id 205: endCallTool, extraFields.hue

Could not tell:
  the history is empty

Stack dev, 7 resources compared: 2 differ, 2 are gone, 1 untracked, and could not tell whether anything else has drifted.
To keep manual changes, run \`npx voicecall pull\`, all or by name. To leave an object deleted, remove its resource from the program. Then \`pulumi up --refresh --target '**::NAME'\` restores what the program declares for one resource, and without --target, for all.`);
});

test("a report with everything, as a comment", () => {
  expect(asMarkdown(full)).toBe(`### ❌ Voice assistants: could not tell

Stack dev, 7 resources compared: 2 differ, 2 are gone, 1 untracked, and could not tell whether anything else has drifted.

To keep manual changes, run \`npx voicecall pull\`, all or by name. To leave an object deleted, remove its resource from the program. Then \`pulumi up --refresh --target '**::NAME'\` restores what the program declares for one resource, and without --target, for all.

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
--- last applied
+++ in the service
  maxCallDuration:
- 600
+ 60
  systemPrompt:
@@ lines 1-2 @@
  You help.
- Be kind.
+ Be brief.
! headers: differs (secret)
\`\`\`

</details>

<details><summary><code>Assistant &#34;SALES&#34; (sales), id 205</code></summary>

\`\`\`diff
--- last applied
+++ in the service
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

<details><summary>Untracked: in the account, but not managed by this stack (1)</summary>

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

test("a report with only secrets has no legend, and one with nothing to restore has no next step", () => {
  const fields = [{ path: "headers", declared: "[secret]", live: "[secret]", secret: true as const }];
  expect(plain({ ...noDrift, outcome: "drift", drift: [{ ...one("a"), fields }] })).toMatch(
    /^Assistant "A" \(a\), id 205\n {2}headers: differs \(secret\)\n\n/,
  );
  const { untracked = [] } = full;
  for (const format of [plain, asMarkdown])
    expect(format({ ...noDrift, outcome: "drift", untracked })).not.toContain("--refresh");
});

test.each<[Partial<Report>, string]>([
  [{ outcome: "drift", drift: [{ ...one("a"), fields: [] }] }, "3 resources compared: 1 differs."],
  [{ outcome: "drift", gone: [one("a")] }, "3 resources compared: 1 is gone."],
  [{ outcome: "drift", untracked: full.untracked!, compared: 0 }, "0 resources compared: 1 untracked."],
  [
    { outcome: "drift", drift: [{ ...one("a"), fields: [] }], gone: [one("b")], untracked: [] },
    "compared: 1 differs, 1 is gone, nothing untracked.",
  ],
  [{ untracked: [], compared: 1 }, "1 resource compared: no drift, nothing untracked."],
  [{ outcome: "drift", gone: [one("a")], untracked: [] }, "compared: 1 is gone, nothing untracked."],
  [
    { outcome: "could not tell", untracked: [], errors: [{ text: "no" }] },
    "compared: could not tell whether anything has drifted.",
  ],
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
    "compared: could not tell whether anything has drifted.",
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

  test("fifty of one kind are listed in text, a hundred in a comment; the rest is counted", () => {
    expect(plain(gone(50)).split("\n")).toHaveLength(1 + 50 + 3);
    expect(plain(gone(51)).split("\n").slice(-5, -1)).toEqual([
      '  Assistant "N49" (n49), id 205',
      "  and 1 more; --json lists them",
      "",
      "Stack dev, 3 resources compared: 51 are gone.",
    ]);
    expect(asMarkdown(gone(100))).not.toContain("more");
    expect(asMarkdown(gone(102))).toContain(
      '\nAssistant "N99" (n99), id 205\nand 2 more; --json lists them\n```',
    );
  });

  const failures = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ ...one(String.fromCharCode(97 + n)), text: "it is down." }));
  const lineOf = (errors: Report["errors"]): string =>
    plain({ ...noDrift, outcome: "could not tell", errors }).split("\n")[1]!;

  test("of the resources that failed for one reason, ten are named; the rest is counted", () => {
    expect(lineOf(failures(2))).toBe("  Assistant a, Assistant b: it is down.");
    expect(lineOf(failures(10))).toMatch(/Assistant i, Assistant j: it is down\.$/);
    expect(lineOf(failures(11))).toMatch(/Assistant i, Assistant j and 1 more: it is down\.$/);
  });

  test("errors with one reason but different requests show the reason; equal texts are shown once", () => {
    const read = (kind: string, request: string) => ({
      ...one("x", { kind }),
      text: `read ${kind} "x" (id 1): ${request}: it is down.`,
      request,
      reason: "it is down.",
    });
    expect(lineOf([read("Lead", "list leads"), read("Lead", "get the record")])).toBe(
      "  Lead x, Lead x: it is down.",
    );
    expect(lineOf([{ text: "list leads: it is down." }])).toBe("  list leads: it is down.");
    expect(lineOf([{ text: "then list leads: it is down." }, { text: "then list leads: it is down." }])).toBe(
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
        // Equal changes of several resources would be one section.
        live: `${n}`.padEnd(length, "y"),
      })),
    })),
  });

  test("a comment contains as many sections as fit; the rest is counted", () => {
    const left = (count: number): string => /\*\*.*\n$/.exec(asMarkdown(drifted(count, 54)))?.[0] ?? "";
    expect(asMarkdown(drifted(11, 54)).length).toBeLessThanOrEqual(MOST_CHARACTERS);
    expect([left(11), left(12), left(14)]).toEqual([
      "",
      "**1 section is left out here for length.** `voicecall drift` shows all sections.\n",
      "**3 sections are left out here for length.** `voicecall drift` shows all sections.\n",
    ]);
    expect(asMarkdown(drifted(14, 54))).toContain("\n</details>\n\n**3 sections");
  });

  test("a section that is too long is cut at the end of a line", () => {
    const text = asMarkdown({ ...noDrift, outcome: "could not tell", errors: section(9_000) });
    expect(text).toContain(
      `\n${"x".repeat(8_000)}\n… left out for length; the voicecall command prints everything with --json\n\`\`\``,
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

test("a fence is three ticks, or one more than the longest run of ticks in the text", () => {
  const noted = (text: string): string => asMarkdown({ ...noDrift, notes: [{ text }] });
  expect(noted("a `tick`")).toContain("\n\n```\na `tick`\n```\n");
  expect(noted("``")).toContain("\n\n```\n``\n```\n");
  expect(noted("``` and `````")).toContain("\n\n``````\n``` and `````\n``````\n");
});

test("a heading in a comment is one line", () => {
  const report: Report = {
    ...noDrift,
    drift: [{ ...one("a", { title: "A\n\n  & <b>" }), fields: [{ path: "x", live: 1 }] }],
  };
  expect(asMarkdown(report)).toContain("<summary><code>A &#38; &#60;b&#62; (a), id 205</code></summary>");
});
