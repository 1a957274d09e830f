/** `voicecall pull` puts manual changes into programs, with the real engine. */
import { execFileSync } from "node:child_process";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { defaultSeed } from "../../../emulator/index.js";
import { temporaryFolder } from "../../support/after-test.js";
import { must } from "../../support/engine.js";
import { byHand, service, stackOn, writes } from "../../support/engine-world.js";
import { compiled } from "../../support/exported-program.js";
import { REPOSITORY } from "../../support/project.js";
import { QUICK, change, commit, git, isInService, pull } from "../../support/pulled-stack.js";
import { voicecall } from "../../support/voicecall.js";

/** The files of the program that prettier would change. */
function unformatted(folder: string): string {
  try {
    execFileSync(path.join(REPOSITORY, "node_modules/.bin/prettier"), ["--list-different", "**/*.ts"], {
      cwd: folder,
      encoding: "utf8",
    });
    return "";
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

function typeErrors(folder: string): string[] {
  rmSync(path.join(folder, "node_modules"), { recursive: true });
  // An import may have lost its last use.
  return compiled(folder).errors.filter((text) => !text.endsWith("its value is never read."));
}

test("an exported account that was changed in 40 places: one command, and an apply sends nothing", async () => {
  const letters = [..."abcdefghij"];
  const seed = {
    ...defaultSeed(),
    tools: letters.map((letter, n) => ({
      id: 101 + n,
      name: `look_up_${letter}`,
      description: `Tool ${n}.`,
      endpoint: `https://tools.example.com/${letter}`,
      schema: [
        { name: "town", type: "string" as const, description: "Which town." },
        { name: "days", type: "number" as const, description: "How many days." },
      ],
    })),
    assistants: Array.from({ length: 30 }, (_, n) => ({
      id: 201 + n,
      name: `Branch ${n}`,
      initial_message: `Hello, branch ${n}!`,
      system_prompt: `You answer for branch ${n}.\n\nGreet {{customer_name}}.\nBe brief.`,
      max_duration: 300,
      record: true,
      variables: { customer_name: "friend", town: "Bonn" },
      tool_ids: [101 + (n % 10)],
      post_call_schema: [{ name: "done", type: "bool" as const, description: "Whether it is done." }],
    })),
  };
  const emulator = await service({ seed });
  const root = temporaryFolder();
  const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token };
  must(await voicecall(["export", "mine", "--json"], { cwd: root, env }).ended, "export");
  const stack = await stackOn(emulator, "", { program: { dir: path.join(root, "mine") }, env: QUICK });
  must(
    await stack.run("import", "--file", "import.json", "--generate-code=false", "--yes", "--skip-preview"),
    "import",
  );
  stack.write(".prettierrc", '{ "printWidth": 100 }');
  symlinkSync(
    path.join(REPOSITORY, "node_modules/prettier"),
    path.join(stack.folder, "node_modules/prettier"),
  );
  commit(stack.folder);
  const before = unformatted(stack.folder);

  let edits = 0;
  const edit = async (name: string, body: object): Promise<void> => {
    edits += Object.keys(body).length;
    await change(emulator, name, body);
  };
  for (let n = 0; n < 12; n += 1)
    await edit(`Branch ${n}`, {
      system_prompt: `You speak for branch ${n}.\n\nGreet {{customer_name}} of {{company}}.\nBe brief.\nSay goodbye.`,
    });
  for (let n = 8; n < 16; n += 1)
    await edit(`Branch ${n}`, { initial_message: `Hi, it's "branch ${n}"!\nHow are you?` });
  for (let n = 14; n < 20; n += 1)
    await edit(`Branch ${n}`, { max_call_duration: 600 + n, record_call: false });
  await edit("Branch 20", {
    tool_ids: [101, 109],
    variables: { customer_name: "you", "the town": "Köln" },
  });
  await edit("Branch 21", { tool_ids: [] });
  await edit("Branch 22", {
    post_call_schema: [
      { name: "done", type: "bool", description: "Whether it's all done." },
      { name: "mood", type: "string", description: "The mood." },
    ],
  });
  await edit("Branch 23", { assistant_name: "Renamed", speech_speed: 1.1 });
  const tool = emulator.state.tools[3]!;
  edits += 2;
  await byHand(emulator, "PUT", `/user/tools/${tool.id}`, {
    description: "Finds d.",
    schema: [{ name: "town", type: "string", description: "The town's name." }],
  });
  expect(edits).toBeGreaterThanOrEqual(40);

  const report = await pull(stack, 0);
  expect(report.left).toEqual([]);
  expect(unformatted(stack.folder)).toBe(before);
  expect(git(stack.folder, "diff", "--stat")).toMatch(/ files changed/);
  await isInService(stack, emulator, 25);
  expect(typeErrors(stack.folder)).toEqual([]);
});

const PROGRAM = `import * as pulumi from "@pulumi/pulumi";
import { Assistant, MidCallTool, prompt } from "pulumi-voicecall";

const config = new pulumi.Config();
const company = "Acme";
const defaults = {
  voice: "Sarah",
  language: "English",
  llmModel: "GPT-4o-mini",
  engineType: "pipeline",
  callsDirection: "make",
  timezone: "Europe/Berlin",
} as const;
const maxCallDuration = 600;
const tool = { description: "A tool.", endpoint: "https://tools.example.com", method: "GET" as const };
const orders = new MidCallTool("orders", { ...tool, name: "get_orders" });
export const weather = new MidCallTool("weather", { ...tool, name: "get_weather" });

const branches = [
  { name: "North", greeting: "Hello from the north!" },
  { name: "South", greeting: "Hello from the south!" },
];
for (const { name, greeting } of branches) {
  new Assistant(name, {
    ...defaults,
    name,
    initialMessage: greeting, // of the branch
    systemPrompt: prompt("prompts/branch.md", { company, branch: name }),
    maxSilenceDuration: 20,
    speechSpeed: 1,
  });
}

class Team extends pulumi.ComponentResource {
  constructor(name: string) {
    super("tests:index:Team", name);
    new Assistant(
      "support",
      {
        ...defaults,
        name: "Support",
        initialMessage: config.require("greeting"),
        systemPrompt: prompt("prompts/support.md", { company, hours: pulumi.output("9 to 5") }),
        maxCallDuration,
        llmTemperature: Number("0.5"),
        variables: { company, hours: 'nine', plan: "basic" },
        tools: [orders],
        webhookUrl: config.requireSecret("hook"),
      },
      { parent: this },
    );
  }
}
new Team("team");
`;

test("a program with loops, constants and placeholders: what is certain is written, the rest is named with its line", async () => {
  const emulator = await service();
  const files = {
    ".prettierrc": '{ "printWidth": 100 }',
    "prompts/branch.md": "You answer for {{company}}, {{branch}}.\nBe brief.\n",
    "prompts/support.md": "You answer for {{company}}.\nOpen {{hours}}.\n\nBe brief.\n",
  };
  const stack = await stackOn(emulator, PROGRAM, {
    language: "ts",
    files,
    config: { "engine-test:greeting": "Hello!" },
    secretConfig: { "engine-test:hook": "https://hooks.example.com/canary" },
    env: QUICK,
  });
  must(await stack.up());
  symlinkSync(
    path.join(REPOSITORY, "node_modules/prettier"),
    path.join(stack.folder, "node_modules/prettier"),
  );
  stack.write("prompts/support.md", files["prompts/support.md"].replace("brief", "kind"));
  commit(stack.folder);
  const before = unformatted(stack.folder);

  for (const name of ["North", "South"])
    await change(emulator, name, {
      system_prompt: `You speak for Acme, ${name}.\nBe brief.`,
      max_silence_duration: 30,
    });
  await change(emulator, "North", { initial_message: "Moin!", speech_speed: 1.1 });
  await change(emulator, "Support", {
    voice_id: 2,
    initial_message: "Hey!",
    system_prompt: "You answer for Acme.\nOpen Acme 9 to 5.\n\nBe brief.",
    max_call_duration: 700,
    llm_temperature: 0.25,
    variables: { company: "Acme", hours: 'it\'s "ten"', plan: "gold" },
    tool_ids: emulator.state.tools.map(({ id }) => id),
    webhook_url: "https://hooks.example.com/canary-other",
  });

  const dry = await stack.voicecall("pull", "--dry-run");
  expect(dry.code, dry.all).toBe(2);
  expect(git(stack.folder, "status", "--porcelain")).toBe("");
  const { left, pulled, conflicts } = await pull(stack, 2);
  const shown = (all: typeof left | typeof pulled) =>
    all.map(({ name, path: property, file = "", line = 0 }) => `${name}.${property} ${file}:${line}`).sort();
  const lineOf = (text: string): number => PROGRAM.slice(0, PROGRAM.indexOf(text)).split("\n").length;
  expect(conflicts).toEqual([]);
  expect(shown(left)).toEqual([
    `North.speechSpeed index.ts:${lineOf("speechSpeed")}`,
    `support.llmTemperature index.ts:${lineOf("Number(")}`,
    "support.webhookUrl index.ts:37",
  ]);
  expect(left.map(({ name, value }) => [name, value])).toContainEqual(["North", 1.1]);
  expect(shown(pulled)).toEqual([
    `North.initialMessage index.ts:${lineOf("Hello from the north")}`,
    `North.maxSilenceDuration index.ts:${lineOf("maxSilenceDuration")}`,
    "North.systemPrompt prompts/branch.md:0",
    `South.maxSilenceDuration index.ts:${lineOf("maxSilenceDuration")}`,
    "South.systemPrompt prompts/branch.md:0",
    "support.initialMessage :0",
    `support.maxCallDuration index.ts:${lineOf("600")}`,
    "support.systemPrompt prompts/support.md:0",
    `support.tools index.ts:${lineOf("[orders]")}`,
    `support.variables index.ts:${lineOf("variables")}`,
    `support.voice index.ts:${lineOf("webhookUrl")}`,
  ]);
  // The patch of the dry run makes the same changes.
  const now = git(stack.folder, "diff", "--", "*.ts", "*.md");
  git(stack.folder, "checkout", "-q", "--", "*.ts", "*.md");
  writeFileSync(path.join(stack.folder, "../patch"), dry.stdout);
  git(stack.folder, "apply", "../patch");
  expect(git(stack.folder, "diff", "--", "*.ts", "*.md")).toBe(now);
  const added = now.split("\n").filter((line) => /^\+(?!\+)/.test(line));
  expect(added).toEqual([
    "+const maxCallDuration = 700;",
    '+  { name: "North", greeting: "Moin!" },',
    "+    maxSilenceDuration: 30,",
    `+        variables: { company, hours: 'it\\'s "ten"', plan: "gold" },`,
    "+        tools: [orders, weather],",
    '+        voice: "Michael",',
    "+You speak for {{company}}, {{branch}}.",
    "+Open Acme {{hours}}.",
  ]);
  expect(unformatted(stack.folder)).toBe(before);
  // Both changes of the prompt are sent, and no other.
  emulator.reset();
  must(await stack.up());
  expect(writes(emulator).map(({ body }) => body)).toEqual([
    { system_prompt: "You answer for Acme.\nOpen Acme 9 to 5.\n\nBe kind." },
  ]);
  expect(typeErrors(stack.folder)).toEqual([]);
});
