/** A command prints no terminal control sequences except its own colors. */
import pc from "picocolors";
import { afterEach, expect, test, vi } from "vitest";
import { print, printJson, warn } from "../../cli/base/output.js";

afterEach(() => vi.restoreAllMocks());

function written(run: () => void): string {
  let text = "";
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockImplementation((chunk) => ((text += String(chunk)), true));
  run();
  vi.restoreAllMocks();
  return text;
}

const evil = "a\u001b[2J\u001b]0;title\u0007\r\u009b5mb\tc";

test("text keeps its colors, and every other control sequence is escaped", () => {
  const { red, bold, dim, green, yellow } = pc.createColors(true);
  const colored = [red, bold, dim, green, yellow].map((colour) => colour("own")).join(" ");
  const escaped = "a\\u001b[2J\\u001b]0;title\\u0007\\u000d\\u009b5mb\tc";
  expect(written(() => print(`${colored} ${evil}`))).toBe(`${colored} ${escaped}\n`);
  expect(written(() => warn(evil))).toBe(`${escaped}\n`);
});

test("JSON escapes invisible characters, and parses to the same value", () => {
  const value = { name: `${evil}\u{E0041}\u200b\u202e` };
  const text = written(() => printJson(value));
  expect(text).not.toMatch(/(?!\n)[\p{C}\p{Default_Ignorable_Code_Point}]/u);
  expect(JSON.parse(text)).toEqual(value);
});
