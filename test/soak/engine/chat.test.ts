/** `voicecall render` and `chat` on the example, whose program runs in a preview of the real engine. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { service, stackOn, writes } from "../../support/engine-world.js";
import { openAIServer } from "../../support/openai-server.js";
import { REPOSITORY } from "../../support/project.js";

test("the model gets what the program declares, and nothing is written", async () => {
  const emulator = await service();
  const server = await openAIServer(["From 9 to 5."]);
  const stack = await stackOn(emulator, "", {
    program: { dir: path.join(REPOSITORY, "examples/tested-assistant") },
    config: {},
  });
  const rendered = await stack.voicecall("render", "--json");
  expect(rendered.code, rendered.all).toBe(0);
  const { assistant } = JSON.parse(rendered.stdout) as { assistant: { prompt: string } };
  const file = path.join(stack.folder, "prompts/reception.md");
  expect(assistant.prompt).toBe(readFileSync(file, "utf8").trim().replace("{{company}}", "Acme"));
  expect(assistant).toMatchObject({
    name: "Reception",
    tools: [{ name: "get_opening_hours" }, { name: "end_call" }],
  });
  const chat = await stack.voicecall("chat", "--model", "small", "--model-url", server.baseUrl);
  expect([chat.code, chat.stdout]).toEqual([0, "assistant: Acme, how can I help?\n"]);
  expect(writes(emulator)).toEqual([]);
});
