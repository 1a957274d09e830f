/** How the messages of models are read: the text is what a caller hears and what a judge sees. */
import { expect, test } from "vitest";
import { openAI } from "../../../sdk/testing/index.js";
import { openAIServer } from "../../support/openai-server.js";

const text = (value: string) => ({ type: "text", text: value });

test.each<[string, unknown, string]>([
  ["parts", { content: [text("We are "), text("open.")] }, "We are open."],
  ["thoughts as a part", { content: [{ type: "thinking", thinking: [text("No.")] }, text("Yes.")] }, "Yes."],
  ["reasoning as a part", { content: [{ type: "reasoning", text: "No." }, text("Yes.")] }, "Yes."],
  ["a refusal", { content: null, refusal: "I cannot help." }, "(refusal) I cannot help."],
  ["a refusal as a part", { content: [{ type: "refusal", refusal: "No." }] }, "(refusal) No."],
  ["no refusal", { content: "Yes.", refusal: null }, "Yes."],
  ["thoughts", { content: "<think>\nA caller.\n</think>\n\nHello." }, "Hello."],
  ["thoughts between", { content: "Well. <think>Hm.</think>Yes. <THINKING>Hm.</thinking>" }, "Well. Yes."],
  ["thoughts that the prompt has opened", { content: "A caller.</think>Hello." }, "Hello."],
  ["thoughts without an end", { content: "<think>A caller, who" }, ""],
])("%s", async (_, message, said) => {
  const { baseUrl } = await openAIServer([{ message }]);
  const { reply } = openAI({ model: "small", baseUrl, apiKey: "k", retries: 0 });
  const request = {
    conversation: { test: undefined },
    purpose: "talk",
    said: [],
    tools: [],
    temperature: 0,
  } as const;
  expect(await reply({ ...request, messages: [{ role: "user", content: "Hi" }] })).toEqual({
    text: said,
    toolCalls: [],
  });
});
