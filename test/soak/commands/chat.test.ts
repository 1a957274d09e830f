/** The built commands `voicecall chat` and `voicecall render`. The program's classes run here, and a fake CLI passes on what they write down. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { afterEach, describe, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { defaultSeed } from "../../../emulator/index.js";
import { Assistant, MidCallTool } from "../../../sdk/index.js";
import { DECLARATIONS_FILE } from "../../../sdk/testing/noted.js";
import { anAssistant } from "../../kinds/index.js";
import { temporaryFolder } from "../../support/after-test.js";
import { byHand, service } from "../../support/engine-world.js";
import { fakePulumi } from "../../support/fake-pulumi.js";
import { type Scripted, openAIServer } from "../../support/openai-server.js";
import { voicecall } from "../../support/voicecall.js";
import { ended, read, support } from "../../unit/drift-events.js";
import { mocked, settled } from "../../unit/sdk-mocks.js";
import { assistantArgs } from "../../unit/testing/program.js";

afterEach(() => vi.unstubAllEnvs());

const args = {
  ...assistantArgs,
  initialMessage: "Hello {{customer_name}}.",
  systemPrompt: "You answer for Acme.",
} as const;

const hours = {
  name: "get_hours",
  description: "Tells the hours.",
  endpoint: "https://tools.example.com/h",
  method: "GET",
  schema: [{ name: "day", type: "string", description: "The day." }],
} as const;

/** @param program declares resources, as in a preview */
async function world(program: () => Assistant[]) {
  const file = path.join(temporaryFolder(), "declarations");
  vi.stubEnv(DECLARATIONS_FILE, file);
  await mocked({ preview: true });
  writeFileSync(file, "");
  const resources = program();
  for (const resource of resources) await settled(resource.urn);
  await vi.waitFor(() => expect(readFileSync(file, "utf8").split("\n")).toHaveLength(resources.length + 1));
  vi.unstubAllEnvs();
  const preview = {
    stdout: [...read({ declared: support }), ended].map((one) => `${JSON.stringify(one)}\n`).join(""),
    notes: { variable: DECLARATIONS_FILE, text: readFileSync(file, "utf8") },
  };
  const { folder, bin } = fakePulumi({ preview, stack: { stdout: "dev\n" } });
  const PATH = `${bin}${path.delimiter}${process.env["PATH"]}`;
  return (line: string[], env = {}, input = "") =>
    voicecall(line, { cwd: folder, env: { PATH, ...env }, input }).ended;
}

const one = () => [new Assistant("support", { ...args, tools: [new MidCallTool("hours", hours)] })];
const ada = ["--var", "customer_name=Ada"];

describe("render", () => {
  test("loads no SDK of Pulumi, which would take most of a second", async () => {
    const file = path.join(temporaryFolder(), "without-sdk.cjs");
    writeFileSync(
      file,
      `const Module = require("node:module"), load = Module._load;
Module._load = function (name, ...more) {
  if (name.startsWith("@pulumi/")) throw new Error("loads " + name);
  return load.call(this, name, ...more);
};`,
    );
    const run = await world(one);
    const { code, all } = await run(["render", ...ada], { NODE_OPTIONS: `--require=${file}` });
    expect(code, all).toBe(0);
  });

  test("prints what a model gets, as YAML and as JSON", async () => {
    const run = await world(one);
    const { code, stdout } = await run(["render", ...ada]);
    expect(code).toBe(0);
    expect(parse(stdout)).toMatchObject({
      name: "Support",
      firstMessage: "Hello Ada.",
      prompt: "You answer for Acme.",
      temperature: 0.1,
      tools: [{ name: "get_hours", description: "Tells the hours.", parameters: { required: ["day"] } }],
    });
    const json = JSON.parse((await run(["render", "support", "--json", ...ada])).stdout) as unknown;
    expect(json).toMatchObject({
      version: 1,
      resource: "support",
      assistant: { name: "Support", prompt: "You answer for Acme.", tools: [{ name: "get_hours" }] },
    });
  });

  test("a secret prompt is shown only on request", async () => {
    const run = await world(() => [
      new Assistant("support", { ...args, initialMessage: "Hi", systemPrompt: pulumi.secret("Hidden.") }),
    ]);
    const { code, all } = await run(["render"]);
    expect([code, all]).toEqual([1, expect.stringContaining("systemPrompt is secret. Add --show-secrets")]);
    expect(all).not.toContain("Hidden.");
    expect((await run(["render", "--show-secrets"])).stdout).toContain("Hidden.");
  });

  test("a name may have colons", async () => {
    const run = await world(() => [
      ...one(),
      new Assistant("acme::support", { ...args, initialMessage: "Hi" }),
    ]);
    const { stdout } = await run(["render", "acme::support", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ resource: "acme::support" });
    expect(JSON.parse((await run(["render", "support", "--json", ...ada])).stdout)).toMatchObject({
      resource: "support",
    });
  });

  test("a missing variable, no assistant, several, and a misspelled name are errors", async () => {
    const run = await world(() => [...one(), new Assistant("billing", { ...args, name: "Billing" })]);
    for (const [line, message] of [
      [["support"], "{{customer_name}} without a value. Pass customer_name"],
      [[], "declares several assistants. Name one of them: "],
      [["suport"], 'no assistant suport. Did you mean "support"?'],
    ] as const)
      expect((await run(["render", ...line])).stderr).toContain(message);
    const none = await world(() => []);
    expect((await none(["render"])).stderr).toContain("The program declares no assistant");
  });
});

