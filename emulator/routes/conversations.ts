/** Text conversations (form 2026): the test chat, the widget chat, generate-reply, and the listing. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { HttpError } from "../base/http-error.js";
import { requestedPage } from "../base/page-lies.js";
import { createdBetween } from "../base/pages.js";
import { own } from "../base/records.js";
import { id, pairs, text, validated } from "../rules/field.js";
import { filled, replyTo } from "./scripted-model.js";
import { isoNow, type Route, type Service } from "../base/service.js";
import type { StoredConversation, StoredUser } from "../base/state.js";
import type { StoredAssistant } from "../base/stored-assistant.js";

const start = z.object({
  assistant_id: text(),
  type: z.enum(["test", "widget"]).default("widget"),
  variables: pairs.default({}),
});
const message = z.object({ message: text(2000) });
const generate = z.object({
  assistant_id: id,
  customer_identifier: text(255),
  message: text(),
  variables: pairs.default({}),
});

/** In dollars, for each message from the user. */
const widgetPrice = 0.01;

export function conversationRoutes(service: Service): Route[] {
  const { state, settings } = service;
  const live = (find: (row: StoredAssistant) => boolean): StoredAssistant | undefined =>
    state.assistants.find((row) => row.deleted_at === null && find(row));
  const ownerOf = ({ owner }: { owner: number }): StoredUser | undefined =>
    state.users.find((user) => user.id === owner);

  const opened = (
    assistant: StoredAssistant,
    fields: Pick<StoredConversation, "type" | "customer_identifier" | "variables">,
  ): StoredConversation => {
    const variables = { ...assistant.variables, ...fields.variables };
    const content = filled(assistant.initial_message, variables);
    const conversation: StoredConversation = {
      ...fields,
      id: randomUUID(),
      owner: assistant.owner,
      assistant_id: assistant.id,
      variables,
      history: assistant.wait_for_customer ? [] : [{ role: "assistant", content }],
      total_cost: 0,
      created_at: isoNow(service),
    };
    state.conversations.push(conversation);
    return conversation;
  };

  const pay = (conversation: StoredConversation): void => {
    const user = ownerOf(conversation);
    if (conversation.type !== "widget" || !user) return;
    if (user.balance < widgetPrice) throw failed(400, "Insufficient balance");
    user.balance = dollars(user.balance - widgetPrice);
    conversation.total_cost = dollars(conversation.total_cost + widgetPrice);
  };

  const found = (key: string): { conversation: StoredConversation; assistant: StoredAssistant } => {
    const conversation = state.conversations.find((row) => row.id === key);
    const assistant = live((row) => row.id === conversation?.assistant_id);
    if (!conversation || !assistant) throw failed(404, "Conversation not found");
    return { conversation, assistant };
  };

  return [
    {
      at: "POST /conversations",
      form: "2026",
      open: ({ body }) => {
        const { assistant_id, type, variables } = validated(start, body, settings, "field");
        const assistant = live((row) => row.uuid === assistant_id);
        if (!assistant) throw failed(404, "Assistant not found");
        if (type === "widget" && (ownerOf(assistant)?.balance ?? 0) < widgetPrice)
          throw failed(400, "Insufficient balance");
        const { id, history } = opened(assistant, { type, variables, customer_identifier: null });
        return { status: true, conversation_id: id, history };
      },
    },
    {
      at: "POST /conversations/{id}/messages",
      form: "2026",
      open: ({ key, body }) => {
        const { conversation, assistant } = found(key);
        const fields = validated(message, body, settings, "field");
        pay(conversation);
        const { reply, calls } = replyTo(conversation, assistant, fields.message, state);
        return { status: true, message: reply, function_calls: calls };
      },
    },
    {
      at: "GET /conversations/{id}",
      form: "2026",
      open: ({ key }) => ({ status: true, history: found(key).conversation.history }),
    },
    {
      at: "POST /user/ai/generate-reply",
      form: "2026",
      handle: ({ user, body, headers }) => {
        const taken = service.limits.take("generateReply", user.token, settings.clock.now());
        // In the mode `windowLimits`, the headers of the limit on all requests stay.
        const limit = { ...taken.headers, ...headers };
        if (taken.rejection) {
          Object.assign(headers, limit);
          throw new HttpError(429, taken.rejection);
        }
        const fields = validated(generate, body, settings, "field");
        const { customer_identifier, variables } = fields;
        const assistant = own(state.assistants, fields.assistant_id, user);
        if (!assistant) throw coded(404, "Assistant not found", "ASSISTANT_NOT_FOUND");
        if (user.balance <= 0) throw coded(402, "Insufficient balance", "INSUFFICIENT_BALANCE");
        const conversation =
          state.conversations.find(
            (row) => row.assistant_id === assistant.id && row.customer_identifier === customer_identifier,
          ) ?? opened(assistant, { type: "api", customer_identifier, variables });
        conversation.variables = { ...conversation.variables, ...variables };
        const { reply, calls } = replyTo(conversation, assistant, fields.message, state);
        Object.assign(headers, limit);
        return {
          success: true,
          conversation_id: conversation.id,
          customer_identifier,
          reply,
          function_calls: calls,
          ai_disabled: false,
        };
      },
    },
    {
      at: "GET /user/conversations",
      form: "2026",
      handle: (call) => {
        const { user, query } = call;
        const is = (name: string, value: unknown): boolean =>
          (query[name] ?? "") === "" || query[name] === String(value);
        const rows = state.conversations
          .filter(
            (row) => row.owner === user.id && is("type", row.type) && is("assistant_id", row.assistant_id),
          )
          .filter(createdBetween(query))
          .map(({ id, assistant_id, type, history, total_cost, created_at }) => {
            const message_count = history.length;
            return { id, assistant_id, type, message_count, total_cost, ai_enabled: true, created_at };
          });
        return requestedPage(call, rows);
      },
    },
  ];
}

/** Removes rounding errors of sums. With them, a balance could be a little too small for its last message. */
function dollars(amount: number): number {
  return Math.round(amount * 1e6) / 1e6;
}

function failed(status: number, error: string): HttpError {
  return new HttpError(status, { status: false, error });
}

function coded(status: number, error: string, error_code: string): HttpError {
  return new HttpError(status, { success: false, error, error_code });
}
