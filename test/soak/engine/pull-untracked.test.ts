/** `voicecall pull --untracked`: an object that somebody made in the dashboard comes into a program. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { type Emulator, defaultSeed } from "../../../emulator/index.js";
import type { NewObjects } from "../../../cli/pull/new-objects.js";
import { type Stack, must } from "../../support/engine.js";
import { byHand, service, stackOn, writes } from "../../support/engine-world.js";
import { QUICK, assistant, commit, git } from "../../support/pulled-stack.js";

const HOURS = `{ name: "get_opening_hours", description: "When a caller asks.", endpoint: "https://api.example.com/hours", method: "GET" }`;
const SUPPORT = `{ name: "Support", voice: "Sarah", language: "English", llmModel: "GPT-4o-mini", callsDirection: "receive", engineType: "pipeline", timezone: "Europe/London", initialMessage: "Hello!", systemPrompt: "You help.", tools: [TOOL] }`;
const supportWith = (tool: string): string => SUPPORT.replace("TOOL", tool);

/** The service without any objects of others. */
async function empty(): Promise<Emulator> {
  return service({ seed: { ...defaultSeed(), tools: [], assistants: [] }, toolIds: true });
}

async function made(emulator: Emulator, kind: "tools" | "assistants", body: object): Promise<number> {
  const paths = { tools: "/user/tools", assistants: "/user/assistant" };
  const { state } = emulator;
  if (kind === "tools") {
    await byHand(emulator, "POST", paths.tools, body);
    return state.tools.at(-1)!.id;
  }
  const id = Math.max(...state.assistants.map((one) => one.id)) + 1;
  state.assistants.push({ ...structuredClone(assistant(emulator, "Support")), id, ...body });
  return id;
}

async function brought(stack: Stack, code: number, ...args: string[]): Promise<NewObjects> {
  const result = await stack.voicecall("pull", "--untracked", "--json", ...args);
  expect(result.code, result.all).toBe(code);
  return JSON.parse(result.stdout) as NewObjects;
}

/** One `up` adopts what the preview announces, and sends nothing. */
async function isAdopted(
  stack: Stack,
  emulator: Emulator,
  ids: readonly number[],
  all: number,
): Promise<void> {
  emulator.reset();
  const preview = must(await stack.preview()).all;
  for (const id of ids)
    expect(preview).toContain(`will adopt the existing object with id ${id} without changing`);
  must(await stack.up());
  expect(writes(emulator)).toEqual([]);
  expect(must(await stack.preview()).stdout).toContain(`${all} unchanged`);
  expect(await brought(stack, 0)).toMatchObject({ outcome: "nothing to pull", added: [], left: [] });
}

const read = (stack: Stack, file: string): string => readFileSync(path.join(stack.folder, file), "utf8");

test("TypeScript: a declaration with its prompt, a tool that the program has, and one that it lacks", async () => {
  const emulator = await empty();
  const stack = await stackOn(
    emulator,
    `import { Assistant } from "pulumi-voicecall";\nimport { hours } from "./tools"; // all of them\n\nnew Assistant("support", ${supportWith("hours")});\n`,
    {
      language: "ts",
      env: QUICK,
      files: {
        "tools.ts": `import { MidCallTool } from "pulumi-voicecall";\nexport const hours = new MidCallTool("hours", ${HOURS});\n`,
      },
    },
  );
  must(await stack.up());
  commit(stack.folder);
  const own = emulator.state.tools[0]!.id;
  const price = await made(emulator, "tools", {
    name: "get_price",
    description: "Tells the price.",
    endpoint: "https://api.example.com/price",
    method: "GET",
    headers: [{ name: "X-Key", value: "clear-of-night" }],
  });
  const desk = await made(emulator, "assistants", {
    name: "Night desk",
    system_prompt: "You answer at night.\nBe brief, {{caller}}.",
    variables: { caller: "friend" },
    tool_ids: [own, price],
  });
  await made(emulator, "assistants", { name: "Client A / Sales" });

  const dry = await stack.voicecall("pull", "--untracked", "--dry-run", "Night desk");
  expect(dry.code, dry.all).toBe(0);
  expect(dry.all).not.toContain("clear-of-night");
  expect(git(stack.folder, "status", "--porcelain")).toBe("");
  stack.write("night.patch", dry.stdout);
  git(stack.folder, "apply", "--check", "night.patch");
  stack.write("night.patch", "");

  const { added, left, config } = await brought(stack, 0, "Night desk");
  expect(left).toEqual([]);
  expect(config).toEqual(["header_get-price_X-Key"]);
  expect(added.map(({ id, name, files }) => [id, name, files])).toEqual([
    [String(price), "get-price", ["tool-get-price.ts"]],
    [String(desk), "night-desk", ["assistant-night-desk.ts", "prompts/night-desk.md"]],
  ]);
  expect(read(stack, "index.ts")).toContain(
    'import { hours } from "./tools"; // all of them\nimport "./tool-get-price";\nimport "./assistant-night-desk";\n\n',
  );
  const text = read(stack, "assistant-night-desk.ts");
  expect(text).toContain('import { hours } from "./tools";\nimport { getPrice } from "./tool-get-price";\n');
  expect(text).toContain("tools: [hours, getPrice],");
  expect(text).toContain('systemPrompt: prompt("prompts/night-desk.md"),');
  expect(read(stack, "Pulumi.dev.yaml")).not.toContain("clear-of-night");
  expect(git(stack.folder, "status", "--porcelain", "--untracked-files=all")).not.toContain("lient");
  emulator.state.assistants.pop();
  await isAdopted(stack, emulator, [price, desk], 5);
});

