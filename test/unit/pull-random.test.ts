/** `pull` in random programs that share values. The soak runs more of them. */
import { expect, test } from "vitest";
import { leftInRandomPrograms } from "../support/random-programs.js";

test("after any edits, the program has what the service has or says what is left, and nothing else changes", async () => {
  const { edited, left } = await leftInRandomPrograms(60);
  expect(left * 3).toBeLessThan(edited);
});
