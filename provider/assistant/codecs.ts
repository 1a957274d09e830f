import type { Codec } from "../core/fields.js";

/**
 * A multimodal assistant's model may stand in `multimodal_model_id`, for which there is no look-up (api-gaps).
 * Whether the id that is found has a name decides whether the field can be compared at all.
 */
export const modelId: Codec = {
  encode: (value) => value,
  decode: (raw, record) => raw ?? record["multimodal_model_id"] ?? null,
};

/** A record's `tools` are objects with an id, or bare ids (api-gaps). */
export const attachedTools: Codec = {
  encode: (value) => value,
  decode: (raw) =>
    Array.isArray(raw)
      ? raw.map((item: unknown) =>
          typeof item === "object" && item !== null ? (item as { id?: unknown }).id : item,
        )
      : raw,
};
