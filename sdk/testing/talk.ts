/** A conversation with a rendered assistant. `conversation()` and `voicecall chat` use it. */
import { didYouMean } from "../../provider/base/suggest.js";
import { type EndReason, type TranscriptEvent, asText } from "./events.js";
import { type Verdict, judged } from "./judge.js";
import type { ConversationKey, Message, Model, ModelReply, ToolCall } from "./model.js";
import type { RenderedAssistant, Variables } from "./render.js";
import { CallerSide, type SimulatedCaller, type Simulation, mostTurns } from "./simulate.js";
import { assertArguments, jsonOrText } from "./tool-arguments.js";

/** What a tool answers, or a function that answers. If it throws, the model gets the error's message, unless an assertion has failed. */
export type ToolAnswer = ((args: Record<string, unknown>) => unknown) | string | number | object;

export interface TalkOptions {
  model: Model;
  judge?: Model | undefined;
  /** The answers of tools, by name. */
  answers: Readonly<Record<string, ToolAnswer>>;
  /** How other tools answer. Without it, a call of one is a mistake of the test. */
  ask?: ((name: string) => ToolAnswer) | undefined;
  variables?: Variables | undefined;
  maxTurns?: number | undefined;
  test?: string | undefined;
}

/** A model that calls tools again and again gets no further round. */
const mostRounds = 10;

/** A conversation between a caller and an assistant. */
export class Conversation {
  readonly #assistant: RenderedAssistant;
  readonly #options: TalkOptions;
  readonly #key: ConversationKey;
  readonly #messages: Message[];
  readonly #events: TranscriptEvent[] = [];

  /** @internal */
  private constructor(assistant: RenderedAssistant, options: TalkOptions) {
    this.#assistant = assistant;
    this.#options = options;
    this.#key = { test: options.test };
    this.#messages = [{ role: "system", content: assistant.prompt }];
  }

  /** @internal */
  static async opened(assistant: RenderedAssistant, options: TalkOptions): Promise<Conversation> {
    assertAnswers(assistant, options.answers);
    const talk = new Conversation(assistant, options);
    const own = assistant.callerSpeaksFirst ? [] : [assistant.firstMessage];
    const first = await options.model.open?.(talk.#key, options.variables ?? {});
    for (const text of first ?? own) talk.#says(text);
    return talk;
  }

  /** Everything that happened, in order. */
  get events(): readonly TranscriptEvent[] {
    return this.#events;
  }

  /** The tools that the assistant has called, in order. */
  get toolCalls(): { name: string; arguments: unknown }[] {
    return this.#events.flatMap((event) =>
      event.type === "toolCall" ? [{ name: event.name, arguments: event.arguments }] : [],
    );
  }

