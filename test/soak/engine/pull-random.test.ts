/** `voicecall pull` in many random programs that share values: nothing that it writes is wrong. */
import { expect, test } from "vitest";
import { leftInRandomPrograms } from "../../support/random-programs.js";

test("1,000 random programs and edits", async () => {
  const { edited, left, runs } = await leftInRandomPrograms(1_000);
  console.log(`${edited} edits, ${left} left, ${runs} runs of a program`);
  expect(left * 3).toBeLessThan(edited);
});
