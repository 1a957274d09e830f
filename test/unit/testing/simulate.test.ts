/** Callers that a model plays. */
import { readdirSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { type Model, conversation, recorded, scripted, suite } from "../../../sdk/testing/index.js";
import { openAI } from "../../../sdk/testing/openai.js";
import { rejection, temporaryFolder } from "../../support/after-test.js";
import { openAIServer } from "../../support/openai-server.js";

const args = {
  name: "Support",
  systemPrompt: "You answer for Acme.",
  initialMessage: "Acme, how can I help?",
  endCallTool: { description: "At the end." },
} as never;

const ada = { name: "Ada", persona: "a polite customer", goal: "to know the opening hours" };

const verdict = (pass: boolean): string =>
  JSON.stringify({ pass, reason: pass ? "It told them." : "It did not." });

afterEach(() => vi.unstubAllEnvs());

test("the model hears the assistant as the other side, and its last words end the call", async () => {
  const server = await openAIServer([
    "When are you open?",
    "From 9 to 5.",
    "Thank you, goodbye! [hang up]",
    "Goodbye!",
    verdict(true),
  ]);
  const chat = await conversation(args, { model: openAI({ model: "small", baseUrl: server.baseUrl }) });
  expect(await chat.simulate(ada)).toEqual({ reached: true, reason: "It told them.", turns: 2 });
  expect(chat.ended).toBe("caller");
  expect(chat.transcript).toBe(
    [
      "assistant: Acme, how can I help?",
      "caller: When are you open?",
      "assistant: From 9 to 5.",
      "caller: Thank you, goodbye!",
      "assistant: Goodbye!",
      "(the call ends: caller)",
      "(judge, has helped the caller to reach this goal: to know the opening hours: yes. It told them.)",
    ].join("\n"),
  );
  const { messages } = server.requests[2]!.body as { messages: { role: string; content: string }[] };
  expect(messages[0]!.content).toContain("You are a polite customer. You want to know the opening hours.");
  expect(messages[0]!.content).not.toContain("You answer for Acme");
  expect(messages.slice(1).map(({ role, content }) => `${role}: ${content}`)).toEqual([
    "user: Acme, how can I help?",
    "assistant: When are you open?",
    "user: From 9 to 5.",
  ]);
});

test("the call ends when the assistant ends it, and after the most turns", async () => {
  const one = scripted(["When are you open?", { tool: "end_call", arguments: {} }, verdict(false)]);
  const chat = await conversation(args, { model: one });
  expect(await chat.simulate(ada)).toMatchObject({ reached: false, turns: 1 });
  expect(chat.ended).toBe("assistant");

  const model = scripted(["We are open.", "We said so.", verdict(false)]);
  const caller = { ...ada, maxTurns: 2, model: scripted(["When?", "When?", "When?"]) };
  const endless = await conversation(args, { model });
  expect(await endless.simulate(caller)).toMatchObject({ reached: false, turns: 2 });
  expect(endless.ended).toBeUndefined();
});

test("a caller who says nothing is a silence", async () => {
  const model = scripted(["Are you there?", verdict(false)]);
  const chat = await conversation(args, { model });
  await chat.simulate({ ...ada, model: scripted(["", "[hang up]"]) });
  expect(chat.events.map(({ type }) => type)).toEqual(["assistant", "silence", "assistant", "end", "judge"]);
});

test("a suite tells who has reached the goal, with a recording for each caller", async () => {
  const folder = temporaryFolder();
  const callers = [ada, { ...ada, name: undefined, persona: "an angry customer", goal: "to be called back" }];
  const replies = [
    "When?",
    "9 to 5. ",
    "[hang up]",
    verdict(true),
    "Call me!",
    "No.",
    "[hang up]",
    verdict(false),
  ];
  const run = (model: Model) =>
    suite(args, callers, { model: recorded(folder, model), test: { name: "a suite of two" } });
  vi.stubEnv("VOICECALL_RECORD", "1");
  const { results, table } = await run(scripted(replies));
  expect(table).toBe(
    [
      "caller             goal         turns  why",
      "Ada                reached      2      It told them.",
      "an angry customer  NOT reached  2      It did not.",
    ].join("\n"),
  );
  expect(results.map(({ reached, ended }) => [reached, ended])).toEqual([
    [true, "caller"],
    [false, "caller"],
  ]);
  expect(readdirSync(folder).sort()).toEqual(["a-suite-of-two.2.json", "a-suite-of-two.json"]);
});

test("a recording no longer fits if the caller's goal has changed", async () => {
  const folder = temporaryFolder();
  const talk = async (model: Model, goal: string) => {
    const sdk = (await import("../../../sdk/testing/index.js")) as {
      conversation: typeof conversation;
      recorded: typeof recorded;
    };
    const options = { model: sdk.recorded(folder, model), test: { name: "a changed goal" } };
    return (await sdk.conversation(args, options)).simulate({ ...ada, goal });
  };
  vi.stubEnv("VOICECALL_RECORD", "1");
  const script = () => scripted(["When?", "9 to 5.", "[hang up]", verdict(true)]);
  await talk(script(), "to know the hours");
  vi.stubEnv("VOICECALL_RECORD", "");
  vi.resetModules();
  expect(await talk(scripted([]), "to know the hours")).toMatchObject({ reached: true });
  vi.resetModules();
  expect(String(await rejection(talk(scripted([]), "to complain")))).toMatch(
    /no longer fits the test "a changed goal": the persona or the goal of the caller/,
  );
});

test("the service's test chat plays no caller", async () => {
  const open: Model = {
    open: () => Promise.resolve(["Hi"]),
    reply: () => Promise.reject(new Error("asked")),
  };
  const chat = await conversation(args, { model: open });
  expect(String(await rejection(chat.simulate(ada)))).toMatch(/plays no caller\. Set the caller's model/);
});
