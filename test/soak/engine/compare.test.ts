/** `voicecall compare` on two stacks of the example for several environments. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Emulator } from "../../../emulator/index.js";
import { compareSchema } from "../../../cli/compare/report.js";
import { must } from "../../support/engine.js";
import { byHand, service, stackOn, writes } from "../../support/engine-world.js";
import { REPOSITORY } from "../../support/project.js";

const EXAMPLE = path.join(REPOSITORY, "examples/several-environments");

/** The example with a stack that has the configuration of another one. */
async function example(emulator: Emulator) {
  const stack = await stackOn(emulator, "", {
    program: { dir: EXAMPLE },
    env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
    config: {},
  });
  const add = async (name: string, from: string): Promise<void> => {
    must(await stack.run("stack", "init", name));
    const salt = readFileSync(path.join(stack.folder, `Pulumi.${name}.yaml`), "utf8");
    const config = readFileSync(path.join(EXAMPLE, `Pulumi.${from}.yaml`), "utf8");
    stack.write(`Pulumi.${name}.yaml`, salt + config);
  };
  return { stack, add };
}

test("shows exactly what the configuration of the two stacks makes different", async () => {
  const emulator = await service();
  const { stack, add } = await example(emulator);
  for (const [name, from] of [
    ["blue", "dev"],
    ["green", "prod"],
  ] as const) {
    await add(name, from);
    must(await stack.run("up", "--yes", "--skip-preview"));
  }
  const { code, stdout, all } = await stack.voicecall("compare", "blue", "green", "--json");
  expect(code, all).toBe(0);
  const strict = await stack.voicecall("compare", "blue", "green", "--strict");
  expect([strict.code, strict.stdout]).toEqual([
    2,
    expect.stringContaining("only in values of the configuration"),
  ]);
  const report = compareSchema.parse(JSON.parse(stdout));
  expect(report).toMatchObject({ compared: 3, only: [[], []], notCompared: [] });
  for (const { fields } of report.different)
    expect(fields.map(({ path: field, onlyIn = [] }) => [field, ...onlyIn])).toEqual([
      ["name", "stack"],
      ["voice", "voice"],
      ["initialMessage", "company"],
      ["systemPrompt", "company"],
      ["maxCallDuration", "longestCall"],
    ]);
  expect(report.different).toHaveLength(3);
});

test("docs/promote.md: objects that the other environment already has are adopted in one run", async () => {
  const emulator = await service();
  const { stack, add } = await example(emulator);
  await add("blue", "prod");
  must(await stack.run("up", "--yes", "--skip-preview"));
  // Somebody has built the same assistants, with another longest call, for the other environment.
  for (const { id, name } of emulator.state.assistants) {
    const changes = { name: name.replace("blue", "green"), max_duration: 60 };
    await byHand(emulator, "PATCH", `/_emulator/records/assistants/${id}`, changes);
  }
  await add("green", "prod");
  const sent = writes(emulator).length;
  const refused = await stack.run("up", "--yes", "--skip-preview");
  expect(refused.all).toContain("already has this name");
  const adopt = ["--config", "voicecall:onExisting=adopt"];
  // The stack's configuration makes preview fail if its apply would fail.
  const preview = must(await stack.run("preview", ...adopt));
  expect(preview.all).toMatch(
    /will adopt the existing object with id \d+ and change maxCallDuration \(60 → 600\)/,
  );
  expect(writes(emulator)).toHaveLength(sent);
  must(await stack.run("up", "--yes", "--skip-preview", ...adopt));
  must(await stack.run("config", "rm", "voicecall:onExisting"));
  expect(emulator.state.assistants).toHaveLength(3);
  must(await stack.run("preview", "--expect-no-changes"));
});
