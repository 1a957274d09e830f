/** Names and error texts in a report's table and headings. GitHub parses Markdown inside an inline `<code>`. */
import { expect, test } from "vitest";
import { asMarkdown, inCode } from "../../cli/drift/markdown.js";
import { asMarkdown as manyAsMarkdown, manyReport } from "../../cli/drift/many.js";
import { unreadable } from "../../cli/drift/report.js";
import { noDrift } from "./drift-events.js";

const MARKUP =
  "*a* `b` [c](https://evil.example) ~~d~~ _e_ f|g \\*h www.evil.example $i$ <b>j</b> &amp; @k #1 :l:";

/** The text without numeric character references, as the reader sees it. */
const shown = (html: string): string =>
  html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

/** What a Markdown parser would read as the beginning of an element or a link. */
const ACTIVE = /[\\`*_~[\]|$<>"]|&(?!#\d+;)|:\/\/|www\./i;

test("inline code has no active Markdown, and shows the same text", () => {
  const [, inside = ""] = /^<code>(.*)<\/code>$/.exec(inCode(MARKUP)) ?? [];
  expect(inside).not.toMatch(ACTIVE);
  expect(shown(inside)).toBe(MARKUP);
});

test.each(["*x*", "`x`", "[x](https://evil.example)", "~~x~~", "__x__", "x | y", "\\| y", "$x$"])(
  "a report about many stacks shows %s in a stack's name literally",
  (name) => {
    const report = manyAsMarkdown(manyReport([unreadable(name, "no.")]));
    const [, row = ""] = /^\| <code>(.*?)<\/code> \|/m.exec(report)!;
    expect(row).not.toMatch(ACTIVE);
    expect(shown(row)).toBe(name);
  },
);

test("a drift report shows a name with markup literally", () => {
  const resource = { urn: "u", kind: "Assistant", name: "a", title: MARKUP, id: "205" };
  const fields = [{ path: "voice", declared: 1, live: 2 }];
  const report = asMarkdown({ ...noDrift, outcome: "drift", drift: [{ ...resource, fields }] });
  const [, heading = ""] = /<summary><code>(.*)<\/code><\/summary>/.exec(report) ?? [];
  expect(heading).not.toMatch(ACTIVE);
  expect(shown(heading)).toBe(`${MARKUP} (a), id 205`);
});
