/** Exports and imports an account with many manually created assistants. Neither changes the service. */
import { appendFileSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { type Emulator, type EmulatorOptions, type Seed, defaultSeed } from "../../emulator/index.js";
import { temporaryFolder } from "../support/after-test.js";
import { type Deployment, must, type Stack } from "../support/engine.js";
import { byHand, service, stackOn, writes } from "../support/engine-world.js";
import { HEADER, handMadeAccount } from "../support/hand-made-account.js";
import { inSoak } from "../support/soak.js";
import { voicecall } from "../support/voicecall.js";

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

/** Skips the type check of the program, because a different test checks the types of exported programs. */
const QUICK = {
  PULUMI_SKIP_CHECKPOINTS: "true",
  PULUMI_EXPERIMENTAL: "true",
  PULUMI_NODEJS_TRANSPILE_ONLY: "true",
};

interface Options {
  mode?: EmulatorOptions;
  args: string[];
  /** Adds objects to the account before the export. */
  prepare?: (emulator: Emulator) => Promise<void>;
}

/** Exports the account, creates a stack from the files, and sets the secret values as a user would. */
async function exported({ mode = {}, args, prepare }: Options) {
  const emulator = await service({ seed: handMadeAccount(), ...mode });
  await prepare?.(emulator);
  emulator.reset();
  const root = temporaryFolder();
  const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token };
  const run = voicecall(["export", "my-assistants", "--json", ...args], { cwd: root, env });
  const { stdout } = must(await run.ended, "export");
  const dir = path.join(root, "my-assistants");
  const secretConfig = secretValues(dir, JSON.parse(stdout) as ExportOutput);
  return { emulator, stack: await stackOn(emulator, "", { program: { dir }, secretConfig, env: QUICK }) };
}

interface ExportOutput {
  project: string;
  config: string[];
}

interface ImportFile {
  resources: {
    inputs: Record<
      "headers" | "staticFields" | "endpoint" | "webhookUrl" | "inboundWebhookUrl",
      { plaintext?: string } | undefined
    >;
  }[];
}

/** The secret values in import.json, by the configuration keys in the command's output. */
function secretValues(folder: string, { project, config }: ExportOutput): Record<string, string> {
  const { resources } = JSON.parse(readFileSync(path.join(folder, "import.json"), "utf8")) as ImportFile;
  const values = resources.flatMap(({ inputs }) => {
    const { headers, staticFields, endpoint, webhookUrl, inboundWebhookUrl } = inputs;
    const secrets = [headers, staticFields, endpoint, webhookUrl, inboundWebhookUrl].flatMap(
      (one): unknown[] => (one?.plaintext === undefined ? [] : [JSON.parse(one.plaintext)].flat()),
    );
    return secrets.map((one) => (typeof one === "string" ? one : (one as { value: string }).value));
  });
  expect(values).toHaveLength(config.length);
  return Object.fromEntries(config.map((key, index) => [`${project}:${key}`, values[index]!]));
}

/** The account without the assistants that differ in little. `npm run soak -- engine` exports and imports all of it. */
function withoutBranches(): Seed {
  const seed = handMadeAccount();
  return { ...seed, assistants: seed.assistants!.filter(({ name }) => !name.startsWith("Branch")) };
}

/** Imports the objects, and proves that a preview then shows no change. */
async function isImported(stack: Stack, resources: number, ...options: string[]): Promise<string> {
  const args = ["--file", "import.json", "--generate-code=false", "--yes", "--skip-preview", ...options];
  const { all } = must(await stack.run("import", ...args), "import");
  const preview = must(await stack.preview("--expect-no-changes", ...options), "preview");
  // The stack itself counts as a resource.
  expect(preview.all).toContain(`${resources + 1} unchanged`);
  return all + preview.all;
}

