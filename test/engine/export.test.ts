/** Exports and imports an account with many manually created assistants. Neither changes the service. */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Emulator, type EmulatorOptions, defaultSeed } from "../../emulator/index.js";
import { must, type Stack } from "../support/engine.js";
import { byHand, service, stackOn, steps, writes } from "../support/engine-world.js";
import { HEADER, handMadeAccount } from "../support/hand-made-account.js";
import { voicecall } from "../support/voicecall.js";

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** The body of a request that creates a tool in the 2026 form of the API. */
const tool2026 = {
  name: "Look_up2",
  description: "Looks up an order.",
  endpoint: "https://tools.example.com/orders/{order}",
  method: "POST",
  body_format: "form",
  static_fields: [{ key: "source", value: "phone" }],
  schema: [{ name: "order", type: "string", description: "The order's number.", required: false }],
};

type World = Awaited<ReturnType<typeof exported>>;

interface Options {
  mode?: EmulatorOptions;
  args: string[];
  /** Adds objects to the account before the export. */
  prepare?: (emulator: Emulator) => Promise<void>;
  /** Whether the test, instead of a second export, sets the secret values in the stack. */
  secretsByHand?: boolean;
}

/** Exports the account, and creates a stack from the files. */
async function exported({ mode = {}, args, prepare, secretsByHand = false }: Options) {
  const emulator = await service({ seed: handMadeAccount(), ...mode });
  await prepare?.(emulator);
  emulator.reset();
  const root = mkdtempSync(path.join(tmpdir(), "voicecall-export-"));
  folders.push(root);
  const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token };
  const run = voicecall(["export", "my-assistants", "--json", ...args], { cwd: root, env });
  const { stdout } = must(await run.ended, "export");
  const dir = path.join(root, "my-assistants");
  const stack = await stackOn(emulator, "", {
    program: { dir },
    ...(secretsByHand && { secretConfig: headerValues(dir, JSON.parse(stdout) as ExportOutput) }),
    // Skips the type check of the program, because a different test checks the types of exported programs.
    env: {
      PULUMI_SKIP_CHECKPOINTS: "true",
      PULUMI_EXPERIMENTAL: "true",
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    },
  });
  return { emulator, stack };
}

interface ExportOutput {
  project: string;
  config: string[];
}

interface ImportFile {
  resources: { inputs: Record<"headers" | "endpoint" | "webhookUrl", { plaintext?: string } | undefined> }[];
}

/** The secret values in import.json, by the configuration keys in the command's output. */
function headerValues(folder: string, { project, config }: ExportOutput): Record<string, string> {
  const { resources } = JSON.parse(readFileSync(path.join(folder, "import.json"), "utf8")) as ImportFile;
  const values = resources.flatMap(({ inputs: { headers, endpoint, webhookUrl } }) => {
    const secrets = [headers, endpoint, webhookUrl].flatMap((one): unknown[] =>
      one?.plaintext === undefined ? [] : [JSON.parse(one.plaintext)].flat(),
    );
    return secrets.map((one) => (typeof one === "string" ? one : (one as { value: string }).value));
  });
  expect(values).toHaveLength(config.length);
  return Object.fromEntries(config.map((key, index) => [`${project}:${key}`, values[index]!]));
}

/** Exports again. With `--stack`, the command also sets the secret values in the stack's configuration. */
async function exportForStack({ env, folder: cwd }: Stack, args: string[]): Promise<string> {
  return must(await voicecall(["export", ".", "--stack", "dev", ...args], { cwd, env }).ended).stdout;
}

async function importInto(stack: Stack): Promise<string> {
  const args = ["--file", "import.json", "--generate-code=false", "--yes", "--skip-preview"];
  const { all } = must(await stack.run("import", ...args), "import");
  rmSync(path.join(stack.folder, "import.json"));
  return all;
}

async function isUnchanged({ emulator, stack }: World, resources: number): Promise<string> {
  const preview = must(await stack.preview("--expect-no-changes"), "preview");
  // The stack itself counts as a resource.
  expect(preview.all).toContain(`${resources + 1} unchanged`);
  expect(writes(emulator)).toEqual([]);
  return preview.all;
}

