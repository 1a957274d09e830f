/** The service's own test chat (2026 form of the API). */
import { z } from "zod";
import { isObject } from "../../provider/base/wording.js";
import { createPoster } from "../../provider/http/post.js";
import type { ConversationKey, Model } from "./model.js";
import { jsonOrText } from "./tool-arguments.js";

/** Options of {@link serviceChat}. */
export interface ServiceChatOptions {
  /** The `uuid` of the assistant, which is an output of the resource. */
  assistant: string;
  /** Default: `VOICECALL_BASE_URL`. */
  baseUrl?: string | undefined;
}

const openedSchema = z.object({
  conversation_id: z.string().min(1),
  history: z.array(z.object({ content: z.string().nullish() })).nullish(),
});
const repliedSchema = z.object({
  message: z.string().nullish(),
  function_calls: z
    .array(z.object({ name: z.string(), arguments: z.unknown(), result: z.unknown() }))
    .nullish(),
});

/**
 * Talks with an assistant as the service has it now, in conversations of the type `test`, which are free. It is not the
 * assistant of the program until that is applied. **Tools really run**: a tool that books, books. Needs no access token.
 */
export function serviceChat({
  assistant,
  baseUrl = process.env["VOICECALL_BASE_URL"],
}: ServiceChatOptions): Model {
  const ids = new WeakMap<ConversationKey, string>();
  const post = createPoster(60_000, 0);
  const send = async <T>(path: string, sent: object, schema: z.ZodType<T>): Promise<T> => {
    if (!baseUrl)
      throw new Error("serviceChat() needs the service's base URL. Set baseUrl or VOICECALL_BASE_URL.");
    const failed = (why: string, remedy = "Check baseUrl or VOICECALL_BASE_URL") =>
      new Error(`The test chat of the service failed: ${why}. ${remedy}.`);
    const url = `${baseUrl.replace(/\/+$/, "")}/conversations${path}`;
    const { status, body } = await post({ url, body: sent, failed });
    if (status >= 300 && status < 400) throw failed("unexpected redirect");
    const ok = status >= 200 && status < 300;
    const answer = jsonOrText(body);
    const { data } = schema.safeParse(answer);
    const { status: done, error, message } = isObject(answer) ? answer : {};
    if (ok && done !== false && data) return data;
    const what = ok && done !== false ? "answered unlike a test chat," : "rejected the test chat";
    const why = [error, message].find((one) => typeof one === "string");
    const remedy =
      status === 429 || status >= 500
        ? "Try again later."
        : "Check the assistant's uuid, and that the service has the 2026 form of the API.";
    throw new Error(
      `The service ${what} with status ${status}${why === undefined ? "" : `: ${why.slice(0, 200)}`}. ${remedy}`,
    );
  };
  return {
    async open(conversation, variables) {
      const start = { assistant_id: assistant, type: "test", variables };
      const opened = await send("", start, openedSchema);
      ids.set(conversation, encodeURIComponent(opened.conversation_id));
      return (opened.history ?? []).flatMap(({ content }) => content ?? []);
    },
    async reply({ conversation, purpose, said }) {
      const id = ids.get(conversation);
      if (purpose === "judge" || id === undefined)
        throw new Error(
          "The service's test chat cannot judge. Set `judge` to a model in the options of conversation().",
        );
      const message = said.map(({ content }) => content).join("\n");
      const replied = await send(`/${id}/messages`, { message }, repliedSchema);
      return { text: (replied.message ?? "").trim(), toolCalls: [], ran: replied.function_calls ?? [] };
    },
  };
}
