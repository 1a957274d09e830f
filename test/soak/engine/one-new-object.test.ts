/** Follows docs/take-over.md, "One new object": somebody has made an assistant in the dashboard. */
import { appendFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { defaultSeed } from "../../../emulator/index.js";
import { temporaryFolder } from "../../support/after-test.js";
import { must } from "../../support/engine.js";
import { service, stackOn, writes } from "../../support/engine-world.js";
import { voicecall } from "../../support/voicecall.js";

test("an object that somebody made later is exported alone, copied and imported", async () => {
  const texts = { initial_message: "Hello!", system_prompt: "You help.\nBe brief." };
  const emulator = await service({
    seed: {
      ...defaultSeed(),
      tools: [{ id: 101, name: "get_price", description: "Tells the price." }],
      assistants: [{ id: 1, name: "Support", ...texts, tool_ids: [101] }],
    },
    toolIds: true,
  });
  const root = temporaryFolder();
  const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token };
  const exporting = async (folder: string, ...args: string[]): Promise<string> => {
    must(await voicecall(["export", folder, ...args], { cwd: root, env }).ended);
    return path.join(root, folder);
  };
  const dir = await exporting("program");
  const stack = await stackOn(emulator, "", {
    program: { dir },
    env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true", PULUMI_EXPERIMENTAL: "true" },
  });
  const importing = async (file: string): Promise<void> => {
    must(await stack.run("import", "--file", file, "--generate-code=false", "--yes", "--skip-preview"));
  };
  await importing("import.json");
  must(await stack.preview("--expect-no-changes"));

  const [support] = emulator.state.assistants;
  emulator.state.assistants.push({ ...structuredClone(support!), id: 2, name: "Night desk" });
  emulator.reset();
  const one = await exporting("one", "--assistant", "Night desk");
  for (const file of ["assistants/night-desk.ts", "prompts/night-desk.md"])
    cpSync(path.join(one, file), path.join(stack.folder, file));
  appendFileSync(path.join(stack.folder, "index.ts"), 'import "./assistants/night-desk";\n');
  const file = path.join(one, "import.json");
  const { resources } = JSON.parse(readFileSync(file, "utf8")) as { resources: { type: string }[] };
  expect(resources).toHaveLength(2);
  const added = resources.filter(({ type }) => !type.includes("MidCallTool"));
  writeFileSync(file, JSON.stringify({ resources: added }));
  await importing(file);
  must(await stack.preview("--expect-no-changes"));
  expect(writes(emulator)).toEqual([]);
});
