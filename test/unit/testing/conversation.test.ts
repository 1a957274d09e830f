/** Conversations with a scripted OpenAI-compatible server, and with scripted models. */
import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Assistant, MidCallTool, assistantTransfer, callTransfer, endCall } from "../../../sdk/index.js";
import { type ConversationOptions, conversation, openAI, scripted } from "../../../sdk/testing/index.js";
import { rejection } from "../../support/after-test.js";
import { type Scripted, openAIServer } from "../../support/openai-server.js";
import { mocked } from "../sdk-mocks.js";
import { assistantArgs as common, hoursArgs } from "./program.js";

const variables = { customer_name: "Ada" };

let hours: MidCallTool;

afterEach(() => vi.unstubAllEnvs());

beforeEach(async () => {
  await mocked();
  hours = new MidCallTool("hours", hoursArgs);
});

async function talk(replies: Scripted[], more: Partial<ConversationOptions> & { args?: object } = {}) {
  const server = await openAIServer(replies);
  const { args = {}, ...options } = more;
  const model = openAI({ model: "small", baseUrl: server.baseUrl, apiKey: "sk-secret-key", timeout: 5_000 });
  const support = new Assistant("support", { ...common, tools: [hours], ...args });
  const chat = await conversation(support, { model, variables, ...options });
  return { chat, server };
}

const day = (name: unknown) => ({ tool: "get_opening_hours", arguments: { day: name } });
const tools = {
  get_opening_hours: ({ day: name }: Record<string, unknown>) => ({ open: `${String(name)}: 9 to 5` }),
};

