import { asList } from "../base/spellings.js";
import { eachItem } from "../core/fields/codecs.js";
import type { Codec } from "../core/fields/fields.js";
import { NOT_READABLE, isObject } from "../core/fields/values.js";

/**
 * The model of a multimodal assistant may be in `multimodal_model_id`, for which the 2025 form has no lookup
 * (docs/assumptions.md: multimodal). So the field is compared only if a name is known for the id.
 */
export const modelId: Codec = {
  encode: (value) => value,
  decode: (raw, record) => raw ?? record["multimodal_model_id"] ?? null,
};

const attached = ({ emptyShowsNone }: { emptyShowsNone: boolean }): Codec => ({
  alsoReads: ["tool_ids"],
  mayHide: (raw, record) => !Array.isArray(record["tool_ids"]) && Array.isArray(raw) && raw.length === 0,
  encode: (value) => value,
  decode: (raw, record) => {
    const ids = record["tool_ids"];
    if (Array.isArray(ids)) return ids as unknown[];
    if (!Array.isArray(raw)) return raw === null && emptyShowsNone ? raw : NOT_READABLE;
    const items = raw.map((item: unknown) => (isObject(item) ? item["id"] : item));
    return items.some((id) => typeof id === "number") || (items.length === 0 && emptyShowsNone)
      ? items
      : NOT_READABLE;
  },
});

/**
 * The `tools` of a record are objects with an id, or plain ids (docs/assumptions.md: records). Items without an
 * id are built-in tools. A record with only built-in tools does not show which tools are attached. Nor does an empty
 * list, if the service has accepted an attachment that no record shows.
 */
export const attachedTools = attached({ emptyShowsNone: true });

/**
 * In the documentation of the 2026 form, the `tools` of a record are built-in tools, so even an empty list does not
 * show which tools are attached.
 */
export const attachedToolsIn2026 = attached({ emptyShowsNone: false });

/** The documents name the type of a yes-or-no value `bool`, and other clients write `boolean`. */
export const extractedValues: Codec = {
  encode: (value) => value,
  decode: (raw) =>
    eachItem(asList(raw), (item) => (item["type"] === "boolean" ? { ...item, type: "bool" } : item)),
};

/** The filler phrases with exactly the documented keys, so that a missing key equals an empty list. */
export const fillerKeys = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(
        ["positive", "negative", "question", "neutral"].map((key) => [key, value[key] ?? []]),
      )
    : value;

// `camelCased` puts `_` before a capital letter that a name on the wire contains, so that `snakeCased` restores the
// names of tools that this version does not know.
const snakeCased = (name: string): string =>
  name.replace(/_?[A-Z]/g, (match) => (match.length > 1 ? match.slice(1) : `_${match.toLowerCase()}`));
const camelCased = (name: string): string =>
  name.replace(/(?<!_)_([a-z])|[A-Z]/g, (match, letter?: string) => letter?.toUpperCase() ?? `_${match}`);

/** Keys on the wire that are not just the property name in snake case. */
const toolKeys = new Map([["assistant", "assistant_id"]]);
const propertyOf = new Map([...toolKeys].map(([property, key]) => [key, property]));

/** Ids that programs or records may contain as text. */
const idKeys = new Set(["assistant_id", "outbound_phone_id"]);

const asNumber = (key: string, value: unknown): unknown =>
  idKeys.has(key) && typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;

/**
 * Built-in tools: flat in requests, `{type, data}` in records. The list in a record may also contain attached
 * tools, as objects with an id or as plain ids.
 */
export const builtInToolCodec: Codec = {
  encode: (value) =>
    eachItem(value, ({ type, ...rest }) => ({
      type: snakeCased(String(type)),
      ...Object.fromEntries(
        Object.entries(rest).map(([property, item]) => {
          const key = toolKeys.get(property) ?? snakeCased(property);
          return [key, asNumber(key, item)];
        }),
      ),
    })),
  decode: (raw) =>
    Array.isArray(raw)
      ? eachItem(
          raw.filter((item) => isObject(item) && typeof item["type"] === "string" && !("id" in item)),
          ({ type, data }) => ({
            type: camelCased(String(type)),
            ...Object.fromEntries(
              Object.entries(isObject(data) ? data : {}).map(([key, item]) => [
                propertyOf.get(key) ?? camelCased(key),
                asNumber(key, item),
              ]),
            ),
          }),
        )
      : NOT_READABLE,
};

const toolIdentity = ["type", "phoneNumber", "supervisorPhone", "assistant", "calcomEventSlug"];

/**
 * Identifies an item of `builtInTools` by its type and target, because a list can have several transfers. Ids
 * may be numbers or text. Identifies a field of a calendar's booking form by its slug.
 */
export const toolKey = (item: unknown): string => {
  if (!isObject(item)) return "";
  const parts = "slug" in item ? [item["slug"]] : toolIdentity.map((property) => item[property] ?? "");
  return parts.map(String).join(" ");
};

export const isOtherThan =
  (types: readonly unknown[]) =>
  (item: unknown): boolean =>
    isObject(item) && !types.includes(item["type"]);

/** Converts assistant ids to text, to compare them with the `id` of an Assistant resource. */
export const comparedTools = (value: unknown): unknown =>
  eachItem(value, (item) =>
    typeof item["assistant"] === "number" ? { ...item, assistant: String(item["assistant"]) } : item,
  );
