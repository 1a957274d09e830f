import type { Change, Finding, Assessment } from "../core/run/results.js";
import type { Definition, Operation, Requests, Standard } from "../core/run/operation.js";
import { type Bag, hasUnknown, ownValue } from "../core/fields/values.js";
import { advise, assertNumberIsFree, assertOwnNumber, previewNumber } from "./advice.js";
import { createAssistant, deleteAssistant, updateAssistant } from "./api.js";
import { toolFindings } from "./prompt-tools.js";
import { variableFindings } from "./prompt-variables.js";
import { computed, fields } from "./schema.js";

/** Assistant, spec 4.2. The API cannot read an individual assistant, so every read uses the listing. */
export const assistant: Standard = {
  kind: "Assistant",
  fields,
  computed,
  modeField: "engineType",
  key: "name",
  keyFields: ["name"],
  connect,
  rules,
  assess,
  standing,
  advise,
  lint: async (operation, isNew) => [
    ...variableFindings(operation, isNew),
    ...(await toolFindings(operation, isNew)),
  ],
  addBoundFields,
  assertAlone: assertOwnNumber,
  previewUpdate: previewNumber,
  beforeWrite: assertNumberIsFree,
};

function connect({ session, purpose }: Operation): Requests {
  const { client } = session;
  const assistants = session.records("Assistant");
  return {
    create: async (body) => ({
      id: await assistants.write(() => createAssistant(client, body, purpose)),
    }),
    update: (id, body) => assistants.write(() => updateAssistant(client, id, body, purpose)),
    remove: (id) => assistants.remove(id, () => deleteAssistant(client, id, purpose)),
  };
}

/**
 * All names on the wire that belong to a property in this form of the API, or in the 2025 form if the form is
 * unknown. Includes the keys of records, because the service ignores them in requests.
 */
const ours = ({ fields: table, form }: Definition): Set<unknown> =>
  new Set([
    "id",
    ...Object.values(computed).map((output) => "record" in output && output.record),
    ...Object.values(table)
      .filter(({ only }) => form !== undefined || !only)
      .flatMap(({ request, record }) => [request, record]),
  ]);

/** Rules between fields, spec 4.2. */
function rules(inputs: Bag, definition: Definition): Finding[] {
  const url = ownValue(inputs, "webhookUrl");
  if (
    ownValue(inputs, "isWebhookActive") === true &&
    !hasUnknown(url) &&
    (url === undefined || url === null)
  ) {
    return [{ path: "webhookUrl", reason: "is required when isWebhookActive is true" }];
  }
  const declared = Object.keys((ownValue(inputs, "extraFields") as Bag | undefined) ?? {});
  const taken = declared.length > 0 ? ours(definition) : new Set();
  const extra = declared
    .filter((key) => taken.has(key))
    .map((key) => ({
      path: `extraFields.${key}`,
      reason: "has its own property; declare that instead",
    }));
  return [...(definition.form === "2026" ? modeRules(inputs) : []), ...extra];
}

/** A value that the 2026 form accepts in pipeline mode only. */
function modeRules(inputs: Bag): Finding[] {
  const mode = ownValue(inputs, "engineType");
  if (mode === "pipeline" || hasUnknown(mode)) return [];
  if (ownValue(inputs, "knowledgebaseMode") !== "prompt") return [];
  return [
    {
      path: "knowledgebaseMode",
      reason: 'must not be "prompt" unless engineType is "pipeline" (2026 form of the service)',
    },
  ];
}

/** An inactive assistant is not a difference, since the API cannot change the status. */
function standing(outputs: Bag, label: string): readonly string[] {
  const blocked = ownValue(outputs, "complianceBlockedAt");
  return [
    ...(typeof blocked === "string"
      ? [`${label} was paused by the service's check of prompts. Look at it in the service's dashboard.`]
      : []),
    ...(ownValue(outputs, "status") === "inactive"
      ? [
          `${label} is inactive in the service; the API cannot make it active. Activate it in the service's dashboard.`,
        ]
      : []),
  ];
}

function assess(_olds: Bag, news: Bag, found: readonly Change[], label: string): Assessment {
  const notes: string[] = [];
  const withoutUrl =
    found.some(({ property }) => property === "webhookUrl") &&
    (ownValue(news, "webhookUrl") ?? null) === null;
  if (withoutUrl && ownValue(news, "isWebhookActive") === undefined) {
    notes.push(`${label}: removing webhookUrl also switches off the notifications, if they are on.`);
    // The removal of isWebhookActive would cause the note that its live value stays, which is wrong here.
    return { found: found.filter(({ property }) => property !== "isWebhookActive"), notes };
  }
  return { found, notes };
}

/** Notifications need a URL, so removing the URL also switches them off (spec 4.2, webhook_url). */
function addBoundFields(body: Record<string, unknown>, record: Bag): void {
  if (
    body["webhook_url"] === null &&
    !("is_webhook_active" in body) &&
    record["is_webhook_active"] === true
  ) {
    body["is_webhook_active"] = false;
  }
}
