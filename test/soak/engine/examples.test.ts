import path from "node:path";
import { expect, test } from "vitest";
import { must } from "../../support/engine.js";
import { REPOSITORY } from "../../support/project.js";
import { service, stackOn, steps } from "../../support/engine-world.js";

const EXAMPLES: [string, string[]][] = [
  ["several-environments", ["create billing", "create reception", "create support"]],
  ["two-accounts", ["create reception-north", "create reception-south"]],
  ["list-of-leads", ["create spring-renewals"]],
  ["javascript-esm", ["create reception"]],
  ["javascript-commonjs", []],
];

test.each(EXAMPLES)("%s, copied to another folder, is previewed in its language", async (name, expected) => {
  const emulator = await service();
  const stack = await stackOn(emulator, "", {
    program: { dir: path.join(REPOSITORY, "examples", name) },
    // Skips the type check of the program, because the linter checks the types of the examples.
    env: {
      NORTH_ACCESS_TOKEN: emulator.token,
      SOUTH_ACCESS_TOKEN: "other-token",
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    },
    config: {},
  });
  const planned = await steps(stack);
  if (expected.length > 0) expect(planned).toEqual(expected);
  expect(planned.length).toBeGreaterThan(0);
  emulator.configure({ form: "2026" });
  expect(await steps(stack), "in the 2026 form").toEqual(planned);
});

test("an ES module in TypeScript that uses lookups is applied", async () => {
  const emulator = await service();
  const program = `
import * as pulumi from "@pulumi/pulumi";
import { Assistant, MidCallTool, getAssistant, getLanguages, getMidCallTool, getModels, getPhoneNumbers, getVoices, prompt } from "pulumi-voicecall";
const weather = new MidCallTool("weather", { name: "get_weather", description: "Tells the weather.", endpoint: "https://tools.example.com/w", method: "GET" });
const voice: pulumi.Output<number> = getVoices({ mode: "pipeline" }).apply((voices) => voices[1]!.id);
const it = new Assistant("it", {
  name: "Support", voice, language: getLanguages().apply((all) => all[4]!.iso2!), llmModel: getModels().apply((all) => all[1]!.name),
  callsDirection: "receive", engineType: "pipeline", timezone: "UTC", initialMessage: "Hello!",
  systemPrompt: prompt("prompts/p.md", { company: "Acme" }),
  phoneNumber: getPhoneNumbers().apply((all) => all.find(({ countryCode }) => countryCode === "GB")!.phoneNumber),
  tools: [weather],
});
export const read = Assistant.get("again", it.id).systemPrompt;
export const found = pulumi.all([it.id, weather.id]).apply(() => pulumi.all([getAssistant({ name: "Support" }).id, getMidCallTool({ name: "get_weather" }).id]));
`;
  const stack = await stackOn(emulator, program, {
    language: "ts",
    // The test of the packed package and the linter check types.
    env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
    files: {
      "package.json": JSON.stringify({ name: "esm", type: "module", main: "index.ts" }),
      "prompts/p.md":
        "---\nvariables: [customer_name]\n---\n\nYou answer for {{company}}. Greet {{customer_name}}.\n",
    },
  });
  must(await stack.up());
  expect(emulator.state.assistants[0]).toMatchObject({
    voice_id: 2,
    language_id: 5,
    llm_model_id: 2,
    phone_number_id: 5,
  });
  const text = "You answer for Acme. Greet {{customer_name}}.";
  expect(emulator.state.assistants[0]!.system_prompt).toBe(text);
  expect(await stack.outputs()).toMatchObject({ read: text });
  must(await stack.destroy());
});
