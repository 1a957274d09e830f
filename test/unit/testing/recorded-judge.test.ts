/** Recorded verdicts: each belongs to what was said. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Model, conversation, recorded, scripted } from "../../../sdk/testing/index.js";
import { rejection, temporaryFolder } from "../../support/after-test.js";

const args = { name: "Support", systemPrompt: "Be brief.", initialMessage: "Hello, this is Acme." };
const verdict = '{"pass": true, "reason": "Yes."}';
const never: Model = { reply: () => Promise.reject(new Error("the model was asked")) };

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => vi.unstubAllEnvs());

interface Sdk {
  conversation: typeof conversation;
  recorded: typeof recorded;
}

async function record(run: (sdk: Sdk, model: Model) => Promise<void>, replies: string[]): Promise<void> {
  vi.stubEnv("VOICECALL_RECORD", "1");
  await run({ conversation, recorded }, scripted(replies));
  vi.stubEnv("VOICECALL_RECORD", "");
}

/** A new process begins to count again. */
const fresh = (): Promise<Sdk> => {
  vi.resetModules();
  return import("../../../sdk/testing/index.js");
};

test("a verdict of a first message does not pass another one", async () => {
  const greets =
    (initialMessage: string) =>
    async (sdk: Sdk, model: Model): Promise<void> => {
      const chat = await sdk.conversation({ ...args, initialMessage } as never, {
        model: sdk.recorded(folder, model),
        test: { name: "Greets" },
      });
      expect(await chat.judge("names the company")).toMatchObject({ pass: true });
    };
  await record(greets(args.initialMessage), [verdict]);
  await greets(args.initialMessage)(await fresh(), never);
  const error = String(await rejection(greets("What do you want?")(await fresh(), never)));
  expect(error).toContain(
    "the criterion of judge() or the transcript has changed. Record it: VOICECALL_RECORD=1",
  );
});

test("a recorded judge of a model that is not recorded hears what was said", async () => {
  const answers =
    (reply: string) =>
    async (sdk: Sdk, model: Model): Promise<void> => {
      const chat = await sdk.conversation(args as never, {
        model: scripted([reply]),
        judge: sdk.recorded(folder, model),
        test: { name: "Answers" },
      });
      await chat.caller("When are you open?");
      expect(await chat.judge("tells the hours")).toMatchObject({ pass: true });
    };
  await record(answers("From 9 to 5."), [verdict]);
  await answers("From 9 to 5.")(await fresh(), never);
  expect(String(await rejection(answers("No idea.")(await fresh(), never)))).toContain(
    "transcript has changed",
  );
});

test("a conversation may begin with judge()", async () => {
  const run =
    (systemPrompt: string) =>
    async (sdk: Sdk, model: Model): Promise<void> => {
      const chat = await sdk.conversation({ ...args, systemPrompt } as never, {
        model: sdk.recorded(folder, model),
        test: { name: "Begins" },
      });
      await chat.judge("names the company");
      await chat.caller("When are you open?");
      expect(chat.lastReply).toBe("From 9 to 5.");
    };
  await record(run(args.systemPrompt), [verdict, "From 9 to 5."]);
  await run(args.systemPrompt)(await fresh(), never);
  expect(String(await rejection(run("Be long.")(await fresh(), never)))).toContain("the prompt has changed");
});