test("exported with a stack and imported: unchanged, no write; a new prompt changes one field", async () => {
  const seed = inSoak("engine") ? handMadeAccount() : withoutBranches();
  const emulator = await service({ seed });
  // One of the assistants is deleted.
  const objects = 25 + seed.assistants!.length - 1 + 2 + 3;
  // Only the environment and the folder of this stack are used: the export creates another one.
  const stack = await stackOn(emulator, "", { env: QUICK });
  const args = ["--leads", "--campaigns", "--stack", "adopted"];
  let output = must(await stack.voicecall("export", "my-assistants", ...args), "export").all;
  const inFolder = ["--cwd", "my-assistants"];
  output += await isImported(stack, objects, ...inFolder);
  expect(writes(emulator)).toEqual([]);

  const state = must(await stack.run("stack", "export", ...inFolder)).stdout;
  const { resources = [] } = (JSON.parse(state) as Deployment).deployment;
  const ours = resources.filter(({ type }) => type.includes("voicecall:"));
  expect(ours).toHaveLength(objects);
  expect(ours.every(({ protect }) => protect === true)).toBe(true);
  for (const text of [output, state]) expect(text).not.toContain(HEADER);

  const prompt = path.join(stack.folder, "my-assistants/prompts/everything.md");
  appendFileSync(prompt, "Say goodbye to {{customer_name}}.\n");
  must(await stack.up(...inFolder));
  const { id, system_prompt } = emulator.state.assistants.find(({ name }) => name === "Everything")!;
  expect(system_prompt).toMatch(/^You are number \d+\. .*\nSay goodbye to \{\{customer_name\}\}\.$/);
  expect(writes(emulator).map(({ method, path, body }) => [method, path, body])).toEqual([
    ["PUT", `/user/assistant/${id}`, { system_prompt }],
  ]);
});

/** `npm run soak -- engine` adopts from further services. */
if (inSoak("engine")) {
  test("adopted from a service that tidies text, shows ids and hides models, without assumed routes", async () => {
    // The other test imports the whole account.
    const seed = withoutBranches();
    const { assistants = [] } = seed;
    const mode = {
      strict: true,
      tidyText: true,
      toolItems: "ids",
      multimodalModel: "multimodal",
      seed,
    } as const;
    const { emulator, stack } = await exported({ mode, args: ["--leads", "--full"] });
    await isImported(stack, 25 + assistants.length - 1 + 2);
    must(await stack.asLive());
    expect(writes(emulator)).toEqual([]);
  });

  test("assistants as files are adopted unchanged", async () => {
    const seed = withoutBranches();
    const { emulator, stack } = await exported({ mode: { seed }, args: ["--files"] });
    await isImported(stack, 25 + seed.assistants!.length - 1);
    expect(writes(emulator)).toEqual([]);
  });

  test("assistants without their tools, which the program then names, are adopted unchanged", async () => {
    const seed = withoutBranches();
    const { emulator, stack } = await exported({ mode: { seed }, args: ["--only", "assistants"] });
    await isImported(stack, seed.assistants!.length - 1);
    expect(writes(emulator)).toEqual([]);
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
        {
          ...texts,
          id: 1,
          name: "Piper",
          ambient_sound: "cafe",
          knowledgebase_id: 1,
          ringing_time: 45,
          tools,
        },
        { ...texts, id: 2, name: "Mona", mode: "multimodal" as const, voice_id: 4, ...models(1005) },
        { ...texts, id: 3, name: "Dual", mode: "dualplex" as const, ...models(2001) },
      ],
    };
    const prepare = (emulator: Emulator): Promise<void> => byHand(emulator, "POST", "/user/tools", tool2026);
    const { emulator, stack } = await exported({
      mode: { form: "2026", seed },
      prepare,
      args: ["--full", "--leads"],
    });
    emulator.configure({ unknownKeys: true });
    await isImported(stack, 1 + 3);
    must(await stack.asLive());
    expect(writes(emulator)).toEqual([]);
    expect((await stack.voicecall("drift")).code).toBe(0);
  });
}
