/** What `voicecall export` writes and prints. No engine is used. */
import { execFileSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { defaultSeed } from "../../emulator/index.js";
import { writes } from "../support/engine-world.js";
import { exportWorld, filesIn } from "../support/export-world.js";
import { compiled } from "../support/exported-program.js";
import { HEADER, handMadeAccount } from "../support/hand-made-account.js";
import { voicecall } from "../support/voicecall.js";

test("the same account gives the same bytes, and the export changes nothing in the account", async () => {
  const { emulator, run, again, out } = await exportWorld(handMadeAccount());
  expect(await run("--leads", "--campaigns")).toMatchObject({ code: 0 });
  const first = filesIn(out);
  // Three prompts have no file: a file cannot reproduce one of them, and two contain invisible characters.
  expect(Object.keys(first).filter((file) => file.startsWith("assistants/"))).toHaveLength(60);
  expect(Object.keys(first).filter((file) => file.startsWith("prompts/"))).toHaveLength(57);
  expect(first["assistants/prompt-5.ts"]).toContain('systemPrompt: "Returns\\r\\r\\nof two kinds"');
  emulator.state.assistants.reverse();
  emulator.state.tools.reverse();
  expect(await again("--leads", "--campaigns")).toMatchObject({ code: 0 });
  expect(filesIn(out)).toEqual(first);
  expect(writes(emulator)).toEqual([]);
  expect(emulator.requests().filter(({ path }) => path.endsWith("/assistants/get"))).toHaveLength(2);
});

test("a service that adds unknown keys to every object and list item gives the same bytes", async () => {
  const { emulator, run, again, out } = await exportWorld(handMadeAccount());
  const args = ["--full", "--leads", "--campaigns"];
  expect(await run(...args)).toMatchObject({ code: 0 });
  const known = filesIn(out);
  emulator.configure({ unknownKeys: true });
  expect(await again(...args)).toMatchObject({ code: 0 });
  expect(filesIn(out)).toEqual(known);
});

test.each([[[]], [["--full", "--leads", "--campaigns"]]])("compiles in strict mode with %j", async (args) => {
  const { run, out } = await exportWorld(handMadeAccount());
  expect(await run(...args)).toMatchObject({ code: 0 });
  const { errors, files } = compiled(out);
  expect(errors).toEqual([]);
  expect(files.length).toBeGreaterThan(60);
});

test("header values are only in import.json, which only its owner can read", async () => {
  const { run, out } = await exportWorld(handMadeAccount());
  const { all } = await run();
  expect(all).not.toContain(HEADER);
  for (const [file, text] of Object.entries(filesIn(out)))
    expect(text.includes(HEADER)).toBe(file === "import.json");
  expect(statSync(path.join(out, "import.json")).mode & 0o777).toBe(0o600);
  const { ".gitignore": ignored, "tools.ts": tools } = filesIn(out);
  expect(ignored!.split("\n")).toContain("import.json");
  expect(tools).toContain('value: config.requireSecret("header_get-weather_X-Api-Key")');
  expect(all).toMatch(
    /\n {2}npm install[^\n]*\n {2}pulumi stack init dev\n {2}pulumi config set --secret header_get-weather_Authorization\n/,
  );
  expect(all).toMatch(/To have the export set \d+ secret values instead, remove the folder/);
});

test("a URL with a user name, password or query is secret configuration; placeholders are not secret", async () => {
  const { run, read, out } = await exportWorld(handMadeAccount());
  const { all, stdout } = await run("--json");
  const files = filesIn(out);
  for (const [file, text] of Object.entries(files))
    expect(text.includes(HEADER), file).toBe(file === "import.json");
  expect(all).not.toContain(HEADER);
  expect(read("tools.ts")).toContain('endpoint: config.requireSecret("url_tool_get-weather_103_endpoint"),');
  expect(read("tools.ts").match(/url_tool/g)).toHaveLength(1);
  expect(read("tools.ts")).toContain('endpoint: "https://tools.example.com/3/${x}?q={x}&r={{y}}"');
  expect(read("assistants/everything.ts")).toContain(
    'webhookUrl: config.requireSecret("url_assistant_everything_webhookUrl"),',
  );
  const { config, notes } = JSON.parse(stdout) as { config: string[]; notes: string[] };
  expect(config.slice(-3)).toEqual([
    "url_tool_get-weather_103_endpoint",
    "url_assistant_everything_webhookUrl",
    "url_assistant_everything_inboundWebhookUrl",
  ]);
  expect(notes).toContain(
    'Assistant "Everything" (id 231): webhookUrl contains a query, which may be a credential. The program reads the URL from the secret configuration value url_assistant_everything_webhookUrl.',
  );
});

test("a lead of a running campaign is imported, so no line says that it may be called", async () => {
  const { run, read } = await exportWorld(handMadeAccount());
  const { all } = await run("--leads");
  expect(read("leads.ts")).toContain("+447700900123");
  expect(all).not.toContain("called right away");
});

test("README.md describes everyday work, without the steps of the import and the keys of secret values", async () => {
  const { run, read } = await exportWorld(handMadeAccount());
  const { stdout } = await run("--leads", "--json");
  const { config } = JSON.parse(stdout) as { config: string[] };
  const text = read("README.md");
  for (const line of ["pulumi preview", "pulumi up", "npx voicecall drift"])
    expect(text).toContain(`\n${line}\n`);
  expect(text).toMatch(/\nnpm install {3}# until pulumi-voicecall is on npm: npm install FILE/);
  expect(config.filter((key) => text.includes(key))).toEqual([]);
  expect(text).not.toMatch(/pulumi (import|stack init)/);
});

test("an assistant's program: names, references, a prompt file, and only non-default values", async () => {
  const { run, read } = await exportWorld(handMadeAccount());
  await run("--assistant", "Receiver");
  expect(read("assistants/receiver.ts")).toBe(`import { Assistant, prompt } from "pulumi-voicecall";
import * as tools from "../tools";

export const receiver = new Assistant(
  "receiver",
  {
    name: "Receiver",
    voice: "Sarah",
    language: "English",
    llmModel: "GPT-4o-mini",
    callsDirection: "receive",
    engineType: "pipeline",
    timezone: "UTC",
    initialMessage: "Hello!",
    systemPrompt: prompt("prompts/receiver.md"),
    phoneNumber: "+12025550101",
    tools: [tools.getWeather, tools.lookUpY],
  },
  { protect: true },
);
`);
  expect(read("prompts/receiver.md")).toBe(
    "---\nvariables: [customer_name]\n---\n\nYou are number 28. Ask for {{customer_name}}.\n",
  );
  expect(read("tools.ts").match(/new MidCallTool/g)).toHaveLength(2);
  expect(read("index.ts")).toContain('import "./tools";\nimport "./assistants/receiver";\n');
});

test("a selected object has the same name as in an export of everything; --json lists the written files", async () => {
  const { run, out } = await exportWorld(handMadeAccount());
  const { stdout, code } = await run("--assistant", "202", "--tool", "delete", "--json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    folder: "out",
    project: "out",
    resources: { tools: 1, assistants: 1, leads: 0, campaigns: 0 },
    files: ["assistants/support_202.ts", "index.ts", "prompts/support_202.md", "tools.ts"],
    leftOut: [],
    notes: expect.arrayContaining([
      expect.stringContaining("never shows useMinInterruptWords and endCallTool"),
      expect.stringMatching(/^To add these objects to a program that you have, .*pull --untracked/),
    ]) as string[],
    omitted: { defaults: expect.any(Number), values: 0 },
    config: ["header_delete_X.20.Odd.2f.N.e4.me"],
    unsetConfig: ["header_delete_X.20.Odd.2f.N.e4.me"],
    next: [
      "cd out",
      expect.stringMatching(/^npm install/),
      "pulumi stack init dev",
      "pulumi config set --secret header_delete_X.20.Odd.2f.N.e4.me",
      "pulumi import --file import.json --generate-code=false --yes",
      "rm import.json",
      "pulumi preview",
    ],
  });
  expect(Object.keys(filesIn(out))).toContain("prompts/support_202.md");
});

test.each([
  [["--assistant", "Suport"], 'The account has no assistant "Suport". Did you mean "Support"'],
  [["--tool", "Delete"], 'The account has no tool "Delete". Did you mean "delete"'],
  [
    ["--assistant", "Twin"],
    '"Twin" is the name of 2 assistants (ids 501, 502): use --assistant with one of these ids.',
  ],
])("%j is an error, and nothing is written", async (args, message) => {
  const account = handMadeAccount();
  const assistants = [...account.assistants!, { id: 501, name: "Twin" }, { id: 502, name: "Twin" }];
  const { run, out } = await exportWorld({ ...account, assistants });
  const { code, stdout, stderr } = await run(...args, "--json");
  expect(code).toBe(1);
  expect(stderr).toContain(message);
  expect(JSON.parse(stdout)).toEqual({ error: expect.stringContaining(message) });
  expect(filesIn(out)).toEqual({});
});

test("without a token, the service or its listing of campaigns: exit 1, and nothing is written", async () => {
  const { emulator, run, runWith, out } = await exportWorld({}, { strict: true });
  expect(await runWith({ VOICECALL_ACCESS_TOKEN: "" })).toMatchObject({ code: 1, stdout: "" });
  expect((await runWith({ VOICECALL_ACCESS_TOKEN: "wrong" })).stderr).toContain("VOICECALL_ACCESS_TOKEN");
  expect((await run("--campaigns")).stderr).toContain("no listing of campaigns");
  emulator.refuseConnections(true);
  expect(await run()).toMatchObject({ code: 1, stdout: "" });
  expect(filesIn(out)).toEqual({});
});

test("the next steps can be pasted, whatever the folder's name", async () => {
  const { emulator, root } = await exportWorld();
  const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token };
  for (const [folder, line] of [
    ["Ann's $(touch it); call", "cd 'Ann'\\''s $(touch it); call'"],
    ["one/two", "cd one/two"],
  ] as const) {
    const { stdout } = await voicecall(["export", folder, "--json"], { cwd: root, env }).ended;
    const { next } = JSON.parse(stdout) as { next: string[] };
    expect(next[0]).toBe(line);
    execFileSync("sh", ["-ec", line], { cwd: root });
    expect(readdirSync(root)).not.toContain("it");
  }
});

