/** The linter, the type checker and the formatter, as one test of `npm test`. */
import { expect, test } from "vitest";
import { npm } from "../support/npm.js";
import { REPOSITORY } from "../support/project.js";

test("npm run lint finds no problem", async () => {
  const { code, all } = await npm(REPOSITORY, "run", "lint");
  expect(code, all).toBe(0);
});