describe("chat", () => {
  const talk = async (replies: Scripted[], input: string, more: string[] = []) => {
    const run = await world(one);
    const server = await openAIServer(replies);
    const model = ["--model", "small", "--model-url", server.baseUrl];
    const result = await run(["chat", ...model, ...ada, ...more], { OPENAI_API_KEY: "sk-secret" }, input);
    expect(result.all).not.toContain("sk-secret");
    return { ...result, server };
  };

  test("lines are what the caller says, and answers of tools are typed", async () => {
    const { code, stdout, server } = await talk(
      [{ tool: "get_hours", arguments: { day: "Friday" } }, "From 9 to 5.", "Are you there?"],
      'On Friday?\n{"open": "9 to 5"}\n\n',
    );
    expect([code, stdout]).toEqual([
      0,
      `assistant: Hello Ada.
tool: get_hours({"day":"Friday"}) -> {"open":"9 to 5"}
assistant: From 9 to 5.
(silence, 30 s)
assistant: Are you there?
`,
    ]);
    expect(server.requests[1]!.body.messages.at(-1)!.content).toBe('{"open":"9 to 5"}');
  });

  test("input that ends before the answer of a tool is no answer", async () => {
    const call = { tool: "get_hours", arguments: { day: "Friday" } };
    const { code, stdout } = await talk([call, "Sorry."], "On Friday?");
    expect(code).toBe(0);
    expect(stdout).toContain('({"day":"Friday"}) failed: the tool gave no answer\nassistant: Sorry.');
  });

  test("answers can come from a file, and --json prints the conversation", async () => {
    const file = path.join(temporaryFolder(), "answers.json");
    writeFileSync(file, JSON.stringify({ get_hours: "9 to 5" }));
    const call = { tool: "get_hours", arguments: { day: "Friday" } };
    const { code, stdout } = await talk([call, "9 to 5."], "On Friday?\n", ["--answers", file, "--json"]);
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as { events: { type: string }[] }).events.map(({ type }) => type)).toEqual([
      "assistant",
      "caller",
      "toolCall",
      "assistant",
    ]);
  });

  test.each(["null", "[1]", "{"])("--answers with %s is wrong usage", async (text) => {
    const file = path.join(temporaryFolder(), "answers.json");
    writeFileSync(file, text);
    const { code, stderr, stdout } = await talk([], "Hi\n", ["--answers", file, "--json"]);
    expect([code, stderr]).toEqual([64, expect.stringContaining(`--answers: ${file} `)]);
    expect(JSON.parse(stdout)).toMatchObject({ error: expect.stringContaining("--answers") });
  });

  test("a model that fails ends the command with the transcript", async () => {
    const { code, stderr } = await talk([(response) => void response.writeHead(401).end("no")], "Hi\n");
    expect(code).toBe(1);
    expect(stderr).toContain("failed: 401 no");
  });

  test("a model that accepts only its own temperature: the error names the option, which sends none", async () => {
    const refusal = { error: { message: "Only the default (1) value is supported.", param: "temperature" } };
    const { code, stderr } = await talk(
      [
        (response) =>
          void response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(refusal)),
      ],
      "Hi\n",
    );
    const [, option] = /with (--temperature none): /.exec(stderr) ?? [];
    expect([code, option], stderr).toEqual([1, "--temperature none"]);
    const { server, ...again } = await talk(["Hello."], "Hi\n", option!.split(" "));
    expect(again.code, again.all).toBe(0);
    expect(server.requests[0]!.body).not.toHaveProperty("temperature");
    expect(
      (await talk(["Hello."], "Hi\n", ["--temperature", "0.5"])).server.requests[0]!.body.temperature,
    ).toBe(0.5);
  });

  test("without a model it is wrong usage", async () => {
    const run = await world(one);
    expect(await run(["chat"])).toMatchObject({
      code: 64,
      stderr: expect.stringContaining("Add --model NAME"),
    });
  });

  test("--service talks with the assistant of the account", async () => {
    const emulator = await service({ seed: defaultSeed() });
    await byHand(emulator, "POST", "/user/assistant", {
      ...anAssistant.body,
      assistant_name: "Support",
      initial_message: "Live, {{customer_name}}.",
    });
    emulator.configure({ form: "2026" });
    emulator.state.replies.push({ pattern: "open", reply: "From 9 to 5.", function_calls: [] });
    const run = await world(one);
    const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token };
    const { code, all, stdout } = await run(["chat", "--service", ...ada], env, "Are you open?\n");
    expect([code, stdout], all).toEqual([0, "assistant: Live, Ada.\nassistant: From 9 to 5.\n"]);
    emulator.state.assistants[0]!.name = "Other";
    expect((await run(["chat", "--service", ...ada], env)).stderr).toContain(
      'No test chat was opened: the account has no assistant "Support".',
    );
  });
});
