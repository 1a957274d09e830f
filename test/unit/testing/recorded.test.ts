import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Model, conversation, recorded, repeat, scripted } from "../../../sdk/testing/index.js";
import { testName } from "../../../sdk/testing/runner.js";
import { rejection, temporaryFolder } from "../../support/after-test.js";

const args = {
  name: "Support",
  systemPrompt: "The secret prompt.",
  initialMessage: "Hello.",
  llmTemperature: 0.5,
  endCallTool: { description: "At the end." },
};

const never: Model = { reply: () => Promise.reject(new Error("the model was asked")) };

let folder: string;
let count = 0;

beforeEach(() => {
  folder = temporaryFolder();
  count += 1;
});

afterEach(() => vi.unstubAllEnvs());

interface Changes {
  name?: string;
  said?: string;
  [property: string]: unknown;
}

/** Each test uses another name, because the process counts the conversations of a name. */
const talk = async (model: Model, { name = `Talk ${count}`, said = "Hi", ...more }: Changes = {}) => {
  const chat = await conversation({ ...args, ...more } as never, {
    model: recorded(folder, model),
    test: { name },
  });
  await chat.caller(said);
  return chat;
};

async function record(...replies: string[]): Promise<void> {
  vi.stubEnv("VOICECALL_RECORD", "1");
  await talk(scripted(replies));
  vi.stubEnv("VOICECALL_RECORD", "");
  // A new process would begin to count again.
  vi.resetModules();
}

interface Sdk {
  conversation: typeof conversation;
  recorded: typeof recorded;
}

/** As a new process has it. */
const fresh = (): Promise<Sdk> => import("../../../sdk/testing/index.js");

/** The second conversation of a name in this process, so the file has the number 2. */
const replay = async (more: Changes = {}) => {
  const sdk = await fresh();
  const { name = `Talk ${count}`, said = "Hi", ...changed } = more;
  const chat = await sdk.conversation({ ...args, ...changed } as never, {
    model: sdk.recorded(folder, never),
    test: { name },
  });
  await chat.caller(said);
  return chat;
};

describe("recordings", () => {
  test("answer without the model, and contain no prompt", async () => {
    await record("Good day.");
    const [file] = readdirSync(folder);
    expect(file).toBe(`talk-${count}.json`);
    const text = readFileSync(path.join(folder, file!), "utf8");
    expect(text).toContain("Good day.");
    expect(text).not.toContain("secret prompt");
    expect(Object.keys(JSON.parse(text) as object)).toEqual([
      "exchanges",
      "firstMessage",
      "prompt",
      "temperature",
      "test",
      "tools",
    ]);
    expect((await replay()).lastReply).toBe("Good day.");
  });

  test.each([
    [{ systemPrompt: "Another." }, "the prompt has changed"],
    [{ endCallTool: { description: "Later." } }, "the tools have changed"],
    [{ llmTemperature: 0.6 }, "the temperature has changed"],
    [{ initialMessage: "Good evening." }, "the first message has changed"],
    [{ said: "Hello there" }, "what the caller says has changed, or two tests have this name"],
  ])("after %j, the error names what has changed, the test and the command", async (change, reason) => {
    await record("Good day.");
    const error = String(await rejection(replay(change)));
    expect(error).toContain(
      `no longer fits the test "Talk ${count}": ${reason}. Record it: VOICECALL_RECORD=1 npx vitest`,
    );
    expect(error).not.toContain("the model was asked");
  });

  test("a longer conversation and a missing recording are errors", async () => {
    await record("Good day.");
    const chat = await replay();
    expect(String(await rejection(chat.caller("And?")))).toContain("the conversation is longer now");
    expect(String(await rejection(replay({ name: "Other" })))).toContain("There is no recording");
    expect(existsSync(path.join(folder, "other.json"))).toBe(false);
  });

  test("a changed criterion of a judge, and a changed answer of a tool, are named", async () => {
    const day = { tool: "hours", arguments: {} };
    const definitions = [{ name: "hours", description: "Tells the hours." }];
    const run = async (sdk: Sdk, model: Model, answer: string, criterion: string) => {
      const chat = await sdk.conversation({ ...args, tools: ["hours"] } as never, {
        model: sdk.recorded(folder, model),
        test: { name: `Talk ${count}` },
        tools: { hours: answer },
        definitions,
      });
      await chat.caller("Hi");
      await chat.judge(criterion);
    };
    vi.stubEnv("VOICECALL_RECORD", "1");
    const verdict = '{"pass": true, "reason": "Yes."}';
    await run({ conversation, recorded }, scripted([day, "9 to 5.", verdict]), "9 to 5", "is brief");
    vi.stubEnv("VOICECALL_RECORD", "");
    for (const [answer, criterion, reason] of [
      ["9 to 5", "is brief", undefined],
      ["9 to 6", "is brief", "the answer of a tool has changed"],
      ["9 to 5", "is polite", "the criterion of judge() or the transcript has changed"],
    ] as const) {
      vi.resetModules();
      const failure = run(await fresh(), never, answer, criterion);
      if (reason === undefined) await failure;
      else expect(String(await rejection(failure))).toContain(reason);
    }
  });

  test("the command takes the name of a test literally", async () => {
    const name = `Talk ${count} (it's $5 | more)`;
    expect(String(await rejection(replay({ name })))).toContain(
      `npx vitest run -t 'Talk ${count} \\(it'\\''s \\$5 \\| more\\)'`,
    );
  });

  test("two conversations of one test have two files", async () => {
    vi.stubEnv("VOICECALL_RECORD", "1");
    await talk(scripted(["One."]));
    await talk(scripted(["Two."]));
    expect(readdirSync(folder)).toEqual([`talk-${count}.2.json`, `talk-${count}.json`]);
  });
});

