import { expect, test } from "vitest";
import { must } from "../support/engine.js";
import { js, service, stackOn, writes } from "../support/engine-world.js";

const program = (voice: string): string =>
  js(
    `new Assistant("support", { ...support, callsDirection: "receive", voice: "${voice}", systemPrompt: prompt("support.md") });`,
  );

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
    /^Assistant "support": voice: the account has no voice "Sara".*Did you mean "Sarah"\?$/,
  );

  stack.write(program("Sarah"));
  expect((await doctor()).code).toBe(0);
  expect(writes(emulator).filter(({ method }) => method !== "OPTIONS")).toEqual([]);

  const up = must(await stack.up());
  expect(up.all).not.toContain("promptChecks");
  // `__filledIn` is the SDK's hint for the check of prompts.
  const { resources = [] } = (await stack.exportState()).deployment;
  const { inputs, outputs } = resources.at(-1)!;
  expect(JSON.stringify({ inputs, outputs })).toContain("{{weekday}}");
  expect(JSON.stringify({ inputs, outputs })).not.toContain("__filledIn");
  expect((await stack.preview("--expect-no-changes")).code).toBe(0);
});
