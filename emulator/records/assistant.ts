/** The records of an assistant (spec 2.3): a whole record per API form, the reduced one, and the summary. */
import type { EmulatorState } from "../base/lists.js";
import type { Service } from "../base/service.js";
import type { StoredTool } from "../base/state.js";
import { shownFields, type AssistantTool, type StoredAssistant } from "../base/stored-assistant.js";
import { toolRecords } from "./tool.js";

/**
 * In form 2025, the model of a multimodal assistant may have an id that no lookup lists (docs/assumptions.md:
 * multimodal). The offset keeps these ids apart from those that the lookup of form 2025 lists.
 */
const multimodalModelOffset = 1000;

export function assistantRecord2026(assistant: StoredAssistant, service: Service): object {
  const { secondary_language_ids, turn_detection_threshold } = assistant;
  return {
    ...assistantRecord2025(assistant, service),
    ...modelIds2026(assistant, service),
    language: null,
    tools: tools2026(assistant, service),
    ...(service.settings.toolIds ? { tool_ids: assistant.tool_ids } : {}),
    ...(service.settings.allRecordKeys
      ? {
          turn_detection_threshold:
            turn_detection_threshold === null ? null : padded(turn_detection_threshold),
          secondary_language_ids: secondary_language_ids.length > 0 ? secondary_language_ids : null,
          compliance_blocked_at: null,
        }
      : {}),
  };
}

/** Also what both forms share. */
export function assistantRecord2025(assistant: StoredAssistant, service: Service): object {
  const { compliance_blocked_at } = assistant;
  // The columns of a service in PHP keep two places.
  const decimal = (value: number): string =>
    service.settings.dialect === "php" ? value.toFixed(2) : padded(value);
  const sensitivity = (value: number): string | number =>
    service.settings.textDecimals ? decimal(value) : value;
  return {
    ...shownFields(assistant, service.settings),
    user_id: assistant.owner,
    ...modelIds(assistant, service),
    language: service.state.languages.find((language) => language.id === assistant.language_id)?.name ?? null,
    // No document names this key.
    ...(compliance_blocked_at !== null && { compliance_blocked_at }),
    fillers: flag(assistant.fillers),
    end_call_on_voicemail: flag(assistant.end_call_on_voicemail),
    post_call_schema: postCallSchema(assistant, service),
    tools: attachedTools(assistant, service),
    llm_temperature: decimal(assistant.llm_temperature),
    voice_stability: decimal(assistant.voice_stability),
    voice_similarity: decimal(assistant.voice_similarity),
    speech_speed: decimal(assistant.speech_speed),
    ambient_sound_volume: decimal(assistant.ambient_sound_volume),
    endpoint_sensitivity: sensitivity(assistant.endpoint_sensitivity),
    interrupt_sensitivity: sensitivity(assistant.interrupt_sensitivity),
  };
}

/** The reduced record in the listing of outbound assistants. */
export function reducedAssistantRecord(assistant: StoredAssistant): object {
  return {
    id: assistant.id,
    user_id: assistant.owner,
    name: assistant.name,
    type: assistant.type,
    mode: assistant.mode,
    status: assistant.status,
    voice_id: assistant.voice_id,
    language_id: assistant.language_id,
    timezone: assistant.timezone,
    initial_message: assistant.initial_message,
    system_prompt: assistant.system_prompt,
    variables: assistant.variables,
    webhook_url: assistant.webhook_url,
    is_webhook_active: assistant.is_webhook_active,
    created_at: assistant.created_at,
    updated_at: assistant.updated_at,
  };
}

/** The summary that create and update return. */
export function assistantSummary(assistant: StoredAssistant): object {
  const { id, name, status, type, mode } = assistant;
  return { id, name, status, type, mode };
}

function modelIds(assistant: StoredAssistant, { settings }: Service): object {
  const { llm_model_id, multimodal_model_id } = assistant;
  if (assistant.mode !== "multimodal" || settings.multimodalModel === "llm" || llm_model_id === null) {
    return { llm_model_id, multimodal_model_id };
  }
  return {
    llm_model_id: null,
    multimodal_model_id: multimodal_model_id ?? llm_model_id + multimodalModelOffset,
  };
}

function modelIds2026(assistant: StoredAssistant, { state }: Service): object {
  const { mode, llm_model_id, multimodal_model_id } = assistant;
  if (mode === "pipeline") return { llm_model_id, multimodal_model_id };
  if (multimodal_model_id !== null || llm_model_id === null)
    return { llm_model_id: null, multimodal_model_id };
  // The model was set in form 2025, where all modes share one list of models.
  const name = state.models.find((row) => row.id === llm_model_id)?.name;
  const model = state.models.find((row) => row.type === mode && row.name === name);
  return { llm_model_id: null, multimodal_model_id: model?.id ?? llm_model_id + multimodalModelOffset };
}

function attachedTools(assistant: StoredAssistant, { state, settings }: Service): unknown[] {
  const attached = settings.toolItems === "built-in" ? [] : attachedTo(assistant, state);
  if (settings.toolItems === "ids") return [...state.builtInTools, ...attached].map((tool) => tool.id);
  return [...state.builtInTools, ...attached.map(toolRecords[settings.form])];
}

function tools2026(assistant: StoredAssistant, { state, settings }: Service): unknown[] {
  const { description } = assistant.end_call_tool;
  const builtIn: AssistantTool[] = [
    ...state.builtInTools.map(({ name, description }) => ({ type: name, data: { description } })),
    // Requests of form 2025 set `end_call_tool`. Form 2026 shows its description as a built-in tool.
    ...(description === null ? [] : [{ type: "end_call", data: { description } }]),
    ...assistant.tools,
  ];
  if (settings.toolItems === "built-in") return builtIn;
  const attached = attachedTo(assistant, state);
  return [
    ...builtIn,
    ...(settings.toolItems === "ids" ? assistant.tool_ids : attached.map(toolRecords[settings.form])),
  ];
}

function attachedTo(assistant: StoredAssistant, state: EmulatorState): StoredTool[] {
  return state.tools.filter((tool) => assistant.tool_ids.includes(tool.id));
}

/** Entries that the service adds, unless the assistant has one with the same name. */
export const addedEntries: StoredAssistant["post_call_schema"] = [
  { name: "status", type: "bool", description: "Whether the call reached its goal." },
  { name: "summary", type: "string", description: "A summary of the call." },
];

function postCallSchema({ post_call_schema }: StoredAssistant, { settings }: Service): object[] {
  if (!settings.postCallDefaults) return post_call_schema;
  const ownNames = post_call_schema.map(({ name }) => name);
  return [...addedEntries.filter(({ name }) => !ownNames.includes(name)), ...post_call_schema];
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}

/** A decimal as text, with all digits and at least two places ("0.70"). Very small values use an exponent. */
function padded(value: number): string {
  const text = String(value);
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text;
  const [whole = "0", places = ""] = text.split(".");
  return `${whole}.${places.padEnd(2, "0")}`;
}
