/** A model behind an OpenAI-compatible endpoint. */
import { setTimeout as delay } from "node:timers/promises";
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
  /** How often a request that was not answered is repeated. Default: 2. */
  retries?: number | undefined;
}

/** A failure that a repetition may mend. `wait` is in milliseconds. */
class Passing extends Error {
  constructor(
    message: string,
    readonly wait?: number,
  ) {
    super(message);
  }
}

const longestWait = 30_000;

/**
 * Any endpoint that speaks OpenAI's chat completions: OpenAI, Azure, Ollama, vLLM, LiteLLM. Prompts and what is said go
 * to that endpoint. Nothing is sent before the first reply. Rate limits, time-outs and cut responses are repeated.
 * @throws Error from the conversation if the endpoint rejects a request, or does not answer with a completion
 */
export function openAI(options: OpenAIOptions): Model {
  const { timeout = 60_000, retries = 2 } = options;
  return {
    async reply(request) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(request, options, timeout);
        } catch (error) {
          if (!(error instanceof Passing)) throw error;
          if (attempt > retries)
            throw new Error(`${error.message} It was sent ${attempt} times. Try again later.`, {
              cause: error,
            });
          await delay(Math.min(error.wait ?? 500 * 2 ** attempt, longestWait));
        }
      }
    },
  };
}

async function once(request: ModelRequest, options: OpenAIOptions, timeout: number): Promise<ModelReply> {
  const base = options.baseUrl ?? process.env["OPENAI_BASE_URL"] ?? "https://api.openai.com/v1";
  const key = options.apiKey ?? process.env["OPENAI_API_KEY"];
  const url = `${base.replace(/\/+$/, "")}/chat/completions`;
  const what = `The model ${options.model} at ${new URL(url).host}`;
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...(key && { Authorization: `Bearer ${key}` }) },
      body: JSON.stringify(asBody(request, options)),
      signal: AbortSignal.timeout(timeout),
    });
    text = await response.text();
  } catch (error) {
    const { name, cause } = error as { name: string; cause?: { code?: string } };
    if (name === "TimeoutError") throw new Passing(`${what} did not answer within ${timeout} ms.`);
    throw new Passing(`${what} cannot be reached, or cut its response (${cause?.code ?? name}).`);
  }
  const { status, headers } = response;
  const said = () => `: ${(key ? text.replaceAll(key, "…") : text).slice(0, 300)}`;
  if (status === 429 || status >= 500) {
    const after = Number(headers.get("retry-after") ?? Number.NaN);
    throw new Passing(
      `${what} answered with status ${status}.`,
      Number.isNaN(after) ? undefined : after * 1000,
    );
  }
  if (status >= 400)
    throw new Error(
      `${what} rejected the request with status ${status}${said()}\nCheck baseUrl, model and apiKey.`,
    );
  const reply = asReply(text);
  if (reply) return reply;
  throw new Error(
    `${what} did not answer with a chat completion${said()}\nCheck that baseUrl is an OpenAI-compatible endpoint.`,
  );
}

function asBody({ messages, tools, temperature }: ModelRequest, options: OpenAIOptions): object {
  const chosen = options.temperature === undefined ? temperature : options.temperature;
  return {
    model: options.model,
    messages: messages.map(asMessage),
    ...(chosen !== null && { temperature: chosen }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: "function",
        function: { name, description, parameters },
      })),
    }),
  };
}

function asMessage(message: Message): object {
  if (message.role === "tool")
    return { role: "tool", content: message.content, tool_call_id: message.toolCallId };
  if (message.role !== "assistant" || !message.toolCalls?.length)
    return { role: message.role, content: message.content };
  const calls = message.toolCalls.map(({ id, name, arguments: given }) => ({
    id,
    type: "function",
    function: { name, arguments: given },
  }));
  return { role: "assistant", content: message.content || null, tool_calls: calls };
}

interface Completion {
  choices?: {
    message?: {
      content?: unknown;
      tool_calls?: { id?: string; function?: { name?: string; arguments?: unknown } }[];
    };
  }[];
}

/** Undefined if the text is not a chat completion. */
function asReply(text: string): ModelReply | undefined {
  let message;
  try {
    message = (JSON.parse(text) as Completion | null)?.choices?.[0]?.message;
  } catch {
    return undefined;
  }
  if (typeof message !== "object" || message === null) return undefined;
  const { content, tool_calls: calls } = message;
  return {
    text: typeof content === "string" ? content.trim() : "",
    toolCalls: (Array.isArray(calls) ? calls : []).map(({ id, function: called }, index) => ({
      id: id ?? `call-${index + 1}`,
      name: called?.name ?? "",
      arguments:
        typeof called?.arguments === "string" ? called.arguments : JSON.stringify(called?.arguments ?? {}),
    })),
  };
}
