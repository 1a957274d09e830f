/** Answers of a model, kept in files. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { ConversationKey, Message, Model, ModelReply, ModelRequest } from "./model.js";
import { commandFor } from "./runner.js";

/** The environment variable that makes recordings anew. */
const RECORD = "VOICECALL_RECORD";

/** The texts are in the program, and may be secret. Without a reply of the assistant, there are none. */
type Recording = Partial<ReturnType<typeof fingerprints>> & {
  readonly test: string;
  readonly exchanges: Exchange[];
};

type Exchange = {
  readonly purpose: ModelRequest["purpose"];
  readonly said: readonly Message[];
  readonly reply: ModelReply;
};

interface Track {
  readonly file: string;
  readonly recording: Recording;
}

/** How many conversations this process has had for a file. A test may have several. */
const counts = new Map<string, number>();

/**
 * Answers from files in a folder, one for each conversation, without the model. `VOICECALL_RECORD=1` asks the model and
 * writes the files. Commit them, so that CI needs no key and no network. They contain what was said and answered, but
 * neither keys nor the prompt.
 *
 * A changed prompt, tool, temperature or turn fails the test, and the error has the command that records anew.
 * @param folder relative to the folder in which the tests run
 */
export function recorded(folder: string, model: Model): Model {
  const isRecording = !["", "0", undefined].includes(process.env[RECORD]);
  const tracks = new WeakMap<ConversationKey, Track>();
  const track = (request: ModelRequest): Track => {
    const known = tracks.get(request.conversation) ?? opened(folder, request, isRecording);
    tracks.set(request.conversation, known);
    return known;
  };
  return {
    async reply(request) {
      const found = track(request);
      if (!isRecording) return replayed(found, request);
      const reply = await model.reply(request);
      // A judge and a caller have prompts of their own.
      if (request.purpose === "talk") Object.assign(found.recording, fingerprints(request));
      found.recording.exchanges.push({ purpose: request.purpose, said: kept(request.said), reply });
      mkdirSync(folder, { recursive: true });
      writeFileSync(found.file, `${JSON.stringify(sorted(found.recording), undefined, 2)}\n`);
      return reply;
    },
    ...(isRecording && model.open && { open: model.open.bind(model) }),
  };
}

function opened(folder: string, request: ModelRequest, isRecording: boolean): Track {
  const { test } = request.conversation;
  if (test === undefined)
    throw new Error(
      "recorded() needs the name of the test. Pass the context of the test to conversation(): test(name, async (t) => … conversation(assistant, { test: t, … })).",
    );
  const slug = slugOf(test);
  const count = (counts.get(slug) ?? 0) + 1;
  counts.set(slug, count);
  const file = path.join(folder, `${slug}${count === 1 ? "" : `.${count}`}.json`);
  const recording = isRecording ? { test, exchanges: [] } : read(file, test);
  return { file, recording };
}

/** A part of a path may have 255 bytes. Without its whole text, a fingerprint tells a name from others. */
function slugOf(test: string): string {
  const words = test.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const slug = words.join("-");
  return slug !== "" && slug.length <= 60 ? slug : `${slug.slice(0, 50) || "test"}-${fingerprint(test)}`;
}

function read(file: string, test: string): Recording {
  if (!existsSync(file))
    throw new Error(`There is no recording ${file} of the test "${test}". ${remedy(test)}`);
  try {
    const recording = JSON.parse(readFileSync(file, "utf8")) as Recording;
    if (recording.exchanges.every(({ said, reply }) => said.length > 0 && Array.isArray(reply.toolCalls)))
      return recording;
  } catch {
    // Such as the marks of a merge.
  }
  throw new Error(`${file} is no recording. ${remedy(test)}`);
}

function replayed({ file, recording }: Track, request: ModelRequest): ModelReply {
  const exchange = recording.exchanges.shift();
  const { test = recording.test } = request.conversation;
  const changed = whatChanged(recording, exchange, request);
  if (changed !== undefined)
    throw new Error(`The recording ${file} no longer fits the test "${test}": ${changed}. ${remedy(test)}`);
  return exchange!.reply;
}

function whatChanged(
  recording: Recording,
  exchange: Exchange | undefined,
  request: ModelRequest,
): string | undefined {
  const { purpose, said } = request;
  const now = fingerprints(request);
  const changed = (Object.keys(now) as (keyof typeof now)[]).find((what) => now[what] !== recording[what]);
  if (purpose === "talk" && changed) return `the ${words[changed]} changed`;
  if (exchange === undefined) return "the conversation is longer now";
  if (same([exchange.purpose, exchange.said], [purpose, kept(said)])) return undefined;
  if (purpose === "judge") return "the criterion of judge() or the transcript has changed";
  if (purpose === "call")
    return "the persona or the goal of the caller, or what the assistant says, has changed";
  if (said[0]?.role === "tool") return "the answer of a tool has changed";
  return "what the caller says has changed, or two tests have this name";
}

/** Instructions are texts of the program, too. A transcript repeats the other exchanges. */
const kept = (said: readonly Message[]): Message[] =>
  said.map((message) =>
    message.role === "system" ? { ...message, content: fingerprint(message.content) } : message,
  );

const words = {
  prompt: "prompt has",
  firstMessage: "first message has",
  tools: "tools have",
  temperature: "temperature has",
} as const;

const remedy = (test: string): string => `Record it: ${RECORD}=1 ${commandFor(test)}`;

const fingerprints = ({ messages, tools, temperature }: ModelRequest) => ({
  prompt: fingerprint(messages[0]?.content),
  firstMessage: fingerprint(messages[1]?.role === "assistant" && messages[1].content),
  tools: fingerprint(tools),
  temperature,
});

const fingerprint = (value: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(sorted(value)))
    .digest("hex")
    .slice(0, 16);

const same = (one: unknown, other: unknown): boolean => fingerprint(one) === fingerprint(other);

/** With the keys of objects in order, so that recordings differ only where something changed. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value ?? null;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(
    entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, item]) => [key, sorted(item)]),
  );
}