test("adopted with leads and campaigns: unchanged, no write; a new prompt changes one field", async () => {
  const args = ["--leads", "--campaigns"];
  const world = await exported({ args });
  const { emulator, stack } = world;
  let output = await exportForStack(stack, args);
  output += await importInto(stack);
  output += await isUnchanged(world, 25 + 60 + 2 + 3);
  const again = await exportForStack(stack, args);
  expect(again).toContain("pulumi preview --stack dev");
  expect(again).not.toContain("pulumi import");
  expect(existsSync(path.join(stack.folder, "import.json"))).toBe(false);

  const { resources = [] } = (await stack.exportState()).deployment;
  const ours = resources.filter(({ type }) => type.includes("voicecall:"));
  expect(ours).toHaveLength(90);
  expect(ours.every(({ protect }) => protect === true)).toBe(true);
  for (const text of [output, await stack.stateText()]) expect(text).not.toContain(HEADER);

  appendFileSync(path.join(stack.folder, "prompts/everything.md"), "Say goodbye to {{customer_name}}.\n");
  expect(await steps(stack)).toEqual(["update everything (systemPrompt)"]);
  must(await stack.up());
  const { id, system_prompt } = emulator.state.assistants.find(({ name }) => name === "Everything")!;
  expect(system_prompt).toMatch(/^You are number \d+\. .*\nSay goodbye to \{\{customer_name\}\}\.$/);
  expect(writes(emulator).map(({ method, path, body }) => [method, path, body])).toEqual([
    ["PUT", `/user/assistant/${id}`, { system_prompt }],
  ]);
});

test("exported and imported again: gone objects leave the stack, and an up records changes without a write", async () => {
  const texts = { initial_message: "Hello!", system_prompt: "You help." };
  const tools = ["get_weather", "get_hours"].map((name, n) => ({ id: 101 + n, name, description: "Tells." }));
  const assistants = [{ id: 201, name: "Support", ...texts, tool_ids: [101, 102] }];
  const { emulator, stack } = await exported({
    mode: { seed: { ...defaultSeed(), tools, assistants } },
    args: [],
  });
  await importInto(stack);
  must(await stack.up());
  await byHand(emulator, "PUT", "/user/assistant/201", { tool_ids: [101], initial_message: "Good day!" });
  await byHand(emulator, "DELETE", "/user/tools/102");
  emulator.reset();
  const { next } = JSON.parse(await exportForStack(stack, ["--json"])) as { next: string[] };
  const [refresh, ...others] = next.filter((line) => !line.startsWith("npm"));
  const urn = /^pulumi refresh --target '(\S+::get-hours)' --yes --stack dev$/.exec(refresh!)![1]!;
  expect(others).toEqual([
    "pulumi preview --stack dev",
    "pulumi up --stack dev   # records in state what changed in the service; writes nothing to the service",
  ]);
  must(await stack.run("refresh", "--target", urn, "--yes"), "refresh");
  expect(await steps(stack)).toEqual(["update support (initialMessage, tools)"]);
  must(await stack.up());
  expect(writes(emulator)).toEqual([]);
  must(await stack.preview("--expect-no-changes"));
});

test("adopted from a service that tidies text, shows ids and hides models, without assumed routes", async () => {
  const mode = { strict: true, tidyText: true, toolItems: "ids", multimodalModel: "multimodal" } as const;
  const world = await exported({ mode, args: ["--leads", "--full"], secretsByHand: true });
  await importInto(world.stack);
  await isUnchanged(world, 25 + 60 + 2);
  must(await world.stack.asLive());
  expect(writes(world.emulator)).toEqual([]);
});

test("exported from a service of the 2026 form and adopted: unchanged, even if the service adds unknown keys", async () => {
  const texts = { initial_message: "Hello!", system_prompt: "You help." };
  const tools = [
    { type: "end_call", data: { description: "At the end." } },
    { type: "assistant_transfer", data: { assistant_id: 2, speak_transfer_greeting: true } },
  ];
  const models = (id: number) => ({ llm_model_id: null, multimodal_model_id: id });
  const seed = {
    ...defaultSeed(),
    assistants: [
      { ...texts, id: 1, name: "Piper", ambient_sound: "cafe", knowledgebase_id: 1, ringing_time: 45, tools },
      { ...texts, id: 2, name: "Mona", mode: "multimodal" as const, voice_id: 4, ...models(1005) },
      { ...texts, id: 3, name: "Dual", mode: "dualplex" as const, ...models(2001) },
    ],
  };
  const prepare = (emulator: Emulator): Promise<void> => byHand(emulator, "POST", "/user/tools", tool2026);
  const args = ["--full", "--leads"];
  const world = await exported({ mode: { form: "2026", seed }, prepare, args });
  await exportForStack(world.stack, args);
  await importInto(world.stack);
  world.emulator.configure({ unknownKeys: true });
  await isUnchanged(world, 1 + 3);
  must(await world.stack.asLive());
  expect((await world.stack.voicecall("drift")).code).toBe(0);
});
