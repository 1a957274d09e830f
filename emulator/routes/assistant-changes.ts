/** How a request changes the stored assistant, for both API forms. */
import type { AssistantBody } from "../rules/assistant.js";
import type { AssistantBody2026 } from "../rules/assistant-2026.js";
import { hasField, modelField, modelType } from "../rules/assistant-modes.js";
import { storedTool } from "../rules/built-in-tool.js";
import type { EmulatorState } from "../base/lists.js";
import type { StoredAssistant } from "../base/stored-assistant.js";

/** The record names of fields that differ from the request only in name (spec 2.3). */
const renamed: Partial<Record<keyof AssistantBody, keyof StoredAssistant>> = {
  assistant_name: "name",
  engine_type: "mode",
  re_engagement_interval: "reengagement_interval",
  max_call_duration: "max_duration",
  noise_cancellation: "enable_noise_cancellation",
  record_call: "record",
  filler_audios: "fillers",
};

export function changes2025(body: Partial<AssistantBody>, state: EmulatorState): Partial<StoredAssistant> {
  const { calls_direction, language, llm_model, who_speaks_first, tool_ids, end_call_tool, ...plain } = body;
  const changes: Partial<StoredAssistant> = {};
  for (const [key, value] of Object.entries(plain)) {
    changes[renamed[key as keyof AssistantBody] ?? key] = value;
  }
  if (calls_direction !== undefined) changes.type = calls_direction === "receive" ? "inbound" : "outbound";
  if (language !== undefined) {
    const found = state.languages.find((row) => row.name === language);
    if (found) changes.language_id = found.id;
  }
  if (llm_model !== undefined) {
    changes.llm_model_id =
      state.models.find((row) => row.type === "llm" && row.name === llm_model)?.id ?? null;
    changes.multimodal_model_id = null;
  }
  if (who_speaks_first !== undefined) changes.wait_for_customer = who_speaks_first === "Customer";
  if (tool_ids !== undefined) changes.tool_ids = [...new Set(tool_ids)];
  if (end_call_tool?.description !== undefined)
    changes.end_call_tool = { description: end_call_tool.description };
  return changes;
}

/** A change of the mode resets the model and the providers to the defaults of the new mode. */
export function changes2026(
  body: Partial<AssistantBody2026>,
  state: EmulatorState,
  stored?: StoredAssistant,
): Partial<StoredAssistant> {
  const { tools, tool_ids, min_interrupt_words, ...plain } = body;
  const mode = body.mode ?? stored?.mode ?? "pipeline";
  const changes: Partial<StoredAssistant> = {};
  if (mode !== stored?.mode) {
    Object.assign(changes, { llm_model_id: null, multimodal_model_id: null });
    Object.assign(changes, { synthesizer_provider_id: null, transcriber_provider_id: null });
    changes[modelField(mode)] = state.models.find((row) => row.type === modelType(mode))?.id ?? null;
  }
  for (const [key, value] of Object.entries(plain)) if (hasField(mode, key)) changes[key] = value;
  if (min_interrupt_words !== undefined) {
    changes.use_min_interrupt_words = min_interrupt_words !== null;
    changes.min_interrupt_words = min_interrupt_words ?? 0;
  }
  if (tool_ids !== undefined) changes.tool_ids = [...new Set(tool_ids)];
  if (tools !== undefined)
    Object.assign(changes, { tools: tools.map(storedTool), end_call_tool: { description: null } });
  return changes;
}