test("an id that the program uses instead of a name has the name in a comment", async () => {
  const { voices } = defaultSeed();
  const twins = [901, 902].map((id) => ({ ...voices[0]!, id, name: "Twin" }));
  const whole = { initial_message: "Hello!", system_prompt: "You help." };
  const { run, read } = await exportWorld({
    voices: [...voices, ...twins],
    assistants: [{ id: 201, name: "Support", ...whole, voice_id: 902 }],
  });
  expect(await run()).toMatchObject({ code: 0 });
  expect(read("assistants/support.ts")).toMatch(/\/\/ 902 is "Twin"\n\s+voice: 902,/);
});

test("--help has examples; a missing folder is a usage error", async () => {
  const { run, runWith, root } = await exportWorld();
  const help = await run("--help");
  expect(help).toMatchObject({ code: 0 });
  expect(help.stdout).toContain("voicecall export my-assistants --stack dev");
  expect(await runWith({}, "too", "many")).toMatchObject({ code: 64, stdout: "" });
  expect(filesIn(root)).toEqual({});
});

test("--files: assistants are Markdown files; what no file reproduces, and secrets, stay in the program", async () => {
  const { run, out } = await exportWorld(handMadeAccount());
  const result = await run("--files");
  expect(result.code, result.all).toBe(0);
  const files = filesIn(out);
  const markdown = Object.keys(files).filter((file) => /^assistants\/.*\.md$/.test(file));
  const code = Object.keys(files).filter((file) => /^assistants\/.*\.ts$/.test(file));
  expect([
    markdown.length,
    code.length,
    Object.keys(files).filter((file) => file.startsWith("prompts/")),
  ]).toEqual([57, 3, []]);
  expect(compiled(out).errors).toEqual([]);
  expect(files["assistants/everything.md"]).toMatch(/^---\nname: Everything\n/);
  expect(files["assistants.ts"]).toBe(`import * as pulumi from "@pulumi/pulumi";
import { Assistant, type AssistantArgs, assistantFiles } from "pulumi-voicecall";
import * as tools from "./tools";

const config = new pulumi.Config();
const others: Record<string, Partial<AssistantArgs>> = {
  "everything": {
    webhookUrl: config.requireSecret("url_assistant_everything_webhookUrl"),
    inboundWebhookUrl: config.requireSecret("url_assistant_everything_inboundWebhookUrl"),
  },
};

for (const { name, args } of assistantFiles("assistants"))
  new Assistant(name, { ...args, ...others[name] }, { protect: true, dependsOn: Object.values(tools) });
`);
});

test("--only and --name: what is left out is named, and looked up", async () => {
  const { run, again, out } = await exportWorld(handMadeAccount());
  const kindsIn = (): string[] => Object.keys(filesIn(out)).filter((file) => file.startsWith("assistants/"));
  expect(await run("--only", "assistants", "--name", "Every*", "Sup*")).toMatchObject({ code: 0 });
  expect(filesIn(out)["tools.ts"]).toBeUndefined();
  expect(kindsIn().length).toBeGreaterThan(0);
  expect(kindsIn().every((file) => /^assistants\/(every|sup)/.test(file))).toBe(true);
  expect(filesIn(out)["assistants/everything.ts"]).toMatch(/tools: \["\w+"/);
  expect(compiled(out).errors).toEqual([]);
  expect(await again("--only", "tools")).toMatchObject({ code: 0 });
  expect(kindsIn()).toEqual([]);
  expect(await again("--only", "chess")).toMatchObject({ code: 64 });
});