describe("with a model", () => {
  test("it gets the prompt, the variables, the tools and the temperature, and its tool calls are answered", async () => {
    const { chat, server } = await talk([day("Friday"), "We are open from 9 to 5."], { tools });
    expect(await chat.caller("When are you open on Friday?")).toBe("We are open from 9 to 5.");
    expect(chat.toolCalls).toContainEqual({ name: "get_opening_hours", arguments: { day: "Friday" } });
    expect(chat.transcript).toBe(
      [
        "assistant: Hello Ada, Acme here.",
        "caller: When are you open on Friday?",
        'tool: get_opening_hours({"day":"Friday"}) -> {"open":"Friday: 9 to 5"}',
        "assistant: We are open from 9 to 5.",
      ].join("\n"),
    );
    const [first, second] = server.requests;
    expect(first!.body).toEqual({
      model: "small",
      temperature: 0.1,
      messages: [
        { role: "system", content: "You answer for Acme. The caller is Ada." },
        { role: "assistant", content: "Hello Ada, Acme here." },
        { role: "user", content: "When are you open on Friday?" },
      ],
      tools: [
        {
          type: "function",
          function: {
            name: "get_opening_hours",
            description: "Tells when we are open.",
            parameters: {
              type: "object",
              properties: { day: { type: "string", description: "The day of the week." } },
              required: ["day"],
            },
          },
        },
      ],
    });
    expect(first!.headers.authorization).toBe("Bearer sk-secret-key");
    expect(second!.body.messages.slice(3)).toEqual([
      {
        role: "assistant",
        content: null,
        tool_calls: [
          {
            id: "call_1",
            type: "function",
            function: { name: "get_opening_hours", arguments: '{"day":"Friday"}' },
          },
        ],
      },
      { role: "tool", tool_call_id: "call_1", content: '{"open":"Friday: 9 to 5"}' },
    ]);
    expect(JSON.stringify(server.requests.map(({ body }) => body as object))).not.toContain("header-secret");
  });

  test("a tool that fails: the model gets the message and can explain itself", async () => {
    const { chat, server } = await talk([day("Friday"), "I cannot look that up now."], {
      tools: {
        get_opening_hours: () => {
          throw new Error("the calendar is down");
        },
      },
    });
    await chat.caller("When are you open?");
    expect(chat.events).toContainEqual(
      expect.objectContaining({ type: "toolCall", error: "the calendar is down" }),
    );
    expect(server.requests[1]!.body.messages.at(-1)!.content).toBe('{"error":"the calendar is down"}');
    expect(chat.lastReply).toBe("I cannot look that up now.");
  });

  test.each([
    ["vitest", () => expect(1).toBe(2)],
    ["node:assert", () => assert.equal(1, 2)],
    ["jest", () => assert.fail(Object.assign(new Error("1 is not 2"), { matcherResult: { pass: false } }))],
  ])("a failed assertion of %s in a tool fails the test, and is no failure of the tool", async (_, check) => {
    const { chat } = await talk([day("Friday"), "Sorry."], { tools: { get_opening_hours: check } });
    expect(String(await rejection(chat.caller("Hi")))).toMatch(/1.*2[^]*caller: Hi/);
  });

  test("a call of a tool without a type is run, too", async () => {
    const call = { id: "1", function: { name: "get_opening_hours", arguments: '{"day":"Friday"}' } };
    const { chat } = await talk([{ message: { content: "A moment.", tool_calls: [call] } }, "9 to 5."], {
      tools,
    });
    expect(await chat.caller("Hi")).toBe("9 to 5.");
    expect(chat.toolCalls).toHaveLength(1);
  });

  test.each([
    [{ tool: "get_opening_hours", arguments: "not json" }, "the arguments are not JSON"],
    [{ tool: "get_opening_hours", arguments: "[1]" }, "the arguments are not a JSON object"],
    [day(undefined), "the argument day is missing"],
    [day(5), "the argument day is not a string"],
    [{ tool: "get_opening_hours", arguments: { day: "Friday", week: 3 } }, "there is no argument week"],
    [{ tool: "get_weather", arguments: {} }, "there is no tool get_weather"],
  ])("a wrong call %j is not run, and the model is told: %s", async (call, error) => {
    let runs = 0;
    const { chat, server } = await talk([call, "Sorry."], {
      tools: { get_opening_hours: () => (runs += 1) },
    });
    await chat.caller("Hi");
    expect(chat.events).toContainEqual(expect.objectContaining({ type: "toolCall", error }));
    expect(server.requests[1]!.body.messages.at(-1)!.content).toBe(JSON.stringify({ error }));
    expect(runs).toBe(0);
  });

  test("a tool without an answer fails the test, and the error shows the transcript", async () => {
    const { chat } = await talk([day("Friday")]);
    expect(String(await rejection(chat.caller("Hi")))).toMatch(
      /The assistant called get_opening_hours, which has no answer\. Add it: .*\n\nassistant: Hello Ada, Acme here\.\ncaller: Hi$/s,
    );
  });

  test("an answer for a tool that the assistant lacks fails at once", async () => {
    const wrong = talk([], { tools: { get_opening_hour: "9 to 5" } });
    expect(String(await rejection(wrong))).toContain(
      'no tool get_opening_hour. Did you mean "get_opening_hours"?',
    );
    const none = talk([], { tools: { book: "done" }, args: { tools: [] } });
    expect(String(await rejection(none))).toContain("Its tools: none.");
  });

  test("it may call tools only ten times in one turn", async () => {
    const { chat } = await talk(Array<Scripted>(10).fill(day("Friday")), { tools });
    expect(String(await rejection(chat.caller("Hi")))).toContain("called tools 10 times without a reply");
  });

  const noCompletion = /did not answer with a chat completion/;
  const respond =
    (status: number, body: string, headers = {}) =>
    (response: ServerResponse) =>
      void response.writeHead(status, headers).end(body);
  const cut = (response: ServerResponse) => {
    response.writeHead(200, { "Content-Length": "1000" });
    response.write('{"choices":[{"message":{"content":"We are', () => response.destroy());
  };

  test("a rate limit and a failure of the endpoint are repeated", async () => {
    const retry = { "Retry-After": "0" };
    const { chat, server } = await talk([respond(429, "", retry), respond(503, "", retry), "Hello."]);
    expect(await chat.caller("Hi")).toBe("Hello.");
    expect(server.requests).toHaveLength(3);
  });

  test.each([
    ["a rate limit", respond(429, "", { "Retry-After": "0" }), /failed: 429/],
    ["a response that is cut", cut, /small at \S+ failed: /],
    ["no response in time", () => undefined, /failed: no response arrived in time/],
    [
      "no JSON",
      respond(200, "<html>welcome</html>"),
      /did not answer with a chat completion: "<html>welcome/,
    ],
    ["content that is no text", { message: { content: [{ text: "Hi" }] } }, noCompletion],
    ["a call of a tool without a function", { message: { tool_calls: [{ id: "1" }] } }, noCompletion],
    [
      "a reply that is cut at the limit of tokens",
      respond(200, '{"choices":[{"finish_reason":"length","message":{"content":"We are open from"}}]}', {
        "Content-Type": "application/json",
      }),
      /small at \S+ stopped at its limit of tokens\. Raise the limit at the endpoint\./,
    ],
    ["another JSON", respond(200, "[]"), /did not answer with a chat completion: \[\]/],
    [
      "a rejection",
      respond(401, "wrong key sk-secret-key"),
      /failed: 401 wrong key …\nCheck baseUrl, model and apiKey, or try again later/,
    ],
    ["a page with the key", respond(200, "<p>sk-secret-key"), /completion: "<p>…"/],
    ["an empty reply", "", /neither text nor a tool call/],
  ] as [string, Scripted, RegExp][])("%s is an error with the transcript", async (_, reply, message) => {
    const { baseUrl } = await openAIServer([reply]);
    const model = openAI({ model: "small", baseUrl, apiKey: "sk-secret-key", timeout: 200, retries: 0 });
    const chat = await conversation({ ...common }, { model, variables });
    const failure = await rejection(chat.caller("Hi"));
    const error = String(failure);
    expect(error).toMatch(message);
    expect(error).toContain("\n\nassistant: Hello Ada, Acme here.\ncaller: Hi");
    // Test runners print causes, too.
    expect(inspect(failure)).not.toContain("sk-secret-key");
  });

  test("an empty key is none, and does not change what the endpoint says", async () => {
    vi.stubEnv("OPENAI_API_KEY", "");
    for (const apiKey of ["", undefined]) {
      const { baseUrl } = await openAIServer([respond(401, "there is none")]);
      const chat = await conversation(common, { model: openAI({ model: "m", baseUrl, apiKey }), variables });
      expect(String(await rejection(chat.caller("Hi")))).toContain("failed: 401 there is none\n");
    }
  });

  test.each(["localhost:11434/v1", "somewhere"])("%s is no base URL", async (baseUrl) => {
    const chat = await conversation(common, { model: openAI({ model: "m", baseUrl }), variables });
    expect(String(await rejection(chat.caller("Hi")))).toContain(
      `${baseUrl} is no base URL. Begin baseUrl with http://`,
    );
  });

  test("no server is an error that names it", async () => {
    const model = openAI({ model: "small", baseUrl: "http://127.0.0.1:9/v1", retries: 0 });
    const chat = await conversation(common, { model, variables });
    expect(String(await rejection(chat.caller("Hi")))).toContain(
      "The model small at 127.0.0.1:9 failed: the connection was refused\nCheck baseUrl,",
    );
  });

  test("a judge answers with a reason, and nonsense is an error", async () => {
    const verdict = '```json\n{"pass": true, "reason": "It offers one."}\n```';
    const { chat, server } = await talk(["Shall somebody call you back?", verdict, "Sure!"]);
    await chat.caller("Hi");
    expect(await chat.judge("offers a call back")).toEqual({ pass: true, reason: "It offers one." });
    expect(server.requests[1]!.body).toMatchObject({ temperature: 0, messages: [{}, { role: "user" }] });
    expect(server.requests[1]!.body.messages[1]!.content).toContain("caller: Hi\nassistant: Shall somebody");
    expect(String(await rejection(chat.judge("is polite")))).toContain(
      "did not judge as asked, but said: Sure!",
    );
  });
});

