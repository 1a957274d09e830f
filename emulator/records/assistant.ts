/** The three forms in which the service returns an assistant (spec 2.3). */
import type { Service } from "../service.js";
import { extraKeys, type StoredAssistant } from "../stored-assistant.js";
import { toolRecord } from "./tool.js";

/**
 * Models of multimodal assistants have separate ids without a look-up (api-gaps). The offset keeps them different from
 * the ids of other models.
 */
const multimodalModelOffset = 1000;

export function assistantRecord(assistant: StoredAssistant, service: Service): object {
  const record: Record<string, unknown> = {
    id: assistant.id,
    user_id: assistant.owner,
    instance_id: assistant.instance_id,
    phone_number_id: assistant.phone_number_id,
    engine_id: assistant.engine_id,
    synthesizer_id: assistant.synthesizer_id,
    transcriber_id: assistant.transcriber_id,
    flows_platform_id: assistant.flows_platform_id,
    voice_id: assistant.voice_id,
    language_id: assistant.language_id,
    transcriber_provider_id: assistant.transcriber_provider_id,
    synthesizer_provider_id: assistant.synthesizer_provider_id,
    ...modelIds(assistant, service),
    knowledgebase_id: assistant.knowledgebase_id,
    name: assistant.name,
    initial_message: assistant.initial_message,
    system_prompt: assistant.system_prompt,
    timezone: assistant.timezone,
    uuid: assistant.uuid,
    ambient_sound: assistant.ambient_sound,
    knowledgebase_mode: assistant.knowledgebase_mode,
    language: service.state.languages.find((language) => language.id === assistant.language_id)?.name ?? null,
    webhook_url: assistant.webhook_url,
    inbound_webhook_url: assistant.inbound_webhook_url,
    deleted_at: assistant.deleted_at,
    variables: assistant.variables,
    post_call_evaluation: assistant.post_call_evaluation,
    is_webhook_active: assistant.is_webhook_active,
    record: assistant.record,
    allow_interruptions: assistant.allow_interruptions,
    enable_noise_cancellation: assistant.enable_noise_cancellation,
    wait_for_customer: assistant.wait_for_customer,
    send_webhook_only_on_completed: assistant.send_webhook_only_on_completed,
    include_recording_in_webhook: assistant.include_recording_in_webhook,
    fillers: flag(assistant.fillers),
    end_call_on_voicemail: flag(assistant.end_call_on_voicemail),
    post_call_schema: assistant.post_call_schema,
    tools: attachedTools(assistant, service),
    type: assistant.type,
    status: assistant.status,
    mode: assistant.mode,
    endpoint_type: assistant.endpoint_type,
    max_duration: assistant.max_duration,
    max_silence_duration: assistant.max_silence_duration,
    reengagement_interval: assistant.reengagement_interval,
    min_interrupt_words: assistant.min_interrupt_words,
    llm_temperature: padded(assistant.llm_temperature),
    voice_stability: padded(assistant.voice_stability),
    voice_similarity: padded(assistant.voice_similarity),
    speech_speed: padded(assistant.speech_speed),
    ambient_sound_volume: padded(assistant.ambient_sound_volume),
    endpoint_sensitivity: assistant.endpoint_sensitivity,
    interrupt_sensitivity: assistant.interrupt_sensitivity,
    filler_config: assistant.filler_config,
    widget_settings: assistant.widget_settings,
    created_at: assistant.created_at,
    updated_at: assistant.updated_at,
  };
  for (const key of extraKeys(assistant)) record[key] = assistant[key];
  return record;
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

function attachedTools(assistant: StoredAssistant, { state, settings }: Service): unknown[] {
  const attached = state.tools.filter((tool) => assistant.tool_ids.includes(tool.id));
  if (settings.toolItems === "ids") return [...state.builtInTools, ...attached].map((tool) => tool.id);
  return [...state.builtInTools, ...attached.map(toolRecord)];
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}

/** A decimal as a string with at least two places ("0.70") and all digits. Very small values use an exponent. */
function padded(value: number): string {
  const text = String(value);
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text;
  const [whole = "0", places = ""] = text.split(".");
  return `${whole}.${places.padEnd(2, "0")}`;
}
