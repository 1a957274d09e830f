/** The command line of `pull --untracked` and `--ignore`. test/soak/engine/pull-untracked.test.ts runs it with the engine. */
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { defaultSeed } from "../../emulator/index.js";
import type { NewObjects } from "../../cli/pull/new-objects.js";
import { service } from "../support/engine-world.js";
import { exportWorld } from "../support/export-world.js";
import { fakePulumi } from "../support/fake-pulumi.js";
import { voicecall } from "../support/voicecall.js";
import { ended } from "../unit/drift-events.js";

const texts = { initial_message: "Hello!", system_prompt: "You help." };
const OBJECTS = {
  tools: [{ id: 5, name: "get_price", description: "Tells the price." }],
  assistants: [
    { id: 5, name: "Night desk", ...texts, tool_ids: [5] },
    { id: 6, name: "Twin", ...texts },
    { id: 7, name: "Twin", ...texts },
  ],
};

/** An account whose objects no resource manages, and a program of which each preview says the same. */
async function world(args: string[], messages: object[] = []) {
  const emulator = await service({ seed: { ...defaultSeed(), ...OBJECTS }, toolIds: true });
  const { folder, bin } = fakePulumi({
    config: { stdout: "{}" },
    preview: { stdout: `${JSON.stringify(ended)}\n`, messages },
    "stack export": { stdout: JSON.stringify({ deployment: {} }) },
    stack: { stdout: "dev\n" },
  });
  writeFileSync(path.join(folder, "index.js"), "");
  const env = {
    VOICECALL_BASE_URL: emulator.address,
    VOICECALL_ACCESS_TOKEN: emulator.token,
    PATH: `${bin}${path.delimiter}${process.env["PATH"]}`,
  };
  const result = await voicecall(["pull", ...args], { cwd: folder, env }).ended;
  return { ...result, files: readdirSync(folder) };
}

test.each([
  [["--ignore", "Twin"], "--ignore needs --untracked."],
  [["--untracked", "--mine"], "cannot be used with option"],
  [["--untracked", "Nobody"], '"Nobody" is no untracked assistant or tool'],
  [["--untracked", "Night desk", "--ignore", "Night*"], '"Night desk" is no untracked assistant or tool'],
  [["--untracked", "Twin"], '"Twin" names several objects: use Assistant:6 or Assistant:7.'],
  [["--untracked", "5"], '"5" names several objects: use MidCallTool:5 or Assistant:5.'],
])("%j is wrong usage", async (args, message) => {
  const { code, stderr } = await world(args);
  expect([code, stderr]).toEqual([64, expect.stringContaining(message)]);
});

test("what a preview does not adopt is left with the reason, and no file stays", async () => {
  const messages = [{ kind: "Assistant", id: "", text: "It will fail.", effect: "failure" }];
  const { code, stdout, files } = await world(["--untracked", "Assistant:5", "--json"], messages);
  const { added, left } = JSON.parse(stdout) as NewObjects;
  expect([code, added]).toEqual([2, []]);
  expect(left).toEqual([
    'MidCallTool "get_price" (id 5): the preview does not adopt it',
    'Assistant "Night desk" (id 5): It will fail.',
  ]);
  expect(files).toEqual(["Pulumi.yaml", "index.js"]);
});

test("what the program adopts already is not declared again", async () => {
  const coming = (kind: string, id: number): object => ({
    kind,
    id: "",
    text: "It will be adopted.",
    adopts: { id, isChanged: true },
  });
  const all = [coming("MidCallTool", 5), ...[5, 6, 7].map((id) => coming("Assistant", id))];
  const { code, stdout } = await world(["--untracked"], all);
  expect([code, stdout]).toEqual([0, "Stack dev: no untracked assistant or tool.\n"]);
});

test("export leaves out what others own, and an assistant names an ignored tool", async () => {
  const { run, read, out } = await exportWorld(OBJECTS, { toolIds: true });
  const { stdout, code } = await run("--ignore", "MidCallTool:5", "--ignore", "Tw*");
  expect(code).toBe(0);
  expect(stdout).toContain("3 objects ignored (voicecall:ignore, --ignore).");
  expect(readdirSync(path.join(out, "assistants"))).toEqual(["night-desk.ts"]);
  expect(read("assistants/night-desk.ts")).toContain('tools: ["get_price"],');
});
