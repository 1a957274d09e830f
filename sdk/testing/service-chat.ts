/** The service's own test chat (2026 form of the API). */
import type { ConversationKey, Model } from "./model.js";
import { proxied } from "./proxied.js";

/** Options of {@link serviceChat}. */
export interface ServiceChatOptions {
  /** The `uuid` of the assistant, which is an output of the resource. */
  assistant: string;
  /** Default: `VOICECALL_BASE_URL`. */
  baseUrl?: string | undefined;
}

interface Answer {
  error?: unknown;
  message?: unknown;
  conversation_id?: string;
  history?: { content?: string | null }[] | null;
  function_calls?: { name: string; arguments: unknown; result: unknown }[] | null;
}

/**
 * Talks with an assistant as the service has it now, in conversations of the type `test`, which are free. It is not the
 * assistant of the program until that is applied. **Tools really run**: a tool that books, books. Needs no access token.
 */
export function serviceChat({
  assistant,
  baseUrl = process.env["VOICECALL_BASE_URL"],
}: ServiceChatOptions): Model {
  const ids = new WeakMap<ConversationKey, string>();
  const send = async (path: string, body: object): Promise<Answer> => {
    if (!baseUrl)
      throw new Error("serviceChat() needs the service's base URL. Set baseUrl or VOICECALL_BASE_URL.");
    const request = await proxied();
    const response = await request(`${baseUrl.replace(/\/+$/, "")}/conversations${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
      // A redirect would send what is said to another place.
      redirect: "error",
      signal: AbortSignal.timeout(60_000),
    }).catch((error: unknown) => {
      const { cause = error } = error as Error;
      const why = (cause as Error).message;
      throw new Error(`The test chat of the service failed: ${why}. Check baseUrl or VOICECALL_BASE_URL.`);
    });
    const answer = ((await response.json().catch(() => null)) ?? {}) as Answer;
    if (response.ok) return answer;
    const why = typeof answer.error === "string" ? `: ${answer.error.slice(0, 200)}` : "";
    throw new Error(
      `The service rejected the test chat with status ${response.status}${why}. Check the assistant's uuid, and that the service has the 2026 form of the API.`,
    );
  };
  return {
    async open(conversation, variables) {
      const opened = await send("", { assistant_id: assistant, type: "test", variables });
      if (typeof opened.conversation_id !== "string")
        throw new Error("The service opened no test chat. Check that it has the 2026 form of the API.");
      ids.set(conversation, opened.conversation_id);
      return (opened.history ?? []).flatMap(({ content }) => content ?? []);
    },
    async reply({ conversation, purpose, said }) {
      const id = ids.get(conversation);
      if (purpose === "judge" || id === undefined)
        throw new Error(
          "The service's test chat cannot judge. Set `judge` to a model in the options of conversation().",
        );
      const message = said.map(({ content }) => content).join("\n");
      const { message: text, function_calls: calls } = await send(`/${id}/messages`, { message });
      return { text: typeof text === "string" ? text : "", toolCalls: [], ran: calls ?? [] };
    },
  };
}
