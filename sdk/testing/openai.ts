/** A model behind an OpenAI-compatible endpoint. */
import type { OpenAI } from "openai";
import { proxied } from "./proxied.js";
import type { Message, Model, ModelReply, ModelRequest } from "./model.js";

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
  /** Milliseconds for each request. Default: 60,000. */
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
  const { model, baseUrl: baseURL, timeout = 60_000, retries: maxRetries = 2 } = options;
  // In CI, a secret that is not set is empty.
  const apiKey = options.apiKey || process.env["OPENAI_API_KEY"] || "no-key";
  const shown = (text: string): string => text.replaceAll(apiKey, "…").slice(0, 300);
  return {
    async reply(request) {
      const { OpenAI } = await import("openai");
      const given = { apiKey, timeout, maxRetries, ...(baseURL !== undefined && { baseURL }) };
      const client = new OpenAI({ ...given, fetch: await proxied() });
      if (!/^https?:\/\//.test(client.baseURL))
        throw new Error(`${client.baseURL} is no base URL. Begin baseUrl with http:// or https://.`);
      const what = `The model ${model} at ${new URL(client.baseURL).host}`;
      const completion = await client.chat.completions
        .create(body(request, options))
        .catch((error: unknown) => {
          // The error itself is no cause: its text may have the key, and test runners print causes.
          const { message, cause, param } = error as Error & { param?: unknown };
          if (param === "temperature")
            throw new Error(
              `${what} refuses the temperature: ${shown(message)}\nSet temperature to null, in voicecall chat with --temperature none: the model then uses its own.`,
            );
          throw new Error(
            `${what} failed: ${shown(message)}\nCheck baseUrl, model and apiKey, or try again later. Behind a proxy, check HTTPS_PROXY too.`,
            { cause },
          );
        });
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

function body(request: ModelRequest, { model, temperature = request.temperature }: OpenAIOptions) {
  const tools = request.tools.map(({ name, description, parameters }) => ({
    type: "function" as const,
    function: { name, description, parameters: { ...parameters } },
  }));
  return {
    model,
    messages: request.messages.map(asMessage),
    ...(temperature !== null && { temperature }),
    ...(tools.length > 0 && { tools }),
  };
}

function asMessage(message: Message): OpenAI.ChatCompletionMessageParam {
  const { role, content } = message;
  if (role === "tool") return { role, content, tool_call_id: message.toolCallId };
  if (role !== "assistant" || !message.toolCalls?.length) return { role, content };
  const calls = message.toolCalls.map(({ id, name, arguments: given }) => ({
    id,
    type: "function" as const,
    function: { name, arguments: given },
  }));
  return { role, content: content || null, tool_calls: calls };
}

/** Undefined if it is no chat completion, whatever its type says. */
function asReply(completion: Partial<OpenAI.ChatCompletion> | null): ModelReply | undefined {
  const message = completion?.choices?.[0]?.message;
  const text = message && said(message);
  if (!message || text === undefined) return undefined;
  const calls = message.tool_calls ?? [];
  // Some endpoints leave out the type.
  const toolCalls = calls.flatMap((call) => ("function" in call ? [{ id: call.id, ...call.function }] : []));
  return toolCalls.length === calls.length ? { text, toolCalls } : undefined;
}

/** The text of a message, without thoughts, which no caller hears. Undefined if the content is no text. */
function said({ content, refusal }: { content: unknown; refusal?: unknown }): string | undefined {
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
