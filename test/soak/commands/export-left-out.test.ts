/** Live values that a program cannot declare are listed in the output, and are never written with a wrong value. */
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Seed } from "../../../emulator/index.js";
import { exportWorld, pulumiThatKeeps } from "../../support/export-world.js";

const whole = { initial_message: "Hello!", system_prompt: "You help." };

const seed: Partial<Seed> = {
  voices: [
    { id: 1, name: "Sarah", mode: "pipeline" },
    { id: 2, name: "Twin", mode: "pipeline" },
    { id: 3, name: "Twin", mode: "pipeline" },
  ],
  tools: [
    { id: 101, name: "Bad-Name", description: "Refused." },
    { id: 102, name: "slow", description: "Too slow.", timeout: 99 },
  ],
  assistants: [
    { id: 201, name: "Blank", initial_message: " ", system_prompt: "You help." },
    {
      id: 202,
      name: "Odd",
      ...whole,
      max_duration: 5000,
      endpoint_type: "other",
      voice_id: 3,
      tool_ids: [101, 102],
    },
    { id: 203, name: "Active without URL", ...whole, is_webhook_active: true, webhook_url: null },
    { id: 204, name: "Caller ID", ...whole, type: "inbound", phone_number_id: 4 },
    { id: 205, name: "Prototype", ...whole },
    { id: 206, name: "Half", ...whole, variables: { half: "\ud83d" } },
    { id: 207, name: "Marked", ...whole, variables: { deep: { __pulumiType: "x" } } },
    { id: 208, name: "Greeting", ...whole, initial_message: "Hello \ud83d" },
  ],
  leads: [
    { id: 301, campaign_id: 1, phone_number: "030 123" },
    { id: 302, campaign_id: 1, phone_number: "+12025550143", variables: { name: "Ada" } },
  ],
  campaigns: [
    { id: 1, name: "Known", status: "in-progress" },
    { id: 2, name: "Unknown", status: "warming-up" },
  ],
};

test("objects and fields that the rules reject are named; the rest is written", async () => {
  const { emulator, run, read } = await exportWorld(seed);
  // Added later, because a seed cannot contain the key `__proto__`.
  const odd = '{"deep": [{"__proto__": {"polluted": true}}]}';
  emulator.state.assistants[4]!.variables = JSON.parse(odd) as Record<string, unknown>;
  const { stdout, code } = await run("--leads", "--campaigns", "--json");
  expect(code).toBe(3);
  const result = JSON.parse(stdout) as { leftOut: string[]; notes: string[]; resources: object };
  expect(result.resources).toEqual({ tools: 1, assistants: 6, leads: 1, campaigns: 1 });
  expect(result.leftOut).toEqual([
    expect.stringMatching(/^MidCallTool "Bad-Name" \(id 101\): name must contain only lowercase letters/),
    expect.stringMatching(/^Assistant "Blank" \(id 201\): initialMessage must not be blank/),
    expect.stringMatching(
      /^Assistant "Greeting" \(id 208\): initialMessage must not contain text that ends in "\(cannot be in Pulumi state\)"/,
    ),
    expect.stringMatching(/^Lead \(id 301\): phoneNumber must be in E\.164 format/),
    expect.stringMatching(
      /^CampaignState "Unknown" \(id 2\): its status "warming-up" does not show whether it is running/,
    ),
  ]);
  const noted = result.notes.join("\n");
  expect(noted).toMatch(
    /MidCallTool "slow" \(id 102\): left out: timeout must be a whole number, 1-30 seconds, not 99/,
  );
  expect(noted).toMatch(/"Odd" \(id 202\): left out: endpointType must be "vad" or "ai"/);
  expect(noted).toMatch(/"Odd" \(id 202\): left out: maxCallDuration must be .*, not 5000/);
  expect(noted).toMatch(
    /"Active without URL" \(id 203\): left out: webhookUrl is required when isWebhookActive is true/,
  );
  expect(noted).toMatch(/"Caller ID" \(id 204\): left out: phoneNumber is a Caller ID number/);
  // A note about several objects is printed once.
  for (const [one, what] of [
    [`2 objects (Assistant "Prototype" (id 205), Assistant "Marked" (id 207))`, "a key"],
    [`"Half" (id 206)`, "text"],
  ] as const)
    expect(noted).toContain(
      `${one}: left out: variables must not contain ${what} that ends in "(cannot be in Pulumi state)"`,
    );

  expect(read("tools.ts")).not.toMatch(/Bad-Name|timeout/);
  const program = read("assistants/odd.ts");
  // A tool that the program cannot declare stays attached by its id. A voice with a name that is not unique is
  // declared by id.
  expect(program).toContain("tools: [101, tools.slow],");
  expect(program).toContain("voice: 3,");
  expect(program).not.toMatch(/endpointType|maxCallDuration/);
  expect(read("assistants/active-without-url.ts")).not.toMatch(/webhook/i);
  expect(read("leads.ts")).toContain('variables: { name: "Ada" }');
  expect(read("campaigns.ts")).toContain('Drafts and finished campaigns are "stopped"');
  expect(read("campaigns.ts")).toContain('{ campaign: "Known", state: "started" }');
});

