/** The nightly workflow runs every part of `npm run soak`. */
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
