/** What the operations of one account share in one process. */
import { describe, expect, test } from "vitest";
import type { ServiceRecord } from "../../provider/core/records/record.js";
import type { Loader } from "../../provider/core/records/loaders.js";
import { EngineCalls } from "../../provider/core/run/engine-calls.js";
import { Session } from "../../provider/core/run/session.js";
import { VoicecallError } from "../../provider/base/errors.js";
import type { Message } from "../../provider/base/messages.js";
import { parseSettings } from "../../provider/http/settings.js";
import { type Answers, listed, opened } from "./core-opened.js";

describe("lacks", () => {
  const tool = { id: 7, name: "get_hours" };

  test("is true for an id that the listing does not contain, and a run reads the listing once", async () => {
    const tools = listed(tool);
    const { session } = opened({ MidCallTool: tools });
    expect(await session.lacks("tool", 7)).toBe(false);
    expect(await session.lacks("tool", 8)).toBe(true);
    await session.records.MidCallTool.write(async () => undefined);
    expect(await session.lacks("tool", 9)).toBe(true);
    expect(tools.read).toBe(1);
  });

  test("uses the listing of the kind", async () => {
    const { session } = opened({
      MidCallTool: listed(tool),
      Assistant: listed({ id: 8 }),
      Campaign: listed(),
    });
    expect(await session.lacks("tool", 8)).toBe(true);
    expect(await session.lacks("assistant", 8)).toBe(false);
    expect(await session.lacks("campaign", 8)).toBe(true);
  });

  test("is false for an id that this run created, and for a kind that is looked up by name", async () => {
    const tools = listed(tool);
    const { session, lookedUp } = opened({ MidCallTool: tools });
    session.ledger.object("MidCallTool", 8).origin = "created";
    expect(await session.lacks("tool", 8)).toBe(false);
    expect(await session.lacks("voice", 8)).toBe(false);
    expect(lookedUp).toEqual([]);
    expect(tools.read).toBe(0);
  });

  test.each([
    ["the object", async () => ({ id: 8, name: "new" }), false],
    ["another object", async () => ({ id: 9, name: "new" }), true],
    ["a deleted object", async () => ({ id: 8, deleted_at: "2026-01-01" }), true],
    ["not found", () => Promise.reject(new VoicecallError("not-found", "no")), true],
    ["an error", () => Promise.reject(new VoicecallError("network", "no")), false],
  ])("if one object can be read: %s", async (_, find, lacks) => {
    const { session } = opened({ MidCallTool: { ...listed(tool), find } });
    expect(await session.lacks("tool", 8)).toBe(lacks);
  });

  test("a listing that cannot be read proves nothing, and a bug in this package is thrown", async () => {
    const failing = (error: Error): Loader => ({ ...listed(), list: () => Promise.reject(error) });
    const unread = opened({ MidCallTool: failing(new VoicecallError("network", "no")) });
    expect(await unread.session.lacks("tool", 8)).toBe(false);
    const broken = opened({ MidCallTool: failing(new TypeError("broken")) });
    await expect(broken.session.lacks("tool", 8)).rejects.toThrow("broken");
  });
});

describe("the records of a kind", () => {
  test("are read again by the clock of the session", async () => {
    const leads = listed({ id: 1 }, { id: 2 });
    const { session, clock } = opened({ Lead: leads });
    const records = session.records.Lead;
    await records.read("known", 10);
    clock.advance(10);
    await records.read("known", 10);
    expect(leads.read).toBe(1);
    clock.advance(1);
    await records.read("known", 10);
    expect(leads.read).toBe(2);
  });
});

describe("the owner of the token", () => {
  const showing = (...rows: ServiceRecord[]) => Object.assign(listed(...rows), { showsOwner: true } as const);

  test("is the first owner in a record, and no further records are read", async () => {
    const leads = showing({ id: 3, user_id: 6 });
    const tools = listed({ id: 4, user_id: 7 });
    const assistants = showing({ id: 1, user_id: "?" }, { id: 2, user_id: 5 });
    const { session } = opened({ MidCallTool: tools, Assistant: assistants, Lead: leads });
    expect(session.userId).toBeUndefined();
    expect(await session.learnUserId()).toBe(5);
    expect([tools.read, leads.read]).toEqual([0, 0]);
    await session.records.Lead.read("current");
    expect(session.userId).toBe(5);
  });

  test("is not taken from the `user_id` of a kind whose records may show another user", async () => {
    const { session } = opened({ MidCallTool: listed({ id: 4, user_id: 7 }) });
    await session.records.MidCallTool.read("current");
    expect(session.userId).toBeUndefined();
  });

  test("is unknown if no record has it", async () => {
    const { session } = opened({ Assistant: showing({ id: 1 }) });
    expect(await session.learnUserId()).toBeUndefined();
  });
});

