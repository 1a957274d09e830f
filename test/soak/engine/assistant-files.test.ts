/** Assistants as files, with a tool of the same program, and `voicecall pull` into them. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { service, stackOn } from "../../support/engine-world.js";
import { must } from "../../support/engine.js";
import { assistant, change, commit, isInService, pull, QUICK } from "../../support/pulled-stack.js";

const PROGRAM = `
import { Assistant, MidCallTool, assistantFiles, dataFile } from "pulumi-voicecall";
const hours = new MidCallTool("hours", {
  name: "get_opening_hours", description: "When a caller asks.", endpoint: "https://api.example.com/hours", method: "GET",
});
const { company } = dataFile<{ company: string }>("company.yaml");
for (const { name, args } of assistantFiles("assistants", { company }))
  new Assistant(name, args, { dependsOn: hours });
`;

const file = (
  name: string,
  voice: string,
  more = "",
  prompt = "You answer for {{company}}.\nBe brief.",
): string => `---
# The colleagues of ${name} read this.
name: ${name}
voice: ${voice} # as agreed

language: English
llmModel: GPT-4o-mini
callsDirection: receive
engineType: pipeline
timezone: Europe/London
initialMessage: "{{company}}, how can I help?"
${more}---

${prompt}
`;

const FILES = {
  "company.yaml": "# For all\ncompany: Acme\n",
  "assistants/support.md": file(
    "Support",
    "Sarah",
    "maxCallDuration: 600\ntools:\n  - get_opening_hours # the only one\nvariables:\n  plan: basic\n",
    "You answer for {{company}}.\nThe plan is {{plan}}.\nBe brief.",
  ),
  "assistants/billing.md": file("Billing", "Sarah"),
};

test("created, unchanged, and each manual change comes into the right line of the right file", async () => {
  const emulator = await service();
  const stack = await stackOn(emulator, PROGRAM, { language: "ts", files: FILES, env: QUICK });
  expect(must(await stack.preview()).stdout).toContain("4 to create");
  must(await stack.up());
  expect(assistant(emulator, "Support")).toMatchObject({
    initial_message: "Acme, how can I help?",
    system_prompt: "You answer for Acme.\nThe plan is {{plan}}.\nBe brief.",
    tool_ids: emulator.state.tools.map(({ id }) => id),
  });
  expect(must(await stack.preview()).stdout).toContain("4 unchanged");
  commit(stack.folder);

  await change(emulator, "Support", {
    voice_id: 2,
    max_call_duration: 700,
    variables: { plan: "gold" },
    system_prompt: "You answer for Acme.\nThe plan is {{plan}}.\nBe kind.",
  });
  await change(emulator, "Billing", { initial_message: "Acme Ltd, how can I help?" });
  const { pulled, left, conflicts } = await pull(stack, 2);
  expect(conflicts).toEqual([]);
  expect(pulled.map(({ name, path, file, line }) => [name, path, file, line]).sort()).toEqual([
    ["support", "maxCallDuration", "assistants/support.md", 12],
    ["support", "systemPrompt", "assistants/support.md", undefined],
    ["support", "variables", "assistants/support.md", 16],
    ["support", "voice", "assistants/support.md", 4],
  ]);
  // The text has a value of the program, and others have it too.
  expect(left.map(({ name, path, value }) => [name, path, value])).toEqual([
    ["billing", "initialMessage", "Acme Ltd, how can I help?"],
  ]);
  expect(readFileSync(path.join(stack.folder, "assistants/support.md"), "utf8")).toBe(
    FILES["assistants/support.md"]
      .replace("voice: Sarah #", "voice: Michael #")
      .replace("600", "700")
      .replace("plan: basic", "plan: gold")
      .replace("Be brief.", "Be kind."),
  );
  await change(emulator, "Billing", { initial_message: "Acme, how can I help?" });
  await isInService(stack, emulator, 1);
});

test("a mistake is reported with its file and line, in preview", async () => {
  const emulator = await service();
  const files = {
    ...FILES,
    "assistants/support.md": file("Support", "Sara", "maxCallDuration: short\nmaxSilence: 3\n"),
  };
  const stack = await stackOn(emulator, PROGRAM, { language: "ts", files, env: QUICK });
  const { code, all } = await stack.preview();
  expect(code, all).not.toBe(0);
  expect(all).toMatch(/voice \(assistants\/support\.md:4\): .*Did you mean "Sarah"/);
  expect(all).toMatch(/maxCallDuration \(assistants\/support\.md:12\): /);
  expect(all).toMatch(/maxSilence \(assistants\/support\.md:13\): is not a property of Assistant/);
});

test("a value that several assistants share in a data file", async () => {
  const emulator = await service();
  const program = PROGRAM.replace("{ company }", "{ company, voice }")
    .replace("{ company: string }", "{ company: string; voice: string }")
    .replace("new Assistant(name, args,", "new Assistant(name, { ...args, voice },");
  const files = { ...FILES, "company.yaml": "company: Acme\n\nvoice: Sarah # for all\n" };
  const stack = await stackOn(emulator, program, { language: "ts", files, env: QUICK });
  must(await stack.up());
  commit(stack.folder);
  for (const name of ["Support", "Billing"]) await change(emulator, name, { voice_id: 2 });
  await pull(stack, 0);
  expect(readFileSync(path.join(stack.folder, "company.yaml"), "utf8")).toBe(
    "company: Acme\n\nvoice: Michael # for all\n",
  );
  await isInService(stack, emulator, 2);
});
