import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { anAssistant } from "../../kinds/index.js";
import { temporaryFolder } from "../../support/after-test.js";
import { must } from "../../support/engine.js";
import { byHand, js, service, stackOn, writes } from "../../support/engine-world.js";

const program = (voice: string): string =>
  js(
    `new Assistant("support", { ...support, callsDirection: "receive", voice: "${voice}", systemPrompt: prompt("support.md") });`,
  );

test("an apply that will fail makes the program not ready, and the stack's file stays as it is", async () => {
  const emulator = await service();
  const temporary = temporaryFolder();
  await byHand(emulator, "POST", "/user/assistant", { ...anAssistant.body, assistant_name: "Support" });
  const stack = await stackOn(emulator, js(`new Assistant("support", support);`), {
    env: { TMPDIR: temporary },
  });
  const file = path.join(stack.folder, "Pulumi.dev.yaml");
  const before = readFileSync(file, "utf8");
  for (const args of [[], ["--stack", "dev"]]) {
    const { code, stdout } = await stack.voicecall("doctor", "--json", ...args);
    const { checks } = JSON.parse(stdout) as { checks: { id: string; state: string; found: string }[] };
    const program = checks.find(({ id }) => id === "program")!;
    expect([code, program.state]).toEqual([2, "not ready"]);
    expect(program.found).toMatch(/^Assistant "Support": .*already has this name.* Applying this will fail/);
  }
  expect(readFileSync(file, "utf8")).toBe(before);
  expect(readdirSync(temporary).filter((name) => name.startsWith("voicecall-"))).toEqual([]);
  expect((await stack.up()).code).not.toBe(0);
});

test('a name that the account lacks makes the program "not ready"; after a correction, doctor succeeds', async () => {
  const emulator = await service();
  const files = { "support.md": "---\nvariables: [weekday]\n---\nIt is {{weekday}}." };
  const stack = await stackOn(emulator, program("Sara"), { files });
  const doctor = async () => {
    const { code, stdout } = await stack.voicecall("doctor", "--json", "--stack", "dev");
    const { checks } = JSON.parse(stdout) as { checks: { id: string; state: string; found: string }[] };
    return { code, program: checks.find(({ id }) => id === "program")! };
  };
  const withMistake = await doctor();
  expect([withMistake.code, withMistake.program.state]).toEqual([2, "not ready"]);
  expect(withMistake.program.found).toMatch(
    /^Assistant support: voice: the account has no voice "Sara".*Did you mean "Sarah"\?$/,
  );

  stack.write(program("Sarah"));
  expect((await doctor()).code).toBe(0);
  expect(writes(emulator)).toEqual([]);

  const up = must(await stack.up());
  expect(up.all).not.toContain("promptChecks");
  // `__filledIn` is a hint from the SDK's class for the check of prompts. State must not contain it.
  const { resources = [] } = (await stack.exportState()).deployment;
  const { inputs, outputs } = resources.at(-1)!;
  expect(JSON.stringify({ inputs, outputs })).toContain("{{weekday}}");
  expect(JSON.stringify({ inputs, outputs })).not.toContain("__filledIn");
});