describe("voices, models and the form", () => {
  const earlier = [{ id: 1, name: "Sarah", mode: "pipeline" }];
  const later = [{ id: 1, name: "Sarah", gender: "female" }];
  const coded = [{ id: 1, name: "GPT", code: "gpt" }];

  test("each listing is read once for each engine mode and model type", async () => {
    const { session, lookedUp } = opened();
    for (let times = 0; times < 2; times += 1) {
      await session.choices.voices();
      await session.choices.voices();
      await session.choices.voices("pipeline");
      await session.choices.voices("multimodal");
      await session.choices.models();
      await session.choices.models("llm");
      await session.choices.models("multimodal");
      await session.choices.phoneNumbers();
    }
    expect(lookedUp).toEqual([
      "listVoices",
      "listVoices pipeline",
      "listVoices multimodal",
      "listModels",
      "listModels multimodal",
      "listPhoneNumbers",
    ]);
  });

  test.each<[string, Answers, string, string[]]>([
    ["voices with a mode", { listVoices: () => earlier }, "2025", ["listVoices"]],
    ["voices with a gender", { listVoices: () => later }, "2026", ["listVoices"]],
    [
      "models with a code",
      { "listModels multimodal": () => coded },
      "2026",
      ["listVoices", "listModels multimodal"],
    ],
    ["nothing", {}, "2025", ["listVoices", "listModels multimodal"]],
  ])("the form is detected by %s, and only once", async (_, answers, form, reads) => {
    const { session, lookedUp } = opened({}, {}, answers);
    expect(session.choices.knownForm).toBeUndefined();
    expect(await Promise.all([session.choices.form(), session.choices.form()])).toEqual([form, form]);
    expect(session.choices.knownForm).toBe(form);
    expect(await session.choices.form()).toBe(form);
    expect(lookedUp).toEqual(reads);
  });

  test("a form that could not be read is read again", async () => {
    let fails = true;
    const voices = (): unknown => {
      if (fails) throw new VoicecallError("network", "down");
      return later;
    };
    const { session } = opened({}, {}, { listVoices: voices });
    await expect(session.choices.form()).rejects.toThrow("down");
    fails = false;
    expect(await session.choices.form()).toBe("2026");
  });

  test("a form that is set is not read, and later signs of the other one are an error", async () => {
    const { session, lookedUp } = opened({}, { apiForm: "2025" }, { listVoices: () => later });
    expect(session.choices.knownForm).toBe("2025");
    expect(await session.choices.form()).toBe("2025");
    expect(lookedUp).toEqual([]);
    await session.choices.voices();
    expect(() => session.choices.assertOneForm()).toThrow("voicecall:apiForm is 2025");
    await expect(session.choices.form()).rejects.toThrow("voicecall:apiForm is 2025");
  });

  test("a form that was found, and later signs of the other one, are an error", async () => {
    const answers = { listVoices: () => earlier, "listModels multimodal": () => coded };
    const { session } = opened({}, {}, answers);
    expect(await session.choices.form()).toBe("2025");
    await session.choices.models("multimodal");
    await expect(session.choices.form()).rejects.toThrow("contradict each other");
  });
});

test("a line is printed once, with the resource that it is about", () => {
  const { session, printed } = opened();
  const about = { kind: "Lead", id: "1" };
  session.say("one", about);
  session.say("two");
  session.say("one", about);
  expect(printed).toEqual([
    ["one", about],
    ["two", undefined],
  ]);
});

test("messages go to the command that reads them", () => {
  const messages: Message[] = [];
  const { session: silent, clock } = opened();
  expect(silent.report).toBeUndefined();
  const output = { print: () => undefined, report: (message: Message) => void messages.push(message) };
  const session = new Session(silent.client, new EngineCalls(clock), {}, output);
  session.report?.({ kind: "Lead", id: "1", text: "text" });
  expect(messages).toEqual([{ kind: "Lead", id: "1", text: "text" }]);
});

test("without a token, the error of an operation says where a token is expected", () => {
  const { session } = opened();
  expect(session.offline).toBe(false);
  session.requireToken("create it");
  const settings = parseSettings((key) => (key === "baseUrl" ? "https://example.com" : undefined), {});
  const output = { print: () => undefined };
  const offline = new Session({ ...session.client, settings }, session.engineCalls, {}, output);
  expect(offline.offline).toBe(true);
  expect(() => offline.requireToken("create it")).toThrow(
    expect.objectContaining({
      code: "config",
      message: `create it: there is no access token; ${settings.tokenSource}.`,
    }),
  );
});

test("an object that was deleted is not kept by a resource that keeps it", () => {
  const { ledger } = opened().session;
  const object = Object.assign(ledger.object("Lead", 1), { owner: "1:ada", fate: "deleted" });
  ledger.keep("Lead", 1);
  expect(object.fate).toBe("deleted");
});