test("left-out objects are counted and change the exit code; left-out fields do not change it", async () => {
  const { emulator, run, again } = await exportWorld(seed);
  const several = await run("--leads", "--campaigns");
  expect(several.code).toBe(3);
  expect(several.stdout).toMatch(
    /\n5 objects in the account were left out of the program[^\n]* exit code 3\.\n$/,
  );

  emulator.state.assistants.splice(0, 1);
  emulator.state.assistants.splice(-1);
  const one = await again();
  expect(one.code).toBe(3);
  expect(one.stdout).toMatch(/\n1 object in the account was left out of the program[^\n]* exit code 3\.\n$/);

  emulator.state.tools.splice(0, 1);
  const fields = await again();
  expect(fields.code).toBe(0);
  expect(fields.stdout).toContain("left out: timeout");
  expect(fields.stdout).not.toContain("in the account");
});

test("objects whose records cannot be read are left out, and named once", async () => {
  const { emulator, run, read } = await exportWorld({
    tools: [{ id: 101, name: "slow", description: "Slow." }],
    assistants: [
      { id: 201, name: "Desk", ...whole, tool_ids: [101] },
      { id: 202, name: "Void", ...whole },
    ],
  });
  Object.assign(emulator.state.tools[0]!, { headers: "none" });
  Object.assign(emulator.state.assistants[1]!, { name: null });
  const { code, stdout } = await run("--json");
  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({
    leftOut: ['MidCallTool "slow" (id 101): headers is not a list', "Assistant (id 202): name is not text"],
    resources: { tools: 0, assistants: 1 },
  });
  expect(stdout.match(/\b(101|202)\b/g)).toHaveLength(2);
  expect(read("assistants/desk.ts")).toContain("tools: [101],");
});

test("an object without an id that can be imported is left out", async () => {
  const { emulator, run, read } = await exportWorld({
    assistants: [{ id: 201, name: "Desk", ...whole }],
    campaigns: [{ id: 1, name: "Known", status: "in-progress" }],
  });
  emulator.state.assistants[0]!.id = -1;
  emulator.state.campaigns[0]!.id = 0;
  const { code, stdout } = await run("--campaigns", "--json");
  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({
    leftOut: [
      'Assistant "Desk" (id "-1"): no resource has an id below 1',
      'CampaignState "Known" (id 0): no resource has an id below 1',
    ],
  });
  expect(read("index.ts")).toContain("export {};");
});

test("Pulumi's marker of unknown values is not declared", async () => {
  const mark = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  const { run, read } = await exportWorld({
    assistants: [
      { id: 201, name: mark, ...whole },
      { id: 202, name: "Deep", ...whole, variables: { deep: [{ x: mark }] } },
    ],
    campaigns: [{ id: 1, name: mark, status: "in-progress" }],
  });
  const { code, stdout } = await run("--campaigns", "--json");
  expect(code).toBe(3);
  const { leftOut, notes } = JSON.parse(stdout) as { leftOut: string[]; notes: string[] };
  const why =
    'must not contain text that ends in "(cannot be in Pulumi state)", which marks a live value that state cannot contain';
  expect(leftOut).toEqual([
    expect.stringContaining(`(id 201): name ${why}`),
    expect.stringContaining(
      "(id 1): campaign must not contain the text that Pulumi uses for a value that is not known yet",
    ),
  ]);
  expect(notes).toContain(`Assistant "Deep" (id 202): left out: variables ${why}`);
  expect(read("assistants/deep.ts")).not.toContain("variables");
});

test("a model that the service does not return is marked as a guess in the program", async () => {
  const multimodal = {
    id: 201,
    name: "Multi",
    ...whole,
    mode: "multimodal" as const,
    voice_id: 4,
    llm_model_id: 2,
  };
  const { run, read } = await exportWorld({ assistants: [multimodal] }, { multimodalModel: "multimodal" });
  expect((await run()).stdout).toContain(
    'Assistant "Multi" (id 201): llmModel: a guess, because the service does not show the model',
  );
  expect(read("assistants/multi.ts")).toMatch(
    /\/\/ a guess, because the service does not show the model.*\n    llmModel: "GPT-4o-mini",/,
  );
});

