/** The offline check of CI: an exported program with secrets, in an empty stack, without a token. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { defaultSeed } from "../../../emulator/index.js";
import { temporaryFolder } from "../../support/after-test.js";
import { must } from "../../support/engine.js";
import { service, stackOn } from "../../support/engine-world.js";
import { voicecall } from "../../support/voicecall.js";

test("an exported program passes the offline check; a wrong value in it does not", async () => {
  const emulator = await service({
    seed: {
      ...defaultSeed(),
      tools: [
        {
          id: 101,
          name: "get_price",
          description: "Tells the price.",
          endpoint: "https://ada:pw@tools.example.com/price?key=k1",
          headers: [{ name: "X-Key", value: "canary-header" }],
        },
      ],
      assistants: [
        {
          id: 1,
          name: "Support",
          initial_message: "Hello!",
          system_prompt: "You help.",
          is_webhook_active: true,
          webhook_url: "https://hooks.example.com/?t=1",
        },
      ],
    },
  });
  const root = temporaryFolder();
  const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token };
  must(await voicecall(["export", "out"], { cwd: root, env }).ended);
  const dir = path.join(root, "out");
  const index = path.join(dir, "index.ts");
  const more = `
import * as core from "@pulumi/pulumi";
import { Account, Assistant } from "pulumi-voicecall";
const more = new core.Config();
const north = new Account("north", { baseUrl: more.requireSecret("north"), accessTokenEnv: "NOT_SET_HERE" });
new Assistant("more", { name: "More", voice: more.requireSecretNumber("voice"), language: "English", llmModel: "GPT-4o-mini", callsDirection: more.requireSecret("direction"), engineType: "pipeline", timezone: "UTC", initialMessage: "Hello!", systemPrompt: "You help.", maxCallDuration: more.requireSecretNumber("most") }, { provider: north });
`;
  writeFileSync(index, readFileSync(index, "utf8") + more);
  emulator.reset();
  const check = async () => {
    const offline = await voicecall(["init", "offline-config", "--stack", "dev"], { cwd: dir }).ended;
    const { config } = JSON.parse(must(offline).stdout) as { config: Record<string, unknown> };
    const texts = Object.entries(config).map(([key, value]) => [key, String(value)]);
    const stack = await stackOn(emulator, "", {
      program: { dir },
      config: Object.fromEntries(texts) as Record<string, string>,
      env: {
        PULUMI_NODEJS_TRANSPILE_ONLY: "true",
        VOICECALL_BASE_URL: undefined,
        VOICECALL_ACCESS_TOKEN: "",
      },
    });
    return stack.preview("--diff");
  };
  const passed = await check();
  expect([passed.code, passed.all]).toEqual([0, expect.stringMatching(/\+ [56] to create/)]);
  const text = readFileSync(index, "utf8");
  writeFileSync(index, text.replace('"pipeline"', '"pipe"'));
  const failed = await check();
  expect([failed.code, failed.all]).toEqual([1, expect.stringContaining("engineType")]);
  expect(emulator.requests()).toEqual([]);
});
