/** The model that replies in conversations. Uses the script's first row whose pattern matches the message. */
import type { EmulatorState } from "../base/lists.js";
import type { StoredConversation, StoredReply } from "../base/state.js";
import type { StoredAssistant } from "../base/stored-assistant.js";

/** Adds a message and its reply to a conversation. If no row matches, the reply repeats the message. */
export function replyTo(
  conversation: StoredConversation,
  assistant: StoredAssistant,
  message: string,
  state: EmulatorState,
): { reply: string; calls: StoredReply["function_calls"] } {
  const row = state.replies.find(
    ({ pattern, assistant_id = assistant.id }) =>
      assistant_id === assistant.id && new RegExp(pattern, "i").test(message),
  );
  const names = toolNames(assistant, state);
  const calls = row?.function_calls.filter(({ name }) => names.includes(name)) ?? [];
  const reply = filled(row?.reply ?? `You said: ${message}`, conversation.variables);
  conversation.history.push(
    { role: "user", content: message },
    { role: "assistant", content: reply, ...(calls.length > 0 ? { function_calls: calls } : {}) },
  );
  return { reply, calls };
}

/** The text with values in place of variables. Unknown variables stay as they are. */
export function filled(text: string, variables: Record<string, unknown>): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (place, name: string) =>
    Object.hasOwn(variables, name) ? String(variables[name]) : place,
  );
}

function toolNames(assistant: StoredAssistant, { tools }: EmulatorState): string[] {
  return [
    ...tools.filter(({ id }) => assistant.tool_ids.includes(id)).map(({ name }) => name),
    ...assistant.tools.map(({ type }) => type),
    ...(assistant.end_call_tool.description === null ? [] : ["end_call"]),
  ];
}
