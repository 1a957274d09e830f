import { setMocks } from "@pulumi/pulumi/runtime/index.js";
import { conversation, openAI, recorded } from "pulumi-voicecall/testing";
import { expect, test } from "vitest";

// The model's answers come from recordings/. To record them anew: VOICECALL_RECORD=1 OPENAI_API_KEY=… npm test
const model = recorded("recordings", openAI({ model: "gpt-4o-mini" }));

test("looks up the opening hours", async () => {
  // Creates the program's resources without an engine and without an account.
  await setMocks({ newResource: ({ name, inputs }) => ({ id: name, state: inputs }), call: () => ({}) });
  const { support } = await import("./support");

  const chat = await conversation(support, {
    model,
    tools: { get_opening_hours: () => ({ open: "9 to 5" }) },
  });
  await chat.caller("When are you open on Friday?");
  expect(chat.toolCalls).toContainEqual({ name: "get_opening_hours", arguments: { day: "Friday" } });
  expect(chat.lastReply).toMatch(/9.*5/);
});
