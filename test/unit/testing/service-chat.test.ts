/** The test chat of the local service. */
import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { type Emulator, defaultSeed } from "../../../emulator/index.js";
import { conversation, scripted, serviceChat } from "../../../sdk/testing/index.js";
import { rejection } from "../../support/after-test.js";
import { openAIServer } from "../../support/openai-server.js";
import { byHand, service } from "../../support/engine-world.js";
import { anAssistant } from "../../kinds/index.js";

async function account(): Promise<{ emulator: Emulator; uuid: string }> {
  const emulator = await service({ seed: defaultSeed() });
  await byHand(emulator, "POST", "/user/tools", {
    name: "get_hours",
    description: "Tells the hours.",
    endpoint: "https://tools.example.com/h",
    method: "GET",
  });
  await byHand(emulator, "POST", "/user/assistant", {
    ...anAssistant.body,
    initial_message: "Hello {{customer_name}}!",
    tool_ids: [emulator.state.tools[0]!.id],
  });
  emulator.configure({ form: "2026" });
  const call = { name: "get_hours", arguments: { day: "Friday" }, result: "9 to 5" };
  emulator.state.replies.push({
    pattern: "open",
    reply: "From 9 to 5, {{customer_name}}.",
    function_calls: [call],
  });
  return { emulator, uuid: emulator.state.assistants[0]!.uuid };
}

const args = { systemPrompt: "Not what the service has.", initialMessage: "Hi." } as never;
const variables = { customer_name: "Ada" };

describe("serviceChat", () => {
  test("talks with the assistant of the service, whose tools run there", async () => {
    const { emulator, uuid } = await account();
    const model = serviceChat({ assistant: uuid, baseUrl: emulator.address });
    const verdict = scripted(['{"pass": true, "reason": "Yes."}']);
    const chat = await conversation(args, { model, variables, judge: verdict });
    expect(chat.lastReply).toBe("Hello Ada!");
    await chat.caller("When are you open?");
    expect(chat.toolCalls).toEqual([{ name: "get_hours", arguments: { day: "Friday" } }]);
    expect(chat.lastReply).toBe("From 9 to 5, Ada.");
    expect(emulator.state.conversations).toMatchObject([{ type: "test" }]);
    expect(await chat.judge("names the hours")).toMatchObject({ pass: true });
  });

  test("errors say what to check", async () => {
    const { emulator, uuid } = await account();
    const other = serviceChat({ assistant: "no-such-uuid", baseUrl: emulator.address });
    expect(String(await rejection(conversation(args, { model: other })))).toContain(
      "rejected the test chat with status 404: Assistant not found. Check the assistant's uuid",
    );
    const model = serviceChat({ assistant: uuid, baseUrl: emulator.address });
    const chat = await conversation(args, { model, variables });
    expect(String(await rejection(chat.judge("is polite")))).toContain("cannot judge. Set `judge`");
    emulator.configure({ form: "2025" });
    expect(String(await rejection(conversation(args, { model })))).toContain("with status 404");
    const nowhere = serviceChat({ assistant: uuid, baseUrl: "" });
    expect(String(await rejection(conversation(args, { model: nowhere })))).toContain(
      "needs the service's base URL",
    );
  });

  const answers = (...bodies: unknown[]) =>
    openAIServer(bodies.map((body) => (response) => void response.end(JSON.stringify(body))));

  test("a redirect, nulls and a history without texts do not crash it", async () => {
    const chat = async (...bodies: unknown[]) => {
      const { baseUrl } = await answers(...bodies);
      return conversation(args, { model: serviceChat({ assistant: "u", baseUrl }) });
    };
    expect(String(await rejection(chat(null)))).toContain(
      "answered unlike a test chat, with status 200. Check",
    );
    const opened = { conversation_id: "1", history: [{ role: "assistant" }] };
    const talk = await chat(opened, { message: "Hello.", function_calls: null });
    expect(talk.events).toEqual([]);
    expect(await talk.caller("Hi")).toBe("Hello.");
    const { baseUrl } = await openAIServer([
      (response) => void response.writeHead(302, { Location: "http://127.0.0.1:9/" }).end(),
    ]);
    const model = serviceChat({ assistant: "u", baseUrl });
    expect(String(await rejection(conversation(args, { model })))).toContain(
      "The test chat of the service failed: unexpected redirect. Check baseUrl or VOICECALL_BASE_URL.",
    );
  });

  const opened = JSON.stringify({ conversation_id: "../x", history: [] });
  const chatWith = async (second: (response: ServerResponse) => void) => {
    const server = await openAIServer([(response) => void response.end(opened), second]);
    const model = serviceChat({ assistant: "u", baseUrl: server.baseUrl });
    return (await conversation(args, { model })).caller("Hi");
  };
  const body =
    (status: number, text: string) =>
    (response: ServerResponse): void =>
      void response.writeHead(status).end(text);

  test.each([
    ["a rate limit", body(429, '{"message":"Too many"}'), "429: Too many. Try again later."],
    ["an outage", body(503, "<html>"), "with status 503. Try again later."],
    [
      "a failure in a 200",
      body(200, '{"status":false,"error":"boom"}'),
      "rejected the test chat with status 200: boom.",
    ],
    ["a web page", body(200, "<html>"), "answered unlike a test chat, with status 200."],
    [
      "calls that are none",
      body(200, '{"message":"Hi","function_calls":[null]}'),
      "answered unlike a test chat",
    ],
    ["no text", body(200, '{"message":{"text":"Hi"}}'), "answered unlike a test chat"],
    [
      "a cut response",
      (response: ServerResponse) => {
        response.writeHead(200, { "Content-Length": "500" }).write('{"message":');
        setTimeout(() => response.destroy(), 20);
      },
      "The test chat of the service failed: ",
    ],
  ])("%s is no reply, and the error says what to do", async (_, second, says) => {
    expect(String(await rejection(chatWith(second)))).toContain(says);
  });
});
