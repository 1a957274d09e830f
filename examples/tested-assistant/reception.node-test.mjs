// The same tests for Node's own runner: node --test reception.node-test.mjs
import assert from "node:assert/strict";
import { test } from "node:test";
import { setMocks } from "@pulumi/pulumi/runtime/index.js";
import { conversation, openAI, recorded } from "pulumi-voicecall/testing";

await setMocks({
  newResource: ({ name, inputs }) => ({ id: name, state: inputs }),
  call: () => ({}),
});
const { reception } = await import("./reception.mjs");

const model = recorded("recordings", openAI({ model: "gpt-4o-mini" }));
const tools = { get_opening_hours: () => ({ open: "9 to 5" }) };

test("names the opening hours, after it has looked them up", async (t) => {
  const chat = await conversation(reception, { model, tools, test: t });
  await chat.caller("When are you open on Friday?");
  assert.deepEqual(chat.toolCalls, [{ name: "get_opening_hours", arguments: { day: "Friday" } }]);
  assert.match(chat.lastReply, /9.*5/);
  await chat.caller("Thanks, goodbye!");
  assert.equal(chat.ended, "assistant");
});

test("offers a call back for what it does not know", async (t) => {
  const chat = await conversation(reception, { model, tools, test: t });
  await chat.caller("Can you tell me the balance of my account?");
  assert.deepEqual(chat.toolCalls, []);
  const { pass, reason } = await chat.judge("offers that somebody calls back");
  assert.ok(pass, reason);
});
