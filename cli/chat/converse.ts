/** A conversation at the terminal, or with lines from a pipe. */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import type { Model } from "../../sdk/testing/model.js";
import { openAI } from "../../sdk/testing/openai.js";
import { serviceChat } from "../../sdk/testing/service-chat.js";
import type { RenderedAssistant } from "../../sdk/testing/render.js";
import { Conversation, type ToolAnswer } from "../../sdk/testing/talk.js";
import { jsonOrText } from "../../sdk/testing/tool-arguments.js";
import { sessionOf } from "../base/account.js";
import { isObject } from "../../provider/facade.js";
import { asText } from "../../sdk/testing/events.js";
import { UsageError, reasonOf } from "../base/exit.js";
import { print, warn } from "../base/output.js";
import { findAssistant } from "../call/assistant.js";
import type { StackOptions } from "../base/pulumi.js";
import type { TrustOptions } from "../base/trust.js";

export interface Given extends StackOptions, TrustOptions {
  var: Record<string, string>;
  json?: true;
}

export interface Chatting extends Given {
  model?: string;
  modelUrl?: string;
  temperature?: number | "none";
  answers?: string;
  service?: true;
}

export async function converse(assistant: RenderedAssistant, given: Chatting): Promise<Conversation> {
  const answers = given.answers === undefined ? {} : answersIn(given.answers);
  const model = given.service ? await ofService(assistant.name, given) : ofEndpoint(given);
  const lines = new Lines();
  const ask = (tool: string) => async (args: object) => {
    const answer = await lines.next(`${tool}(${JSON.stringify(args)}) answers: `);
    if (answer === undefined) throw new Error("the tool gave no answer");
    return jsonOrText(answer);
  };
  try {
    const talk = await Conversation.opened(assistant, { model, variables: given.var, answers, ask });
    let shown = show(talk, 0, given);
    while (talk.ended === undefined) {
      const said = await lines.next("you: ");
      if (said === undefined) break;
      await (said.trim() === "" ? talk.silence() : talk.caller(said));
      shown = show(talk, shown, given);
    }
    return talk;
  } finally {
    lines.close();
  }
}

/** Prints what is new. With --json, it goes to stderr, since stdout has only the document. */
function show(talk: Conversation, from: number, { json }: Chatting): number {
  const events = talk.events.slice(from).filter(({ type }) => type !== "caller");
  const lines = asText(events);
  if (lines !== "") (json ? warn : print)(lines);
  return talk.events.length;
}

const ofEndpoint = ({ model, modelUrl: baseUrl, temperature }: Chatting): Model =>
  openAI({ model: model!, baseUrl, temperature: temperature === "none" ? null : temperature });

async function ofService(name: string, given: Chatting): Promise<Model> {
  const session = await sessionOf(given);
  session.requireToken("look up the assistant");
  const row = findAssistant(
    name,
    (await session.records("Assistant").read("current")).shown,
    "No test chat was opened",
  );
  return serviceChat({ assistant: String(row["uuid"]), baseUrl: session.settings.baseUrl });
}

function answersIn(file: string): Record<string, ToolAnswer> {
  let answers: unknown;
  try {
    answers = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(`--answers: ${file} cannot be read as JSON: ${reasonOf(error)}.`);
  }
  if (isObject(answers)) return answers as Record<string, ToolAnswer>;
  throw new UsageError(`--answers: ${file} is no object. Write {"name of a tool": its answer}.`);
}

/** Lines of standard input. Lines of a pipe may arrive before they are asked for. */
class Lines {
  readonly #interface = createInterface({ input: process.stdin });
  readonly #lines = this.#interface[Symbol.asyncIterator]();

  async next(prompt: string): Promise<string | undefined> {
    if (process.stdin.isTTY) process.stderr.write(prompt);
    const next = await this.#lines.next();
    return next.done === true ? undefined : next.value;
  }

  close(): void {
    this.#interface.close();
  }
}
