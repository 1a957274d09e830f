/** `voicecall compare` on two stacks of the example for several environments. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { compareSchema } from "../../../cli/compare/report.js";
import { must } from "../../support/engine.js";
import { service, stackOn } from "../../support/engine-world.js";
import { REPOSITORY } from "../../support/project.js";

const EXAMPLE = path.join(REPOSITORY, "examples/several-environments");

test("shows exactly what the configuration of the two stacks makes different", async () => {
  const emulator = await service();
  const stack = await stackOn(emulator, "", {
    program: { dir: EXAMPLE },
    env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
    config: {},
  });
  for (const name of ["blue", "green"]) {
    must(await stack.run("stack", "init", name));
    const from = name === "blue" ? "dev" : "prod";
    const salt = readFileSync(path.join(stack.folder, `Pulumi.${name}.yaml`), "utf8");
    stack.write(
      `Pulumi.${name}.yaml`,
      salt + readFileSync(path.join(EXAMPLE, `Pulumi.${from}.yaml`), "utf8"),
    );
    must(await stack.run("up", "--yes", "--skip-preview"));
  }
  const { code, stdout, all } = await stack.voicecall("compare", "blue", "green", "--json");
  expect(code, all).toBe(2);
  const report = compareSchema.parse(JSON.parse(stdout));
  expect(report).toMatchObject({ compared: 3, only: [[], []], notCompared: [] });
  for (const { fields } of report.different)
    expect(fields.map(({ path: field, onlyIn = [] }) => [field, ...onlyIn])).toEqual([
      ["name", "stack"],
      ["voice", "voice"],
      ["initialMessage", "company"],
      ["systemPrompt", "company"],
      ["maxCallDuration"],
    ]);
  expect(report.different).toHaveLength(3);
});
