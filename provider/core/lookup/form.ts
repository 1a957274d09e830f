import type { ApiForm } from "../fields/fields.js";
import { VoicecallError } from "../../base/errors.js";
import type { Model, Voice } from "./schema.js";

/** A property of a response that identifies the form of the API. */
export interface Sign {
  readonly form: ApiForm;
  /** For messages, such as `voices have a mode`. */
  readonly text: string;
}

/** Voices have a mode in the 2025 form, and a gender or a language in the 2026 form. */
export function voiceSigns(voices: readonly Voice[]): Sign[] {
  const earlier = voices.some(({ mode }) => typeof mode === "string");
  const later = voices.some(
    (voice) =>
      typeof voice.mode !== "string" &&
      (Object.hasOwn(voice, "gender") || Object.hasOwn(voice, "language_id")),
  );
  return [
    ...(earlier ? [{ form: "2025", text: "voices have a mode" } as const] : []),
    ...(later ? [{ form: "2026", text: "voices have a gender or a language, and no mode" } as const] : []),
  ];
}

/** In the 2026 form, all models except language models have a code. A model without a code proves nothing. */
export const modelSigns = (models: readonly Model[]): Sign[] =>
  models.some(({ code }) => typeof code === "string") ? [{ form: "2026", text: "models have a code" }] : [];

/**
 * The form of the API. With the setting "auto", this is the form that all signs agree on; undefined without
 * signs.
 * @param setting the value of voicecall:apiForm
 * @throws VoicecallError "config" if the signs contradict each other and the setting is "auto", or if there
 * are signs and all of them contradict the setting
 */
export function formOf(signs: readonly Sign[], setting: ApiForm | "auto"): ApiForm | undefined {
  if (setting === "auto") {
    const forms = new Set(signs.map(({ form }) => form));
    if (forms.size < 2) return signs[0]?.form;
    throw new VoicecallError(
      "config",
      `the form of the service's API cannot be determined, because the responses contradict each other: ${signs.map(({ form, text }) => `${text} (${form})`).join("; ")}. Nothing was written. Ask the service's operator which form the API has, and set voicecall:apiForm to 2025 or 2026.`,
    );
  }
  const other = signs.find(({ form }) => form !== setting);
  if (!other || signs.some(({ form }) => form === setting)) return setting;
  throw new VoicecallError(
    "config",
    `voicecall:apiForm is ${setting}, but the service has the ${other.form} form: ${other.text}. Nothing was written. Set voicecall:apiForm to ${other.form}, or remove the setting.`,
  );
}