test("assistants as files: one Markdown file, which refers to tools by name; what no file can hold is declared", async () => {
  const emulator = await empty();
  const stack = await stackOn(
    emulator,
    `import { Assistant, MidCallTool, assistantFiles } from "pulumi-voicecall";
const hours = new MidCallTool("hours", ${HOURS});
for (const { name, args } of assistantFiles("assistants", { company: "Acme" }))
  new Assistant(name, args, { dependsOn: hours });
`,
    {
      language: "ts",
      env: QUICK,
      files: {
        "assistants/support.md": `---\nname: Support\nvoice: Sarah\nlanguage: English\nllmModel: GPT-4o-mini\ncallsDirection: receive\nengineType: pipeline\ntimezone: Europe/London\ninitialMessage: "Hello!"\ntools: [get_opening_hours]\n---\n\nYou answer for {{company}}.\n`,
      },
    },
  );
  must(await stack.up());
  commit(stack.folder);
  const desk = await made(emulator, "assistants", {
    name: "Night desk",
    system_prompt: "You answer at night.",
  });
  // The program would replace the placeholder.
  const filled = await made(emulator, "assistants", {
    name: "Support",
    system_prompt: "You answer for {{company}}.",
    variables: { company: "Acme" },
  });
  const hook = await made(emulator, "assistants", {
    name: "Hook",
    webhook_url: "https://example.com/in?key=s3cret-one",
  });
  const { added, left, config } = await brought(stack, 0);
  expect(left).toEqual([]);
  expect(config).toEqual(["url_assistant_hook_webhookUrl"]);
  expect(added.map(({ id, files }) => [id, files])).toEqual([
    [String(desk), ["assistants/night-desk.md"]],
    [String(filled), [`assistant-support_${filled}.ts`, `prompts/support_${filled}.md`]],
    [String(hook), ["assistant-hook.ts", "prompts/hook.md"]],
  ]);
  expect(read(stack, "assistants/night-desk.md")).toContain(`tools:\n  - get_opening_hours\n`);
  expect(read(stack, "assistants/night-desk.md")).toContain(
    `adoptId: ${desk}\n---\n\nYou answer at night.\n`,
  );
  expect(read(stack, "assistant-hook.ts")).toContain('tools: ["get_opening_hours"],');
  await isAdopted(stack, emulator, [desk, filled, hook], 6);
});

test.each([
  ["CommonJS", "js", `const { Assistant, MidCallTool } = require("pulumi-voicecall");`],
  ["ES modules", "mjs", `import { Assistant, MidCallTool } from 'pulumi-voicecall';`],
] as const)("JavaScript as %s", async (_, language, head) => {
  const emulator = await empty();
  const main = `${head}\nconst hours = new MidCallTool('hours', ${HOURS});\nnew Assistant('support', ${supportWith("hours")});`;
  const stack = await stackOn(emulator, main, {
    language,
    env: QUICK,
    files: { "assistants/night-desk.txt": "" },
  });
  must(await stack.up());
  const desk = await made(emulator, "assistants", {
    name: "Night desk",
    webhook_url: "https://example.com/?key=s3cret-one",
  });
  const price = await made(emulator, "tools", {
    name: "get_price",
    description: "Tells the price.",
    endpoint: "https://api.example.com/price",
    method: "GET",
  });
  assistant(emulator, "Night desk").tool_ids.push(price);
  const refused = await stack.voicecall("pull", "--untracked");
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("in no git repository")]);
  expect(readdirSync(path.join(stack.folder, "assistants"))).toEqual(["night-desk.txt"]);
  expect(existsSync(path.join(stack.folder, "prompts"))).toBe(false);
  commit(stack.folder);
  const { added, left } = await brought(stack, 0);
  expect(left).toEqual([]);
  expect(added.map(({ name }) => name)).toEqual(["get-price", `night-desk_${desk}`]);
  await isAdopted(stack, emulator, [price, desk], 5);
});

test("what others own is ignored, and an object that the program changes is left with the reason", async () => {
  const emulator = await empty();
  const stack = await stackOn(
    emulator,
    `const pulumi = require("@pulumi/pulumi");
const { Assistant, MidCallTool } = require("pulumi-voicecall");
pulumi.runtime.registerStackTransformation(({ props, opts }) =>
  props.name === "Odd" ? { props: { ...props, initialMessage: "Other" }, opts } : undefined);
const hours = new MidCallTool("hours", ${HOURS});
new Assistant("support", ${supportWith("hours")});
`,
    { env: QUICK, config: { "voicecall:ignore": ["Client *"] } },
  );
  must(await stack.up());
  commit(stack.folder);
  const ids: number[] = [];
  for (const name of ["Client A / Sales", "Odd", "Even", "Theirs"])
    ids.push(await made(emulator, "assistants", { name }));
  const listed = await stack.voicecall("drift", "--untracked", "--json", "--ignore", "Theirs");
  const { untracked } = JSON.parse(listed.stdout) as { untracked: { title: string; kind: string }[] };
  const assistants = untracked.filter(({ kind }) => kind === "Assistant");
  expect(assistants.map(({ title }) => title)).toEqual(['Assistant "Odd"', 'Assistant "Even"']);

  const { added, left, notes } = await brought(stack, 2, "--ignore", `Assistant:${ids[3]}`);
  expect(added.map(({ name }) => name)).toEqual(["even"]);
  expect(left).toEqual([expect.stringMatching(/^Assistant "Odd" \(id \d+\): .* and change initialMessage/)]);
  expect(notes).toContain("2 untracked objects ignored (voicecall:ignore, --ignore)");
  expect(existsSync(path.join(stack.folder, "assistant-odd.js"))).toBe(false);
  expect(read(stack, "index.js")).toMatch(/\nrequire\(".\/assistant-even"\);\n$/);
});