describe("the end", () => {
  const built = {
    tools: [],
    builtInTools: [
      endCall({ description: "After a goodbye." }),
      callTransfer({ phoneNumber: "+12025550100" }),
      assistantTransfer({ assistant: "77" }),
    ],
  };

  test.each([
    ["end_call", [{ type: "end", reason: "assistant" }]],
    [
      "call_transfer",
      [
        { type: "transfer", to: "+12025550100" },
        { type: "end", reason: "transfer" },
      ],
    ],
    [
      "assistant_transfer",
      [
        { type: "transfer", to: "assistant 77" },
        { type: "end", reason: "transfer" },
      ],
    ],
  ])("by the tool %s", async (tool, events) => {
    const { chat, server } = await talk([{ tool, arguments: {} }], { args: built });
    await chat.caller("Bye");
    expect(chat.events.slice(-events.length)).toEqual(events);
    expect(server.requests).toHaveLength(1);
    expect(String(await rejection(chat.caller("Are you there?")))).toContain("The conversation has ended");
  });

  test("endCallTool of the 2025 form is the tool end_call", async () => {
    const args = { tools: [], endCallTool: { description: "After a goodbye." } };
    const { chat, server } = await talk([{ tool: "end_call", arguments: {} }], { args });
    expect(await chat.caller("Bye")).toBe("");
    expect(chat.ended).toBe("assistant");
    expect(server.requests[0]!.body.tools[0]!.function).toMatchObject({
      name: "end_call",
      description: "After a goodbye.",
    });
  });

  test("silence: the assistant speaks again, and then the call ends", async () => {
    const { chat, server } = await talk(["Are you still there?"], {
      args: { reEngagementInterval: 8, maxSilenceDuration: 20 },
    });
    await chat.silence(7);
    expect(server.requests).toEqual([]);
    expect(await chat.silence()).toBe("Are you still there?");
    await chat.silence(20);
    expect(chat.ended).toBe("silence");
    expect(chat.events.filter(({ type }) => type === "silence")).toHaveLength(3);
  });

  test("maxTurns", async () => {
    const { chat } = await talk(["One.", "Two."], { maxTurns: 2 });
    await chat.caller("1");
    expect(chat.ended).toBeUndefined();
    await chat.caller("2");
    expect(chat.ended).toBe("maxTurns");
  });
});

test("a script that is too short says so", async () => {
  const chat = await conversation(common, { model: scripted(["One."]), variables });
  await chat.caller("1");
  expect(String(await rejection(chat.caller("2")))).toContain("The script has no reply left: it has 1");
});
