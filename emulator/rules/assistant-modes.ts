/** The rules of form 2026 for references, and those that depend on the assistant's mode. */
import type { FieldErrors } from "../base/http-error.js";
import type { StoredAssistant } from "../base/stored-assistant.js";
import type { AssistantBody2026 } from "./assistant-2026.js";
import { selected, sharedErrors, type Account } from "./assistant-references.js";

export type Mode = StoredAssistant["mode"];

export const modelField = (mode: Mode): "llm_model_id" | "multimodal_model_id" =>
  mode === "pipeline" ? "llm_model_id" : "multimodal_model_id";

export const modelType = (mode: Mode): "llm" | "multimodal" | "dualplex" =>
  mode === "pipeline" ? "llm" : mode;

/** A dualplex assistant has a synthesizer, so it uses pipeline voices. */
export const voiceMode = (mode: Mode): "pipeline" | "multimodal" =>
  mode === "multimodal" ? "multimodal" : "pipeline";

/**
 * The modes that have a field. A field without an entry exists in all modes. In a mode that lacks a field,
 * the service checks the field but does not store it.
 */
const modesOf: Partial<Record<string, Mode[]>> = {
  llm_model_id: ["pipeline"],
  multimodal_model_id: ["multimodal", "dualplex"],
  chat_llm_fallback_id: ["multimodal", "dualplex"],
  turn_detection_threshold: ["multimodal", "dualplex"],
  synthesizer_provider_id: ["pipeline", "dualplex"],
  transcriber_provider_id: ["pipeline"],
  fillers: ["pipeline"],
};

export const hasField = (mode: Mode, field: string): boolean => modesOf[field]?.includes(mode) ?? true;

export function references2026(body: AssistantBody2026, account: Account): FieldErrors {
  return {
    ...Object.assign({}, ...listErrors(body, account)),
    ...modeErrors(body, account),
    ...sharedErrors(body, account),
  } as FieldErrors;
}

function listErrors(body: AssistantBody2026, { user, state, stored }: Account): FieldErrors[] {
  const ownIds = (rows: { id: number; owner: number }[]): number[] =>
    rows.filter(({ owner }) => owner === user.id).map(({ id }) => id);
  const ids = (rows: { id: number }[]): number[] => rows.map(({ id }) => id);
  const languages = ids(state.languages);
  const labels = ownIds(state.labels);
  const others = ownIds(state.assistants.filter((row) => row.deleted_at === null && row.id !== stored?.id));
  const numbers = ownIds(state.phoneNumbers);
  const models = ids(state.models.filter((row) => row.type === "llm"));
  const rows: [field: string, value: number | null | undefined, known: number[]][] = [
    ["language_id", body.language_id, languages],
    ["chat_llm_fallback_id", body.chat_llm_fallback_id, models],
    ["knowledgebase_id", body.knowledgebase_id, ownIds(state.knowledgebases)],
    ["folder_id", body.folder_id, ownIds(state.folders)],
    ["synthesizer_provider_id", body.synthesizer_provider_id, ids(state.synthesizerProviders)],
    ["transcriber_provider_id", body.transcriber_provider_id, ids(state.transcriberProviders)],
    ...items("secondary_language_ids", body.secondary_language_ids, languages),
    ...items("label_ids", body.label_ids, labels),
  ];
  for (const [index, tool] of (body.tools ?? []).entries()) {
    if (tool.type === "assistant_transfer")
      rows.push([`tools.${index}.assistant_id`, tool.assistant_id, others]);
    if (tool.type === "warm_call_transfer")
      rows.push([`tools.${index}.outbound_phone_id`, tool.outbound_phone_id, numbers]);
  }
  return rows
    .filter(([, value, known]) => value !== undefined && value !== null && !known.includes(value))
    .map(([field]) => selected(field));
}

function items(field: string, values: number[] | undefined, known: number[]): [string, number, number[]][] {
  return (values ?? []).map((value, index) => [`${field}.${index}`, value, known]);
}

function modeErrors(body: AssistantBody2026, { state, stored }: Account): FieldErrors {
  const errors: FieldErrors = {};
  const mode = body.mode ?? stored?.mode;
  if (mode === undefined) return errors;
  const field = modelField(mode);
  const model = body[field];
  if (model === undefined && !stored)
    errors[field] = [`The ${field.replaceAll("_", " ")} field is required when mode is ${mode}.`];
  else if (
    model !== undefined &&
    !state.models.some((row) => row.id === model && row.type === modelType(mode))
  )
    Object.assign(errors, selected(field));
  const voiceId = body.voice_id ?? (body.mode === undefined ? undefined : stored?.voice_id);
  const voice = state.voices.find((row) => row.id === voiceId);
  if (voice && voice.mode !== voiceMode(mode))
    errors["voice_id"] = [`The selected voice is not compatible with the ${mode} engine.`];
  if (mode === "pipeline") return errors;
  if (body.knowledgebase_mode === "prompt")
    errors["knowledgebase_mode"] = [`The prompt knowledgebase mode is not available in ${mode} mode.`];
  return errors;
}
