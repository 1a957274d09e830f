import { setMocks } from "@pulumi/pulumi/runtime/index.js";
import { conversation, openAI, recorded } from "pulumi-voicecall/testing";
import { expect, test } from "vitest";

// The model's answers come from recordings/. To record them anew: VOICECALL_RECORD=1 OPENAI_API_KEY=… npm test
const model = recorded("recordings", openAI({ model: "gpt-4o-mini" }));

test("does not insist", async () => {
  // Creates the program's resources without an engine and without an account.
  await setMocks({ newResource: ({ name, inputs }) => ({ id: name, state: inputs }), call: () => ({}) });
  const { renewals } = await import("./renewals");

  const chat = await conversation(renewals, { model });
  await chat.caller("Please do not call me again.");
  expect(chat.lastReply).toMatch(/sorry|apolog/i);
});