  /** What the assistant said last. Empty before it has said anything. */
  get lastReply(): string {
    return lastSaid(this.#events);
  }

  /** Why the conversation has ended. Undefined while it goes on. */
  get ended(): EndReason | undefined {
    return this.#events.find((event) => event.type === "end")?.reason;
  }

  /** The conversation as text, a line for each event. */
  get transcript(): string {
    return asText(this.#events);
  }

  /**
   * The caller says something. Resolves with the assistant's reply; empty if it has only called tools.
   * @throws Error if the conversation has ended, if a tool has no answer, or if the model fails
   */
  async caller(text: string): Promise<string> {
    this.#assertOpen();
    const from = this.#events.push({ type: "caller", text });
    await this.#reply([{ role: "user", content: text }]);
    const turns = this.#events.filter(({ type }) => type === "caller").length;
    if (this.ended === undefined && turns >= (this.#options.maxTurns ?? Infinity)) this.#end("maxTurns");
    return lastSaid(this.#events.slice(from));
  }

  /**
   * The caller says nothing. The assistant speaks again after its `reEngagementInterval`, and the call ends after its
   * `maxSilenceDuration`. Resolves with what the assistant said last.
   * @param seconds how long. Default: until the assistant speaks again
   */
  async silence(seconds = this.#assistant.silence.speaksAgain): Promise<string> {
    this.#assertOpen();
    const { speaksAgain, endsCall } = this.#assistant.silence;
    this.#events.push({ type: "silence", seconds });
    if (seconds >= endsCall) this.#end("silence");
    else if (seconds >= speaksAgain)
      await this.#reply([{ role: "system", content: this.#assistant.reEngagementPrompt }]);
    return this.lastReply;
  }

  /**
   * A model plays the caller until the call ends, and another judges whether the caller has reached the goal.
   * @throws Error if the conversation has ended, if a tool has no answer, or if a model fails
   */
  async simulate(caller: SimulatedCaller): Promise<Simulation> {
    this.#assertOpen();
    const { model = this.#options.model, maxTurns = mostTurns, goal } = caller;
    if (model.open)
      throw new Error("serviceChat() plays no caller. Set the caller's model, such as model: openAI({ … }).");
    const side = new CallerSide(caller);
    let from = 0;
    let turns = 0;
    while (this.ended === undefined && turns < maxTurns) {
      const { messages, said } = side.heard(textsIn(this.#events.slice(from)));
      from = this.#events.length;
      const request = { conversation: this.#key, purpose: "call" as const, tools: [], temperature: 0.7 };
      const reply = await this.#explained(() => model.reply({ ...request, messages, said }));
      const { text, hangsUp } = side.says(reply.text);
      turns += 1;
      if (text !== "") await this.caller(text);
      else if (!hangsUp) await this.silence();
      if (hangsUp && this.ended === undefined) this.#end("caller");
    }
    const { pass, reason } = await this.judge(`has helped the caller to reach this goal: ${goal}`);
    return { reached: pass, reason, turns };
  }

  /**
   * Asks the model whether the conversation meets a criterion.
   * @param criterion what the assistant should have done, such as "offers a call back"
   * @throws Error if the model does not answer as asked
   */
  async judge(criterion: string): Promise<Verdict> {
    const { judge = this.#options.model } = this.#options;
    const said = asText(this.#events.filter(({ type }) => type !== "judge"));
    const verdict = await this.#explained(() => judged(judge, this.#key, criterion, said));
    this.#events.push({ type: "judge", criterion, ...verdict });
    return verdict;
  }

  async #reply(said: Message[]): Promise<void> {
    await this.#explained(async () => {
      for (let round = 1; said.length > 0; round += 1) {
        if (round > mostRounds)
          throw new Error(
            `The model called tools ${mostRounds} times without a reply. Check what the tools answer.`,
          );
        this.#messages.push(...said);
        const { tools, temperature } = this.#assistant;
        const request = { conversation: this.#key, purpose: "talk" as const, tools, temperature };
        said = await this.#take(
          await this.#options.model.reply({ ...request, messages: [...this.#messages], said }),
        );
      }
    });
  }

  /** Returns the results of tools, which the model gets next. */
  async #take({ text, toolCalls, ran = [] }: ModelReply): Promise<Message[]> {
    if (text === "" && toolCalls.length === 0 && ran.length === 0)
      throw new Error("The model answered with neither text nor a tool call. Check the model, or try again.");
    for (const { name, arguments: given, result } of ran)
      this.#events.push({ type: "toolCall", name, arguments: given, result });
    if (text !== "") this.#says(text, toolCalls);
    else if (toolCalls.length > 0) this.#messages.push({ role: "assistant", content: "", toolCalls });
    const results: Message[] = [];
    for (const call of toolCalls) {
      if (this.ended !== undefined) return [];
      results.push({ role: "tool", content: await this.#run(call), toolCallId: call.id });
    }
    return this.ended === undefined ? results : [];
  }

  /** Returns what the model gets. */
  async #run({ name, arguments: text }: ToolCall): Promise<string> {
    const tool = this.#assistant.tools.find((one) => one.name === name);
    const args = jsonOrText(text || "{}");
    const event = { type: "toolCall", name, arguments: args } as const;
    const { answers, ask } = this.#options;
    const answer = Object.hasOwn(answers, name) ? answers[name] : ask?.(name);
    if (tool && !tool.ends && answer === undefined)
      throw new Error(
        `The assistant called ${name}, which has no answer. Add it: tools: { ${name}: () => ({ … }) }.`,
      );
    try {
      if (!tool) throw new Error(`there is no tool ${name}`);
      assertArguments(args, tool);
      const { ends } = tool;
      const run = typeof answer === "function" ? (answer as (given: typeof args) => unknown) : () => answer;
      const result = ends ? null : await run(args);
      this.#events.push({ ...event, result });
      if (ends?.reason === "transfer") this.#events.push({ type: "transfer", to: ends.to });
      if (ends) this.#end(ends.reason);
      return typeof result === "string" ? result : JSON.stringify(result ?? null);
    } catch (failure) {
      const error = failure instanceof Error ? failure.message : String(failure);
      this.#events.push({ ...event, error });
      if (isAssertion(failure)) throw failure;
      return JSON.stringify({ error });
    }
  }

  #says(text: string, toolCalls: readonly ToolCall[] = []): void {
    this.#events.push({ type: "assistant", text });
    this.#messages.push({ role: "assistant", content: text, ...(toolCalls.length > 0 && { toolCalls }) });
  }

  #end(reason: EndReason): void {
    this.#events.push({ type: "end", reason });
  }

  #assertOpen(): void {
    if (this.ended !== undefined)
      throw new Error(`The conversation has ended (${this.ended}). Start a new one.\n\n${this.transcript}`);
  }

  /** Adds the transcript to an error. */
  async #explained<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof Error && this.#events.length > 0) error.message += `\n\n${this.transcript}`;
      throw error;
    }
  }
}

const textsIn = (events: readonly TranscriptEvent[]): string[] =>
  events.flatMap((event) => (event.type === "assistant" ? [event.text] : []));

const lastSaid = (events: readonly TranscriptEvent[]): string => textsIn(events).at(-1) ?? "";

/** A failed expectation of the test. Of the runners, only jest gives the error no name. */
const isAssertion = (failure: unknown): boolean =>
  failure instanceof Error && (failure.name === "AssertionError" || "matcherResult" in failure);

/** @throws Error for an answer of a tool that the assistant lacks; it would never be asked for it */
function assertAnswers({ tools }: RenderedAssistant, answers: TalkOptions["answers"]): void {
  const names = tools.map(({ name }) => name);
  const superfluous = Object.keys(answers).find((name) => !names.includes(name));
  if (superfluous === undefined) return;
  const has = names.join(", ") || "none";
  throw new Error(
    `The assistant has no tool ${superfluous}.${didYouMean(superfluous, names) || ` Its tools: ${has}.`}`,
  );
}
