/** Maps request names to record names (spec 2.3). */
import type { AssistantBody } from "../rules/assistant.js";
import type { EmulatorState } from "../lists.js";
import type { StoredAssistant } from "../stored-assistant.js";

const renamed: Partial<Record<keyof AssistantBody, keyof StoredAssistant>> = {
  assistant_name: "name",
  engine_type: "mode",
  re_engagement_interval: "reengagement_interval",
  max_call_duration: "max_duration",
  noise_cancellation: "enable_noise_cancellation",
  record_call: "record",
  filler_audios: "fillers",
};

/** The changes of a checked body to the stored assistant. Fields that the body lacks are not in the result. */
export function changesFrom(body: Partial<AssistantBody>, state: EmulatorState): Partial<StoredAssistant> {
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
    changes.llm_model_id = state.models.find((row) => row.name === llm_model)?.id ?? null;
    changes.multimodal_model_id = null;
  }
  if (who_speaks_first !== undefined) changes.wait_for_customer = who_speaks_first === "Customer";
  if (tool_ids !== undefined) changes.tool_ids = [...new Set(tool_ids)];
  if (end_call_tool?.description !== undefined)
    changes.end_call_tool = { description: end_call_tool.description };
  return changes;
}
