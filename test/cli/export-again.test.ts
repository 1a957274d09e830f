/** An export into the folder of an earlier one: nothing goes out of the program that the account still has. */
import { expect, test } from "vitest";
import type { Seed } from "../../emulator/index.js";
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

interface Told {
  removed: string[];
  takenOut: string[];
}

const exported = async (...args: string[]): Promise<ExportWorld> => {
  const world = await exportWorld(seed);
  expect(await world.run(...args)).toMatchObject({ code: 0 });
  return world;
};

async function isRefused({ run, out }: ExportWorld, args: string[], ...texts: string[]): Promise<void> {
  const before = filesIn(out);
  const { code, stderr } = await run(...args);
  expect(code).toBe(1);
  for (const text of [...texts, "Nothing was written", "--force"]) expect(stderr).toContain(text);
  expect(stderr).not.toContain("no longer has");
  expect(filesIn(out)).toEqual(before);
}

test("fewer options than before: refused with what would go and what to give; --force takes it out and says so", async () => {
  const world = await exported("--leads", "--campaigns");
  const { run, out, read } = world;
  await isRefused(
    world,
    ["--assistant", "Support"],
    "assistants/sales.ts (Assistant 202)",
    "assistants/desk.ts (Assistant 203)",
    "tools.ts (MidCallTool 102)",
    "leads.ts (Lead 301)",
    "campaigns.ts (CampaignState 1)",
    "voicecall export out --leads --campaigns`",
  );
  await isRefused(world, ["--leads"], "campaigns.ts (CampaignState 1)", "export out --leads --campaigns`");
  expect(await run("--leads", "--campaigns")).toMatchObject({ code: 0 });

  const { stdout } = await run("--assistant", "Support", "--force");
  expect(stdout).toContain("tools.ts (MidCallTool 102): not chosen");
  expect(stdout).toContain("leads.ts (Lead 301): not chosen");
  expect(stdout).not.toContain("no longer has");
  const left = Object.keys(filesIn(out)).filter((file) => file.endsWith(".ts"));
  expect(left).toEqual(["assistants/support.ts", "index.ts", "tools.ts"]);
  expect(read("tools.ts")).not.toContain("end_call");
});

test("what was chosen one by one is to be chosen again, and may grow", async () => {
  const world = await exported("--assistant", "Support");
  await isRefused(
    world,
    ["--assistant", "Sales"],
    "assistants/support.ts (Assistant 201)",
    "voicecall export out --assistant Sales --assistant 201 --tool 101`",
  );
  for (const args of [["--assistant", "Sales", "--assistant", "201", "--tool", "101"], []]) {
    const { code, stdout } = await world.run(...args, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ removed: [], takenOut: [] } satisfies Told);
  }
});

test("what is gone goes, also beside others in one file, and under a narrower choice of what is left", async () => {
  const { emulator, run, read } = await exported();
  emulator.state.assistants.splice(1);
  emulator.state.tools.splice(1);
  const { code, stdout } = await run("--assistant", "Support", "--json");
  expect(code).toBe(0);
  const told = JSON.parse(stdout) as Told;
  expect(told.removed).toHaveLength(4);
  expect(told.takenOut.sort()).toEqual([
    "assistants/desk.ts (Assistant 203): the account no longer has it",
    "assistants/sales.ts (Assistant 202): the account no longer has it",
    "tools.ts (MidCallTool 102): the account no longer has it",
  ]);
  expect(read("tools.ts")).not.toContain("end_call");
});

test("what can no longer be declared does not go silently", async () => {
  const world = await exported();
  const { emulator, run, out } = world;
  emulator.state.assistants[1]!.initial_message = " ";
  await isRefused(
    world,
    [],
    "assistants/sales.ts (Assistant 202)",
    'Assistant "Sales" (id 202): initialMessage must not be blank',
  );
  const { stdout } = await run("--force");
  expect(stdout).toContain("assistants/sales.ts (Assistant 202): a program can no longer declare it");
  expect(Object.keys(filesIn(out))).not.toContain("assistants/sales.ts");
});
