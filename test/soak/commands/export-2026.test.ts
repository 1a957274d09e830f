/** `voicecall export` of an account in the 2026 form of the service. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { writes } from "../../support/engine-world.js";
import { compiled } from "../../support/exported-program.js";
import { fakePulumi } from "../../support/fake-pulumi.js";
import { exportWorld, filesIn } from "../../support/export-world.js";

const assistants = [
  {
    id: 1,
    name: "Piper",
    mode: "pipeline" as const,
    initial_message: "Hello!",
    system_prompt: "You help.",
    ambient_sound: "cafe",
    knowledgebase_id: 1,
    knowledgebase_mode: "prompt",
    synthesizer_provider_id: 2,
    ringing_time: 45,
    fillers: true,
    tools: [{ type: "end_call", data: { description: "At the end." } }],
  },
  {
    id: 2,
    name: "Mona",
    mode: "multimodal" as const,
    voice_id: 4,
    llm_model_id: null,
    multimodal_model_id: 1005,
    initial_message: "Hello!",
    system_prompt: "You help.",
    tools: [
      { type: "end_call", data: {} },
      {
        type: "calendar_integration",
        data: { calcom_api_key: "cal-secret-key", calcom_event_slug: "visit" },
      },
    ],
  },
];

test("declares the fields of the form, with voices and models of each mode, and compiles", async () => {
  const { emulator, run, read, out } = await exportWorld({ assistants }, { form: "2026" });
  const { code, all } = await run();
  expect(code).toBe(0);
  expect(all).not.toContain("useMinInterruptWords");
  const piper = read("assistants/piper.ts");
  for (const line of [
    'voice: "Sarah"',
    'llmModel: "GPT-4o-mini"',
    'ambientSound: "cafe"',
    "knowledgebase: 1",
    'knowledgebaseMode: "prompt"',
    'synthesizer: "Cartesia"',
    "ringingTime: 45",
    "fillerAudios: true",
    'builtInTools: [{ type: "endCall", description: "At the end." }]',
  ])
    expect(piper).toContain(line);
  const mona = read("assistants/mona.ts");
  expect(mona).toContain('voice: "Emma"');
  expect(mona).toContain('llmModel: "GPT Realtime"');
  expect(mona).not.toContain("a guess");
  expect(mona).not.toContain("builtInTools");
  expect(all).toContain(
    'Assistant "Mona" (id 2): `builtInTools` is left out of the program, because its calendar integration contains an API key',
  );
  for (const text of [...Object.values(filesIn(out)), all]) expect(text).not.toContain("cal-secret-key");
  expect(JSON.parse(read("import.json"))).toMatchObject({
    resources: [{ outputs: { __account: { form: "2026" } } }, { outputs: { __account: { form: "2026" } } }],
  });
  expect(compiled(out).errors).toEqual([]);
  expect(writes(emulator)).toEqual([]);
});

const texts = {
  id: 1,
  name: "Piper",
  initial_message: "Hello!",
  system_prompt: "You help.",
  ambient_sound: "off",
};

test("details of built-in tools that the service shows as null are left out, and the other details are declared", async () => {
  const transfer = { phone_number: "+12025550150", custom: false, description: null, timezone: null };
  const tools = [
    { type: "end_call", data: { description: null } },
    { type: "call_transfer", data: transfer },
  ];
  const { run, read } = await exportWorld({ assistants: [{ ...texts, tools }] }, { form: "2026" });
  expect((await run()).all).not.toContain("left out: builtInTools");
  expect(read("assistants/piper.ts")).toContain(
    `builtInTools: [
      { type: "callTransfer", phoneNumber: "+12025550150", custom: false },
      { type: "endCall" },
    ],`,
  );
});

test("a built-in tool of an unknown type is named, and the other tools are declared", async () => {
  const tools = [
    { type: "end_call", data: {} },
    { type: "mcp_server", data: { url: "https://mcp.example.com" } },
  ];
  const { run, read } = await exportWorld({ assistants: [{ ...texts, tools }] }, { form: "2026" });
  expect((await run()).all).toContain(
    'Assistant "Piper" (id 1): `builtInTools` in the program lacks the tools of types that this version does not know: mcpServer. They stay as they are',
  );
  expect(read("assistants/piper.ts")).toContain('builtInTools: [{ type: "endCall" }],');
});

test("without the listings of providers, the error names the setting; with the setting, ids are declared", async () => {
  const seed = { assistants: [{ ...texts, synthesizer_provider_id: 2, transcriber_provider_id: 1 }] };
  const { emulator, root, run, runWith, read } = await exportWorld(seed, { form: "2026" });
  const names = { listSynthesizers: "synthesizer-providers", listTranscribers: "transcriber-providers" };
  for (const name of Object.values(names)) {
    const fault = { status: 404, body: { message: "The route could not be found." } };
    emulator.faults.add({ path: `/user/assistants/${name}`, fault });
  }
  const refused = await run();
  expect(refused.code).toBe(1);
  expect(refused.all).toMatch(
    /voicecall:routes .*listSynthesizers.*set "none", and use ids instead of names/,
  );
  const none = Object.fromEntries(Object.keys(names).map((name) => [name, "none"]));
  const config = { "voicecall:routes": { value: JSON.stringify(none) } };
  writeFileSync(path.join(root, "Pulumi.yaml"), "name: it\nruntime: nodejs\n");
  const { bin } = fakePulumi({ config: { stdout: JSON.stringify(config) } });
  const PATH = `${bin}${path.delimiter}${process.env["PATH"]}`;
  const { code, all } = await runWith({ PATH });
  expect(code, all).toBe(0);
  for (const line of ["synthesizer: 2", "transcriber: 1"])
    expect(read("assistants/piper.ts")).toContain(line);
});
