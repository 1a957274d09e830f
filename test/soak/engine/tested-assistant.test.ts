/** The example `tested-assistant` with the runners of vitest and of Node, as a user runs it in a folder of their own. */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/after-test.js";
import { startCommand } from "../../support/commands.js";
import { type Scripted, openAIServer } from "../../support/openai-server.js";
import { REPOSITORY } from "../../support/project.js";

const replies = (): Scripted[] => [
  { tool: "get_opening_hours", arguments: { day: "Friday" } },
  "On Friday, 9 to 5.",
  { tool: "end_call", arguments: {} },
  "Shall a colleague call you back?",
  '{"pass": true, "reason": "It does."}',
];

test.each([
  [
    "node:test",
    process.execPath,
    ["--test", "--test-concurrency=1", "reception.node-test.mjs"],
    "node --test",
  ],
  ["vitest", "node_modules/.bin/vitest", ["run"], "npx vitest run"],
])(
  "%s: passes from recordings, fails after a changed prompt, and records anew",
  async (_, file, args, command) => {
    const folder = path.join(temporaryFolder(), "example");
    cpSync(path.join(REPOSITORY, "examples/tested-assistant"), folder, { recursive: true });
    mkdirSync(path.join(folder, "node_modules"));
    const modules = path.join(REPOSITORY, "node_modules");
    for (const name of ["@pulumi", "vitest", ".bin"])
      symlinkSync(path.join(modules, name), path.join(folder, "node_modules", name), "junction");
    symlinkSync(REPOSITORY, path.join(folder, "node_modules/pulumi-voicecall"), "junction");
    const run = (env: Record<string, string> = {}) =>
      startCommand(file, args, { cwd: folder, env: { PATH: process.env["PATH"], NO_COLOR: "1", ...env } })
        .ended;

    const first = await run();
    expect(first.code, first.all).toBe(0);

    const prompt = path.join(folder, "prompts/reception.md");
    writeFileSync(prompt, readFileSync(prompt, "utf8").replace("two short", "three short"));
    const changed = await run();
    expect(changed.code).not.toBe(0);
    expect(changed.all).toMatch(
      /The recording recordings\/names-the-opening-hours\S+\.json no longer fits the test "names the opening hours, after it has looked them up": the prompt has changed\. Record it: VOICECALL_RECORD=1 /,
    );
    expect(changed.all).toContain(`VOICECALL_RECORD=1 ${command}`);
    // What was said until then.
    expect(changed.all).toContain("caller: When are you open on Friday?");

    const server = await openAIServer(replies());
    const key = "sk-not-in-recordings";
    const recording = await run({
      VOICECALL_RECORD: "1",
      OPENAI_BASE_URL: server.baseUrl,
      OPENAI_API_KEY: key,
    });
    expect(recording.code, recording.all).toBe(0);
    const again = await run();
    expect(again.code, again.all).toBe(0);
    const name = "names-the-opening-hours-after-it-has-looked-them-up.json";
    const recorded = readFileSync(path.join(folder, "recordings", name), "utf8");
    expect(recorded).toContain("On Friday, 9 to 5.");
    expect(recorded).not.toContain(key);
  },
);
