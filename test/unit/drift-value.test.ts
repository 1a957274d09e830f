/** How a single difference is shown. */
import { describe, expect, test } from "vitest";
import { shownField } from "../../cli/drift/shown.js";

describe("a value", () => {
  const formatted = (declared: unknown, live: unknown): unknown =>
    shownField({
      path: "p",
      ...(declared !== undefined && { declared }),
      ...(live !== undefined && { live }),
    } as never);
  const lines = (declared: unknown, live: unknown): string[] =>
    (formatted(declared, live) as { lines: { sign: string; text: string }[] }).lines.map(
      ({ sign, text }) => `${sign} ${text}`,
    );

  test("is on one line up to sixty characters with its quotes, unless it has line breaks", () => {
    const text = (length: number): string => "x".repeat(length);
    expect(formatted(text(58), 1)).toEqual({ path: "p", declared: `"${text(58)}"`, live: "1" });
    expect(formatted(text(59), 1)).toHaveProperty("lines");
    expect(formatted(1, text(59))).toHaveProperty("lines");
    expect(formatted(undefined, [1, "a"])).toEqual({ path: "p", declared: "absent", live: '[1,"a"]' });
    for (const end of ["\n", "\r"]) expect(formatted(`a${end}b`, "c")).toHaveProperty("lines");
    // The JSON of this list has only one line.
    expect(formatted(["a\nb"], [])).toEqual({ path: "p", declared: '["a\\nb"]', live: "[]" });
  });

  test("that is absent has no lines; white space at the ends of a text and the kind of line breaks do not count", () => {
    expect(lines(undefined, "a\nb")).toEqual(["@ lines 1 → 1-2", "- ", "+ a", "+ b"]);
    expect(lines("\n a\r\nb \n", "a\rc")).toEqual(["@ lines 1-2", "  a", "- b", "+ c"]);
  });

  test("an object is shown as lines of JSON", () => {
    const value = (word: string) => ({ a: word.repeat(60), b: [1] });
    expect(lines(value("x"), value("y"))).toEqual([
      "@ lines 1-4",
      "  {",
      `-   "a": "${"x".repeat(60)}",`,
      `+   "a": "${"y".repeat(60)}",`,
      '    "b": [',
      "      1",
    ]);
  });

  test("a line is cut to 160 characters, from forty before the first difference", () => {
    const exact = "x".repeat(160);
    expect(lines(exact, `${exact.slice(1)}y`).slice(1)).toEqual([`- ${exact}`, `+ ${exact.slice(1)}y`]);
    const long = (word: string) => `${"a".repeat(100)}${word}${"b".repeat(200)}`;
    expect(lines(long("X"), long("Y")).slice(1)).toEqual([
      `- …${"a".repeat(40)}X${"b".repeat(119)}… (301 characters)`,
      `+ …${"a".repeat(40)}Y${"b".repeat(119)}… (301 characters)`,
    ]);
    // If the difference is near the start or the end, the first or last 160 characters are shown.
    const early = (word: string) => `${"a".repeat(40)}${word}${"b".repeat(200)}`;
    expect(lines(early("X"), early("Y"))[1]).toBe(`- ${early("X").slice(0, 160)}… (241 characters)`);
    const late = (word: string) => `${"a".repeat(200)}${word}`;
    expect(lines(late("X"), late("Y"))[1]).toBe(`- …${late("X").slice(-160)}`);
  });

  test("removed and added lines are shown together, even if there are more of one kind", () => {
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

  test("forty lines are shown; of more, the first thirty-nine", () => {
    const text = (count: number, word: string) => Array.from({ length: count }, () => word).join("\n");
    const added = (count: number) => lines("", text(count, "new"));
    expect(added(38)).toHaveLength(40);
    expect(added(38).at(-1)).toBe("+ new");
    expect(added(39)).toHaveLength(40);
    expect(added(39).at(-1)).toBe("@ 2 more lines; --json has them all");
  });

  test("two lines around each change are shown", () => {
    const before = Array.from({ length: 20 }, (_, line) => `line ${line}`);
    const after = before.with(2, "here").with(17, "and here");
    expect(lines(before.join("\n"), after.join("\n"))).toEqual([
      "@ lines 1-5",
      ...["  line 0", "  line 1", "- line 2", "+ here", "  line 3", "  line 4"],
      "@ lines 16-20",
      ...["  line 15", "  line 16", "- line 17", "+ and here", "  line 18", "  line 19"],
    ]);
  });
});
