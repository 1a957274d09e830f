import { expect, test } from "vitest";
import { shortLines } from "../../provider/base/lines.js";

const line = (length: number): string => "abcdefghij".repeat(length / 10);

test.each([
  ["short", "one\ntwo"],
  ["as long as a line may be", line(2_000)],
  ["longer in all, in lines that are short enough", [line(1_500), line(2_000), ""].join("\n")],
])("a readable text stays unchanged: %s", (_, text) => {
  expect(shortLines(text)).toBe(text);
});

test("the middle of a line that is too long is left out, and counted", () => {
  const text = `${line(1_200)}${"x".repeat(25)}${line(800)}`;
  expect(shortLines(`first\n${text}\nlast`)).toBe(
    `first\n${line(1_200)}… (25 characters left out) …${line(800)}\nlast`,
  );
});