describe("files", () => {
  const long = "A very long name of a test".repeat(4);

  test.each([
    ["emoji", "🎉", "🎊"],
    ["a long name", `${long} one`, `${long} two`],
    ["a long name in another script", `${"語".repeat(120)}1`, `${"語".repeat(120)}2`],
  ])("%s does not share its file", async (_, one, other) => {
    vi.stubEnv("VOICECALL_RECORD", "1");
    await talk(scripted(["One."]), { name: one });
    await talk(scripted(["Two."]), { name: other });
    expect(readdirSync(folder).filter((file) => !file.includes(".2."))).toHaveLength(2);
    for (const file of readdirSync(folder)) expect(Buffer.byteLength(file)).toBeLessThan(255);
  });

  test("the second conversation of a test does not share its file with a test of that name", async () => {
    vi.stubEnv("VOICECALL_RECORD", "1");
    for (const name of ["Shared", "Shared", "Shared 2"]) await talk(scripted(["One."]), { name });
    expect(readdirSync(folder)).toHaveLength(3);
  });

  test.each(["<<<<<<< HEAD", "null", "{}", '{"exchanges":[{"said":[{}]}]}'])(
    "%s is no recording, and the error names the file and the command",
    async (text) => {
      const name = `Broken ${count}`;
      writeFileSync(path.join(folder, `broken-${count}.json`), text);
      const error = String(await rejection(talk(never, { name })));
      expect(error).toContain(`broken-${count}.json is no recording. Record it: VOICECALL_RECORD=1 npx`);
    },
  );

  test("instructions for a silence are not written down", async () => {
    vi.stubEnv("VOICECALL_RECORD", "1");
    const model = recorded(folder, scripted(["Are you there?"]));
    const chat = await conversation({ ...args, reEngagementPrompt: "A secret hint." } as never, {
      model,
      test: { name: `Silent ${count}` },
    });
    await chat.silence();
    expect(readFileSync(path.join(folder, `silent-${count}.json`), "utf8")).not.toContain("secret hint");
  });

  test("vitest's context tells the name of the test", (context) => {
    expect(testName(context)).toBe("files > vitest's context tells the name of the test");
  });
});

describe("repeat", () => {
  const failing =
    (...indexes: number[]) =>
    (index: number): void => {
      if (indexes.includes(index)) throw new Error(`run ${index} failed`);
    };

  test("passes if enough runs pass", async () => {
    await repeat(5, { atLeast: 4 }, failing(2));
    await repeat(2, {}, failing());
  });

  test("the error counts the runs and shows each failure", async () => {
    const error = String(await rejection(repeat(5, { atLeast: 4 }, failing(1, 3))));
    expect(error).toContain(
      "3 of 5 runs passed, and at least 4 must. The failures:\n1. run 1 failed\n2. run 3 failed",
    );
    expect(await rejection(repeat(2, {}, failing(0)))).toBeInstanceOf(AggregateError);
  });

  test.each([
    [0, 1],
    [3, 4],
    [3, 0],
    [1.5, 1],
  ])("refuses %d runs of which %d must pass", async (times, atLeast) => {
    expect(String(await rejection(repeat(times, { atLeast }, failing())))).toContain(
      "needs a whole number of runs",
    );
  });
});
