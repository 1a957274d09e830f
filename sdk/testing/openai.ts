/** A model behind an OpenAI-compatible endpoint. */
import { isObject } from "../../provider/base/wording.js";
import { createPoster } from "../../provider/http/post.js";
import type { Message, Model, ModelReply, ModelRequest } from "./model.js";
import { jsonOrText } from "./tool-arguments.js";

/** Options of {@link openAI}. */
export interface OpenAIOptions {
  /** The model's name at the endpoint, such as "gpt-4o-mini". */
  model: string;
  /** Default: `OPENAI_BASE_URL`, or OpenAI's own address. */
  baseUrl?: string | undefined;
  /** Default: `OPENAI_API_KEY`. Not needed for a model on your machine. */
  apiKey?: string | undefined;
  /** Instead of the assistant's temperature. null: not sent, for models that accept none. */
  temperature?: number | null | undefined;
  /** Milliseconds for each request, and for a pause that the endpoint asks for. Default: 60,000. */
  timeout?: number | undefined;
  /** How often a request is repeated after a rate limit, a time-out or a failure of the endpoint. Default: 2. */
  retries?: number | undefined;
}

/**
 * Any endpoint that speaks OpenAI's chat completions: OpenAI, Azure, Ollama, vLLM, LiteLLM. Prompts and what is said go
 * to that endpoint. Nothing is sent before the first reply.
 * @throws Error from the conversation if the endpoint fails, rejects a request, or does not answer with a completion
 */
export function openAI(options: OpenAIOptions): Model {
  const { model, timeout = 60_000, retries = 2 } = options;
  const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_ORG_ID, OPENAI_PROJECT_ID } = process.env;
  const baseUrl = options.baseUrl ?? (OPENAI_BASE_URL?.trim() || "https://api.openai.com/v1");
  // In CI, a secret that is not set is empty.
  const apiKey = options.apiKey || OPENAI_API_KEY?.trim() || "no-key";
  const headers = {
    authorization: `Bearer ${apiKey}`,
    ...(OPENAI_ORG_ID && { "openai-organization": OPENAI_ORG_ID }),
    ...(OPENAI_PROJECT_ID && { "openai-project": OPENAI_PROJECT_ID }),
  };
  const shown = (text: string): string => text.replaceAll(apiKey, "…").slice(0, 300);
  const post = createPoster(timeout, retries);
  return {
    async reply(request) {
      if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl))
        throw new Error(`${baseUrl} is no base URL. Begin baseUrl with http:// or https://.`);
      const what = `The model ${model} at ${new URL(baseUrl).host}`;
      const failed = (why: string, remedy = "Check baseUrl, model and apiKey, or try again later") =>
        new Error(`${what} failed: ${shown(why)}\n${remedy}.`);
      const url = `${baseUrl.replace(/\/+$/, "")}/chat/completions`;
      const { status, body: text } = await post({ url, headers, body: body(request, options), failed });
      const completion = jsonOrText(text) as Completion;
      if (status < 200 || status > 299) {
        const { message, param } = refusalIn(completion);
        if (param === "temperature")
          throw new Error(
            `${what} refuses the temperature: ${shown(message)}\nSet temperature to null, in voicecall chat with --temperature none: the model then uses its own.`,
          );
        throw failed(`${status} ${message}`);
      }
      if (completion?.choices?.[0]?.finish_reason === "length")
        throw new Error(`${what} stopped at its limit of tokens. Raise the limit at the endpoint.`);
      const reply = asReply(completion);
      if (reply) return reply;
      const said = shown(JSON.stringify(completion));
      throw new Error(
        `${what} did not answer with a chat completion: ${said}\nCheck that baseUrl is an OpenAI-compatible endpoint.`,
      );
    },
  };
}

/** What is read of a chat completion. Another endpoint may answer with anything. */
type Completion = {
  choices?: {
    finish_reason?: unknown;
    message?: {
      content?: unknown;
      refusal?: unknown;
      tool_calls?: { id: string; function?: { name: string; arguments: string } }[] | null;
    };
  }[];
} | null;

/** OpenAI's form of an error, and what others send instead. */
function refusalIn(answer: unknown): { message: string; param?: unknown } {
  const error = isObject(answer) ? (answer["error"] ?? answer) : answer;
  const { message, param } = isObject(error) ? error : {};
  if (typeof message === "string") return { message, param };
  return { message: typeof error === "string" ? error : JSON.stringify(error), param };
}

function body(request: ModelRequest, { model, temperature = request.temperature }: OpenAIOptions) {
  const tools = request.tools.map(({ name, description, parameters }) => ({
    type: "function",
    function: { name, description, parameters: { ...parameters } },
  }));
  return {
    model,
    messages: request.messages.map(asMessage),
    ...(temperature !== null && { temperature }),
    ...(tools.length > 0 && { tools }),
  };
}

function asMessage(message: Message): object {
  const { role, content } = message;
  if (role === "tool") return { role, content, tool_call_id: message.toolCallId };
  if (role !== "assistant" || !message.toolCalls?.length) return { role, content };
  const calls = message.toolCalls.map(({ id, name, arguments: given }) => ({
    id,
    type: "function",
    function: { name, arguments: given },
  }));
  return { role, content: content || null, tool_calls: calls };
}

/** Undefined if it is no chat completion, whatever its type says. */
function asReply(completion: Completion): ModelReply | undefined {
  const message = completion?.choices?.[0]?.message;
  const text = message && said(message);
  if (!message || text === undefined) return undefined;
  const calls = message.tool_calls ?? [];
  // Some endpoints leave out the type.
  const toolCalls = calls.flatMap((call) => (call.function ? [{ id: call.id, ...call.function }] : []));
  return toolCalls.length === calls.length ? { text, toolCalls } : undefined;
}

/** The text of a message, without thoughts, which no caller hears. Undefined if the content is no text. */
function said({ content, refusal }: { content?: unknown; refusal?: unknown }): string | undefined {
  const parts: unknown[] = Array.isArray(content) ? content : [{ type: "text", text: content ?? "" }];
  const all = [...parts, { type: "refusal", refusal }] as Record<string, unknown>[];
  const texts = all.map(({ type, text, refusal: no }) =>
    type === "text" ? text : no ? `(refusal) ${no as string}` : type && "",
  );
  if (texts.some((text) => typeof text !== "string")) return undefined;
  // Some prompts open the thoughts for the model.
  const heard = texts.join("").replaceAll(/<think(ing)?>.*?(<\/think(ing)?>|$)/gis, "");
  return heard.replace(/^.*<\/think(ing)?>/is, "").trim();
}
