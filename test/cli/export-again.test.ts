/**
 * An export to the folder of an earlier one. Without --force, it drops no object that the account still has.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { type Seed, defaultSeed } from "../../emulator/index.js";
import { type ExportWorld, exportWorld, filesIn } from "../support/export-world.js";

const whole = { initial_message: "Hello!", system_prompt: "You help." };

const seed: Partial<Seed> = {
  assistants: [
    { id: 201, name: "Support", ...whole, tool_ids: [101] },
    { id: 202, name: "Sales", ...whole },
    { id: 203, name: "Desk", ...whole },
  ],
  tools: [
    { id: 101, name: "get_weather", description: "Tells." },
    { id: 102, name: "end_call", description: "Ends." },
  ],
  leads: [{ id: 301, campaign_id: 1, phone_number: "+12025550143" }],
  campaigns: [{ id: 1, name: "Known", status: "in-progress" }],
};

const gone =
  "the account no longer has it; if it was imported, pulumi refresh --target removes it from the stack";

interface ExportOutput {
  removed: string[];
  takenOut: string[];
}

const exported = async (...args: string[]): Promise<ExportWorld> => {
  const world = await exportWorld(seed);
  expect(await world.run(...args)).toMatchObject({ code: 0 });
  return world;
};

async function isRejected({ run, out }: ExportWorld, args: string[], ...texts: string[]): Promise<void> {
  const before = filesIn(out);
  const { code, stderr } = await run(...args);
  expect(code).toBe(1);
  for (const text of [...texts, "Nothing was written", "--force"]) expect(stderr).toContain(text);
  expect(stderr).not.toContain("no longer has");
  expect(filesIn(out)).toEqual(before);
}

test("with fewer options, the error lists options and objects; --force removes the objects", async () => {
  const world = await exported("--leads", "--campaigns");
  const { run, out, read } = world;
  await isRejected(
    world,
    ["--assistant", "Support"],
    'assistants/sales.ts (Assistant "Sales", id 202)',
    'assistants/desk.ts (Assistant "Desk", id 203)',
    'tools.ts (MidCallTool "end_call", id 102)',
    'leads.ts (Lead "lead_301", id 301)',
    'campaigns.ts (CampaignState "known", id 1)',
    "this export would remove objects from the program in out: ",
    "npx voicecall export out --leads --campaigns`",
  );
  await isRejected(
    world,
    ["--leads"],
    'campaigns.ts (CampaignState "known", id 1)',
    "export out --leads --campaigns`",
  );
  expect(await run("--leads", "--campaigns")).toMatchObject({ code: 0 });

  const { stdout } = await run("--assistant", "Support", "--force");
  expect(stdout).toContain('tools.ts (MidCallTool "end_call", id 102): not selected by this export');
  expect(stdout).toContain('leads.ts (Lead "lead_301", id 301): not selected by this export');
  expect(stdout).not.toContain("no longer has");
  const left = Object.keys(filesIn(out)).filter((file) => file.endsWith(".ts"));
  expect(left).toEqual(["assistants/support.ts", "index.ts", "tools.ts"]);
  expect(read("tools.ts")).not.toContain("end_call");
});

test("the error suggests options that keep objects selected one by one, and more can be added", async () => {
  const world = await exported("--assistant", "Support");
  await isRejected(
    world,
    ["--assistant", "Sales"],
    'assistants/support.ts (Assistant "Support", id 201)',
    "npx voicecall export out --assistant Sales --assistant 201 --tool 101`",
  );
  for (const args of [["--assistant", "Sales", "--assistant", "201", "--tool", "101"], []]) {
    const { code, stdout } = await world.run(...args, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ removed: [], takenOut: [] } satisfies ExportOutput);
  }
});

test("gone objects are removed, also from shared files and under a narrower selection", async () => {
  const { emulator, run, read } = await exported();
  emulator.state.assistants.splice(1);
  emulator.state.tools.splice(1);
  const { code, stdout } = await run("--assistant", "Support", "--json");
  expect(code).toBe(0);
  const result = JSON.parse(stdout) as ExportOutput;
  expect(result.removed).toHaveLength(4);
  expect(result.takenOut.sort()).toEqual([
    `assistants/desk.ts (Assistant "Desk", id 203): ${gone}`,
    `assistants/sales.ts (Assistant "Sales", id 202): ${gone}`,
    `tools.ts (MidCallTool "end_call", id 102): ${gone}`,
  ]);
  expect(read("tools.ts")).not.toContain("end_call");
});

test("many gone leads are one line; --json lists them all", async () => {
  const leads = Array.from({ length: 30 }, (_, index) => ({
    id: 301 + index,
    campaign_id: 1,
    phone_number: `+120255501${10 + index}`,
  }));
  const world = await exportWorld({ ...seed, leads });
  const goneAfter = async (...args: string[]): Promise<string> => {
    expect(await world.run("--leads", "--force")).toMatchObject({ code: 0 });
    const removed = world.emulator.state.leads.splice(0, 15);
    const { stdout } = await world.run("--leads", ...args);
    world.emulator.state.leads.unshift(...removed);
    return stdout;
  };
  expect(await goneAfter()).toContain(
    `\n  leads.ts (15 Leads, ids 301, 302, 303 and 12 more; --json lists all): ${gone}\n\n`,
  );
  expect((JSON.parse(await goneAfter("--json")) as ExportOutput).takenOut).toHaveLength(15);
});

test("an object that can no longer be declared is not removed silently", async () => {
  const world = await exported();
  const { emulator, run, out } = world;
  emulator.state.assistants[1]!.initial_message = " ";
  await isRejected(
    world,
    [],
    'assistants/sales.ts (Assistant "Sales", id 202)',
    'Assistant "Sales" (id 202): initialMessage must not be blank',
  );
  const { stdout } = await run("--force");
  expect(stdout).toContain(
    'assistants/sales.ts (Assistant "Sales", id 202): a program can no longer declare it',
  );
  expect(Object.keys(filesIn(out))).not.toContain("assistants/sales.ts");
});

test("a renamed object keeps its name in program and stack; a new object with its old name gets another", async () => {
  const { emulator, run, read, out } = await exported();
  emulator.state.assistants[0]!.name = "Front desk";
  emulator.state.assistants[1]!.name = "Support";
  emulator.state.tools[0]!.name = "get_rain";
  const { code, stdout } = await run("--json");
  expect(code).toBe(0);
  const result = JSON.parse(stdout) as ExportOutput & { added: string[]; changed: string[]; notes: string[] };
  expect(result).toMatchObject({ removed: [], takenOut: [], added: [] });
  expect(result.changed.sort()).toEqual(["assistants/sales.ts", "assistants/support.ts", "tools.ts"]);
  expect(result.notes).toEqual(
    expect.arrayContaining([
      'Assistant "Front desk" (id 201) was called "Support" at the last export: its resource keeps the name support.',
      'Assistant "Support" (id 202) was called "Sales" at the last export: its resource keeps the name sales.',
      'MidCallTool "get_rain" (id 101) was called "get_weather" at the last export: its resource keeps the name get-weather.',
    ]),
  );
  expect(read("assistants/support.ts")).toMatch(/"support",[^]*name: "Front desk"/);
  expect(read("assistants/support.ts")).toContain("tools.getWeather");
  expect(read("assistants/sales.ts")).toMatch(/"sales",[^]*name: "Support"/);
  const before = filesIn(out);
  const again = await run("--json");
  expect(JSON.parse(again.stdout)).toMatchObject({ added: [], changed: [] });
  expect(again.stdout).not.toContain("was called");
  expect(filesIn(out)).toEqual(before);
});

test("a new object gets a name that no other object has, not even a gone one", async () => {
  const { emulator, run, read } = await exported();
  const [first] = emulator.state.assistants.splice(0, 1);
  emulator.state.assistants.push({ ...first!, id: 299 });
  const { stdout } = await run("--json");
  const result = JSON.parse(stdout) as ExportOutput & { added: string[] };
  expect(result.added).toEqual(["assistants/support_299.ts", "prompts/support_299.md"]);
  expect(result.takenOut).toEqual([`assistants/support.ts (Assistant "Support", id 201): ${gone}`]);
  expect(read("assistants/support_299.ts")).toContain('"support_299"');
});

test("after --full, an export without it is rejected, with the option that keeps the fields", async () => {
  const world = await exported("--full", "--leads");
  await isRejected(
    world,
    ["--leads"],
    "the last export to out used --full",
    "npx voicecall export out --leads --full`",
  );
  await isRejected(
    world,
    [],
    'leads.ts (Lead "lead_301", id 301)',
    "npx voicecall export out --leads --full`",
  );
  expect(await world.run("--leads", "--full")).toMatchObject({ code: 0 });
  expect(await world.run("--leads", "--force")).toMatchObject({ code: 0 });
});

test("another user's token, or an account without the objects: rejected; --force switches the account", async () => {
  const world = await exported();
  const other = { VOICECALL_ACCESS_TOKEN: "other-token" };
  const before = filesIn(world.out);
  const { code, stderr } = await world.runWith(other);
  expect(code).toBe(1);
  expect(stderr).toContain("the account has none of the 5 objects that the last export wrote there");
  world.emulator.state.assistants.push({ ...world.emulator.state.assistants[0]!, id: 299, owner: 2 });
  const known = await world.runWith(other);
  expect(known.stderr).toMatch(
    /from the account of user 1, but this token belongs to user 2\. Check VOICECALL_BASE_URL/,
  );
  expect(filesIn(world.out)).toEqual(before);
  expect(await world.runWith(other, "--force")).toMatchObject({ code: 0 });
});

test("the next steps leave out what was done: npm install, and the stack", async () => {
  const { run, out } = await exportWorld({});
  const next = async (): Promise<string[]> =>
    (JSON.parse((await run("--json")).stdout) as { next: string[] }).next;
  expect((await next()).join("\n")).toMatch(/npm install[\s\S]*pulumi stack init dev/);
  mkdirSync(path.join(out, "node_modules/pulumi-voicecall"), { recursive: true });
  writeFileSync(path.join(out, "Pulumi.prod.yaml"), "config: {}\n");
  expect((await next()).join("\n")).not.toMatch(/npm install|stack init/);
});

test("notes that the last export also printed come last, so that new notes are seen", async () => {
  const world = await exported();
  expect((await world.run()).stdout).toMatch(
    /\nNotes that the last export printed too:\n {2}Assistant: .*never shows/,
  );
  const [assistant] = world.emulator.state.assistants.values();
  assistant!.webhook_url = "https://hooks.example.com/?token=abcdefgh";
  expect((await world.run()).stdout).toMatch(
    /\nNotes:\n {2}.*webhookUrl contains a query.*\n\nNotes that the last export printed too:\n {2}.*never shows/,
  );
  const { stdout } = await world.run("--json");
  const { notes, repeatedNotes } = JSON.parse(stdout) as Record<string, string[]>;
  expect(notes).toEqual(expect.arrayContaining([expect.stringContaining("never shows")]));
  expect(repeatedNotes).toEqual(notes);
});

test("an id that the program uses instead of a name has the name in a comment", async () => {
  const voices = defaultSeed().voices;
  const twins = [
    { ...voices[0]!, id: 901, name: "Twin" },
    { ...voices[0]!, id: 902, name: "Twin" },
  ];
  const { run, read } = await exportWorld({
    ...seed,
    voices: [...voices, ...twins],
    assistants: [{ id: 201, name: "Support", ...whole, voice_id: 902 }],
  });
  expect(await run()).toMatchObject({ code: 0 });
  expect(read("assistants/support.ts")).toMatch(/\/\/ 902 is "Twin"\n\s+voice: 902,/);
});
