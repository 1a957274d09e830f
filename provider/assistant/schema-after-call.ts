/** Notifications about calls, and the data to extract after a call. */
import type { FieldTable } from "../core/fields/fields.js";
import { byName, flag, listOf, oneOf, text, webAddress } from "../core/fields/types.js";
import { extractedValues } from "./codecs.js";
import { content, setting } from "./schema-rows.js";

/** Documentation of the keys of a `postCallSchema` item. It is the same for the 2025 and the 2026 form. */
const doc = {
  name: { doc: "Name of the value in the notification." },
  type: { doc: "Type of the value." },
  description: { doc: "Tells the AI what to extract from the call." },
};

export const afterCallFields = {
  postCallEvaluation: setting(
    flag(),
    "post_call_evaluation",
    "Whether the service extracts the data of `postCallSchema` after a call.",
    { assumedDefault: true },
  ),
  sendWebhookOnlyOnCompleted: setting(
    flag(),
    "send_webhook_only_on_completed",
    "Whether notifications are sent for completed calls only.",
    { spec: "6", assumedDefault: true },
  ),
  includeRecordingInWebhook: setting(
    flag(),
    "include_recording_in_webhook",
    "Whether a notification contains the URL of the recording.",
    { spec: "6", assumedDefault: true },
  ),
  isWebhookActive: setting(
    flag(),
    "is_webhook_active",
    "Whether post-call notifications are sent. If it is true, `webhookUrl` is required.",
    { spec: "6", together: ["webhookUrl"], assumedDefault: false },
  ),
  webhookUrl: content(
    webAddress().nullable().meta({ rule: "an http:// or https:// URL, or null" }),
    "webhook_url",
    "The URL that receives post-call notifications. To remove the URL, set this property to null or leave it out of the program.",
    { spec: "6", together: ["isWebhookActive"], nullable: true, emptied: { value: null } },
  ),
  inboundWebhookUrl: content(
    webAddress().nullable().meta({ rule: "an http:// or https:// URL, or null" }),
    "inbound_webhook_url",
    "The URL that receives a notification of each incoming call, before the assistant answers. Its response can contain variables for the call. To remove the URL, set this property to null or leave it out of the program.",
    { spec: "6", notInCreate: true, nullable: true, emptied: { value: null } },
  ),
  postCallSchema: content(
    listOf(
      {
        name: text({ min: 1 })
          .regex(/^\w+$/, "must contain only letters, digits and underscores")
          .meta({ ...doc.name, example: "outcome" }),
        type: oneOf(["string", "number", "bool"]).meta(doc.type),
        description: text({ min: 1, example: "How the call ended." }).meta(doc.description),
      },
      "name: letters, digits and underscores; type: `string`, `number` or `bool`; description",
    ),
    "post_call_schema",
    "The data to extract after a call. The order does not matter. Items `status` and `summary` that the service adds by itself are left alone unless they are declared.",
    {
      codec: extractedValues,
      emptied: { value: [] },
      unordered: byName,
      serviceItems: (item) => ["status", "summary"].includes(byName(item)),
      in2026: {
        type: listOf(
          {
            name: text({ min: 3, max: 16 })
              .regex(/^[a-z0-9_]+$/, "must contain only lowercase letters, digits and underscores")
              .meta(doc.name),
            type: oneOf(["string", "number", "bool"]).meta(doc.type),
            description: text({ min: 3, max: 255 }).meta(doc.description),
          },
          "name: 3-16 lowercase letters, digits and underscores; type: `string`, `number` or `bool`; description: 3-255 characters",
        ),
      },
    },
  ),
} as const satisfies FieldTable;