test("voicecall:promptChecks checks programs, not exported objects", async () => {
  const assistants = [
    {
      id: 201,
      name: "Receiver",
      type: "inbound" as const,
      ...whole,
      system_prompt: "Greet {{caller_city}}.",
    },
    { id: 202, name: "Idle", ...whole, variables: { company: "Example" } },
  ];
  const { runWith, root, out, read } = await exportWorld({ assistants });
  const { bin } = pulumiThatKeeps(root);
  const PATH = `${bin}${path.delimiter}${process.env["PATH"]}`;
  writeFileSync(path.join(root, "Pulumi.yaml"), "name: it\nruntime: nodejs\n");
  for (const value of ["error", "warn"]) {
    writeFileSync(
      path.join(root, "config.json"),
      JSON.stringify({ "voicecall:promptChecks": { value, secret: false } }),
    );
    const { stdout, all } = await runWith({ PATH }, "--json");
    expect(JSON.parse(stdout)).toMatchObject({ resources: { assistants: 2 }, leftOut: [] });
    expect(all).not.toMatch(/is not declared in variables|declares "company"/);
    expect(read("assistants/idle.ts")).toContain('variables: { company: "Example" }');
    expect(read("prompts/receiver.md")).toContain("{{caller_city}}");
    rmSync(out, { recursive: true });
  }
});

test("undeclared variables of an inbound assistant are named: callers would hear them", async () => {
  const prompt = "Hello {{customer_name}}, {{company}} here, about {{order.number}}.";
  const whole = { initial_message: "Hi!", system_prompt: prompt, variables: { company: "Acme" } };
  const { run, read } = await exportWorld({
    assistants: [
      { id: 201, name: "Desk", type: "inbound", ...whole },
      { id: 202, name: "Sales", type: "outbound", ...whole },
    ],
  });
  const { code, stdout } = await run("--json");
  expect(code).toBe(0);
  const { notes } = JSON.parse(stdout) as { notes: string[] };
  expect(notes.filter((note) => note.includes("{{"))).toEqual([
    expect.stringMatching(
      /^Assistant "Desk" \(id 201\): its prompt uses placeholders that `variables` does not declare and an incoming call does not provide: \{\{order\.number\}\}\. /,
    ),
  ]);
  expect(read("prompts/desk.md")).toContain("variables: [customer_name, company, order.number]");
});

const plain = { id: 201, name: "Plain", ...whole, ambient_sound: "off" };

test.each([
  ["2025", 22],
  ["2026", 26],
] as const)(
  // With --full, one value is still left out in the 2026 form, which does not show the attached tools.
  "defaults and fields without effect are left out and counted in the %s form; --full declares them",
  async (form, count) => {
    const { run, again, read } = await exportWorld({ assistants: [plain], tools: [] }, { form });
    const { stdout } = await run();
    expect(read("assistants/plain.ts")).not.toMatch(
      /minInterruptWords|ambientSound|knowledgebaseMode|fillerPhrases/,
    );
    expect(stdout).toContain(`Left out: ${count} values at the service's default or without effect (--full`);

    const full = await again("--full", "--json");
    expect(read("assistants/plain.ts")).toContain("minInterruptWords: 0,");
    expect(read("assistants/plain.ts").includes("knowledgebaseMode:")).toBe(form === "2026");
    expect(JSON.parse(full.stdout)).toMatchObject({
      omitted: { defaults: 0, values: form === "2026" ? 1 : 0 },
    });
  },
);

test("fields that need another field are declared if that field is", async () => {
  const assistant = { ...plain, knowledgebase_id: 1, knowledgebase_mode: "function_call", fillers: true };
  const { run, read } = await exportWorld({ assistants: [assistant], tools: [] }, { form: "2026" });
  await run();
  expect(read("assistants/plain.ts")).toMatch(/knowledgebaseMode: "function_call"[^]*fillerPhrases/);
});

test("values that a program cannot declare are counted", async () => {
  const { run } = await exportWorld(seed);
  expect(/\nLeft out: .*\n/.exec((await run("--leads", "--campaigns")).stdout)?.[0]).toMatch(
    /^\nLeft out: \d+ values at .*, 7 values that a program cannot declare \(named below\)\.\n$/,
  );
});

test.each(["2025", "2026"] as const)(
  "a language or model with the name of another one: the reason names both, in the %s form",
  async (form) => {
    const { run } = await exportWorld(
      {
        languages: [1, 2].map((id) => ({ id, name: "English", iso_2: "en" })),
        models: [1, 2].map((id) => ({ id, name: "GPT-4o" })),
        assistants: [{ id: 201, name: "Desk", ...whole, language_id: 2, llm_model_id: 1 }],
      },
      { form },
    );
    const { code, stdout } = await run("--json");
    expect(code).toBe(3);
    const { leftOut } = JSON.parse(stdout) as { leftOut: string[] };
    expect(leftOut).toEqual([
      expect.stringMatching(
        /^Assistant "Desk" \(id 201\): language is "English" \(id 2\), the name of 2 languages \(ids 1, 2\), .*; llmModel is "GPT-4o" \(id 1\), the name of 2 \S* ?models \(ids 1, 2\), .*rename one/,
      ),
    ]);
  },
);

test("a campaign's status that contains the token is masked", async () => {
  const { emulator, run } = await exportWorld({
    campaigns: [{ id: 1, name: "Known", status: "local-token" }],
  });
  const { all } = await run("--campaigns");
  expect(all).toContain('its status "[masked]" does not show');
  expect(all).not.toContain(emulator.token);
});
