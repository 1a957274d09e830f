// npx vitest run
import { setMocks } from "@pulumi/pulumi/runtime/index.js";
import { conversation, openAI, recorded } from "pulumi-voicecall/testing";
import { expect, test } from "vitest";

// Creates the program's resources without an engine and without an account.
await setMocks({
  newResource: ({ name, inputs }) => ({ id: name, state: inputs }),
  call: () => ({}),
});
const { reception } = await import("./reception.mjs");

// Answers from recordings/. `VOICECALL_RECORD=1 OPENAI_API_KEY=… npx vitest run` records them anew.
const model = recorded("recordings", openAI({ model: "gpt-4o-mini" }));
const tools = { get_opening_hours: () => ({ open: "9 to 5" }) };

test("names the opening hours, after it has looked them up", async () => {
  const chat = await conversation(reception, { model, tools });
  await chat.caller("When are you open on Friday?");
  expect(chat.toolCalls).toContainEqual({ name: "get_opening_hours", arguments: { day: "Friday" } });
  expect(chat.lastReply).toMatch(/9.*5/);
  await chat.caller("Thanks, goodbye!");
  expect(chat.ended).toBe("assistant");
});

test("offers a call back for what it does not know", async () => {
  const chat = await conversation(reception, { model, tools });
  await chat.caller("Can you tell me the balance of my account?");
  expect(chat.toolCalls).toEqual([]);
  const { pass, reason } = await chat.judge("offers that somebody calls back");
  expect(pass, reason).toBe(true);
});
