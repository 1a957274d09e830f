import type { Codec } from "../core/fields.js";

/**
 * A multimodal assistant's model may be in `multimodal_model_id`, which has no look-up (api-gaps). The field is compared
 * only if its id has a name.
 */
export const modelId: Codec = {
  encode: (value) => value,
  decode: (raw, record) => raw ?? record["multimodal_model_id"] ?? null,
};

/** The `tools` of a record are objects with an id, or plain ids (api-gaps). */
export const attachedTools: Codec = {
  encode: (value) => value,
  decode: (raw) =>
    Array.isArray(raw)
      ? raw.map((item: unknown) =>
          typeof item === "object" && item !== null ? (item as { id?: unknown }).id : item,
        )
      : raw,
};
