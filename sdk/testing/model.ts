/** What a conversation asks a language model. */

/** A JSON schema of the arguments of a tool. */
export interface Parameters {
  readonly type: "object";
  readonly properties: Readonly<Record<string, { readonly type: string; readonly description: string }>>;
  readonly required?: readonly string[];
}

/** A tool as a model gets it. */
export interface RenderedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Parameters;
  /** Set for a built-in tool that ends the conversation. */
  readonly ends?: { readonly reason: "assistant" } | { readonly reason: "transfer"; readonly to: string };
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model writes them, which should be a JSON object. */
  readonly arguments: string;
}

export type Message =
  | { readonly role: "system" | "user"; readonly content: string }
  | { readonly role: "assistant"; readonly content: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: "tool"; readonly content: string; readonly toolCallId: string };

export interface ModelRequest {
  /** Identifies the conversation. */
  readonly conversation: ConversationKey;
  /** "call": the model plays the caller. A judge does not continue the conversation. */
  readonly purpose: "talk" | "call" | "judge";
  /** All messages. The first is the system prompt. */
  readonly messages: readonly Message[];
  /** What is new since the last request. */
  readonly said: readonly Message[];
  readonly tools: readonly RenderedTool[];
  /** 0 to 1. */
  readonly temperature: number;
}

export interface ConversationKey {
  /** The name of the test, if it is known. */
  readonly test: string | undefined;
}

export interface ModelReply {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** Tools that the model's side has run already. */
  readonly ran?: readonly { readonly name: string; readonly arguments: unknown; readonly result: unknown }[];
}

/** A language model, or what plays one. */
export interface Model {
  reply(request: ModelRequest): Promise<ModelReply>;
  /** For a model that says the first message itself. Returns what it has said. */
  open?(
    conversation: ConversationKey,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<readonly string[]>;
}

/** A reply in a script: text, a call of a tool, or a function of the request. */
export type ScriptedReply =
  | string
  | { readonly tool: string; readonly arguments?: Readonly<Record<string, unknown>> | string }
  | ((request: ModelRequest) => ScriptedReply);

/**
 * A model that says what it is told, for tests of the tests and of tools.
 * @throws Error from a conversation that needs more replies
 * @example
 * ```ts
 * scripted([{ tool: "get_opening_hours", arguments: { day: "Friday" } }, "We are open from 9 to 5."])
 * ```
 */
export function scripted(replies: readonly ScriptedReply[]): Model {
  let count = 0;
  return {
    reply: (request) => {
      if (count >= replies.length)
        throw new Error(
          `The script has no reply left: it has ${replies.length}, and judge() needs one, too. Add one, or set judge in the options.`,
        );
      let reply = replies[count]!;
      count += 1;
      while (typeof reply === "function") reply = reply(request);
      if (typeof reply === "string") return Promise.resolve({ text: reply, toolCalls: [] });
      const { tool: name, arguments: given = {} } = reply;
      const text = typeof given === "string" ? given : JSON.stringify(given);
      return Promise.resolve({ text: "", toolCalls: [{ id: `call-${count}`, name, arguments: text }] });
    },
  };
}
