/**
 * An export never silently drops a property that the stack declares: the next `pulumi up` would clear the
 * property in the service.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { ExportResult } from "../../cli/export/run.js";
import type { CommandResult } from "../support/commands.js";
import { type ExportWorld, exportWorld } from "../support/export-world.js";
import { fakePulumi } from "../support/fake-pulumi.js";

interface ImportFile {
  resources: { type: string; name: string; id: string; inputs: object }[];
}

const whole = { initial_message: "Hello!", system_prompt: "You help." };
const seed = {
  tools: [{ id: 101, name: "get_hours", description: "Tells." }],
  assistants: [
    {
      id: 1,
      name: "Support",
      ...whole,
      tool_ids: [101],
      ambient_sound: "off",
      post_call_schema: [{ name: "Outcome", type: "string", description: "How it went." }],
    },
  ],
};
const FILE = "assistants/support.ts";
const UP = expect.stringMatching(/^pulumi up /) as string;

/** Exports the account, and then moves it to the 2026 form. `again` exports it with everything in the stack. */
async function moved(): Promise<{
  world: ExportWorld;
  again: (...args: string[]) => Promise<CommandResult>;
}> {
  const world = await exportWorld(seed);
  const again = await imported(world);
  world.emulator.configure({ form: "2026", toolItems: "built-in" });
  return { world, again };
}

/**
 * Exports the account, and returns a function that exports it again, with everything in the stack.
 * @param more inputs that every resource in the stack also has
 */
async function imported(
  world: ExportWorld,
  more: object = {},
): Promise<(...args: string[]) => Promise<CommandResult>> {
  await world.run();
  const { resources } = JSON.parse(readFileSync(path.join(world.out, "import.json"), "utf8")) as ImportFile;
  const state = resources.map(({ type, name, id, inputs }) => ({
    urn: `urn:pulumi:dev::out::${type}::${name}`,
    type,
    id,
    inputs: { ...inputs, ...more },
  }));
  const { bin } = fakePulumi({
    config: { stdout: "{}" },
    "stack export": { stdout: JSON.stringify({ deployment: { resources: state } }) },
  });
  const PATH = `${bin}${path.delimiter}${process.env["PATH"]}`;
  return (...args) => world.runWith({ PATH }, ...args);
}

test("is rejected, and names the file and the properties; nothing is written", async () => {
  const { world, again } = await moved();
  const before = world.read(FILE);
  const { code, all } = await again();
  expect(code).toBe(1);
  expect(all).toContain(`${FILE} (postCallSchema, tools)`);
  expect(all).toContain("would then clear them in the service");
  expect(world.read(FILE)).toBe(before);
});

test("an edited file keeps the properties, so the export is not rejected", async () => {
  const { world, again } = await moved();
  world.write(FILE, `// Mine.\n${world.read(FILE)}`);
  const { code, all } = await again();
  expect(code).toBe(3);
  expect(all).not.toContain("the next `pulumi up` clears");
  expect(world.read(FILE)).toContain("tools: [tools.getHours]");
});

test("--force removes them; the export says that `pulumi up` clears them, and does not suggest it", async () => {
  const { world, again } = await moved();
  const { code, stdout } = await again("--force", "--json");
  expect(code).toBe(0);
  expect(world.read(FILE)).not.toContain("postCallSchema");
  const { notes, next } = JSON.parse(stdout) as { notes: string[]; next: string[] };
  expect(notes).toContainEqual(expect.stringContaining(`${FILE} (postCallSchema, tools): the program lacks`));
  expect(next).not.toContainEqual(UP);
  // Each export repeats the warning as long as the stack has the properties.
  expect((await again()).all).toContain("the next `pulumi up` clears");
});

test("a stack without these properties has nothing to lose", async () => {
  const { world, again } = await moved();
  Object.assign(world.emulator.state.assistants[0]!, { post_call_schema: [] });
  world.emulator.configure({ toolItems: "objects" });
  expect((await again("--json")).stdout).toContain("writes nothing to the service");
});

describe("the model of an assistant that the service no longer shows", () => {
  const multimodal = { mode: "multimodal" as const, voice_id: 4, llm_model_id: 2 };
  const seed = { assistants: [{ ...whole, id: 1, name: "Support", ...multimodal }] };
  const withoutModel = (world: ExportWorld) => world.emulator.configure({ multimodalModel: "multimodal" });

  test("is the one in the stack, not a guess that an update would send", async () => {
    const world = await exportWorld(seed);
    const again = await imported(world);
    withoutModel(world);
    const { code, all } = await again();
    expect(code, all).toBe(0);
    expect(world.read(FILE)).toMatch(
      /\/\/ as in the stack, because the service does not show the model.*\n    llmModel: "GPT-4.1-mini",/,
    );
  });

  test("is no longer listed either: the export is rejected, and with --force a note says so", async () => {
    const world = await exportWorld(seed);
    const again = await imported(world);
    withoutModel(world);
    world.emulator.state.models = world.emulator.state.models.filter(({ id }) => id !== 2);
    const before = world.read(FILE);
    const { code, all } = await again();
    expect(code).toBe(1);
    expect(all).toContain(`${FILE} (llmModel)`);
    expect(world.read(FILE)).toBe(before);
    const { notes, next } = JSON.parse((await again("--force", "--json")).stdout) as ExportResult;
    expect(notes).toContainEqual(expect.stringContaining(`${FILE} (llmModel): the program lacks`));
    expect(next).not.toContainEqual(UP);
  });
});

test("a property that the service never shows, and that only the stack has: --force does not suggest `pulumi up`", async () => {
  const world = await exportWorld(
    { assistants: [{ ...whole, id: 1, name: "Support", ambient_sound: "off" }] },
    { form: "2026" },
  );
  const again = await imported(world, { voicemailMessage: "We will call again." });
  world.write(FILE, `// With voicemailMessage.\n${world.read(FILE)}`);
  const { notes, next } = JSON.parse((await again("--force", "--json")).stdout) as ExportResult;
  expect(notes).toContainEqual(expect.stringContaining(`${FILE} (voicemailMessage): the program lacks`));
  expect(next).not.toContainEqual(UP);
});
