/** The nightly workflow runs every part of `npm run soak`. */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { REPOSITORY } from "../support/project.js";
import { readWorkflow } from "../support/workflow.js";

const soak = import("../../tools/soak/parts.mjs");

test("the nightly workflow has a job for each part", async () => {
  const workflow = readWorkflow(path.join(REPOSITORY, ".github/workflows/nightly.yml"));
  const { PARTS } = await soak;
  expect(workflow.jobs["soak"]!.strategy).toMatchObject({ matrix: { part: Object.keys(PARTS) } });
});

test("each part that a test asks for is a part of the soak that runs this test's file", async () => {
  const PARTS: Record<string, { what: string; files?: string[] }> = (await soak).PARTS;
  const files = readdirSync(path.join(REPOSITORY, "test"), { recursive: true, encoding: "utf8" });
  const asked = files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => {
      const text = readFileSync(path.join(REPOSITORY, "test", file), "utf8");
      return [...text.matchAll(/\binSoak\("(\w+)"\)/g)].map(([, part]) => ({ part: part!, file }));
    });
  expect(new Set(asked.map(({ part }) => part)).size).toBeGreaterThan(4);
  const stray = asked.filter(({ part, file }) => {
    const folder = path.dirname(`test/${file}`);
    return !PARTS[part]?.files?.some((one) => one.startsWith(folder) || `test/${file}`.startsWith(one));
  });
  expect(stray).toEqual([]);
});
