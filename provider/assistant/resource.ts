import type { Change, Finding, Judgement } from "../core/answers.js";
import type { Computed, Field } from "../core/fields.js";
import type { Api, Operation, Standard } from "../core/operation.js";
import { isListed } from "../core/record.js";
import { type Bag, hasUnknown, own, same } from "../core/values.js";
import { advise, assertNumberIsFree } from "./advice.js";
import { createAssistant, deleteAssistant, updateAssistant } from "./api.js";
import { toolFindings } from "./prompt-tools.js";
import { variableFindings } from "./prompt-variables.js";
import { computed, fields } from "./schema.js";

/** Assistant, spec 4.2. The API cannot read a single assistant, so every read is a listing. */
export const assistant: Standard = {
  kind: "Assistant",
  fields,
  computed,
  key: "name",
  keyFields: ["name"],
  // The service may have trimmed it (api-gaps: text and empties).
  sameKey: (record, wanted) => same(fields.name, record["name"], wanted.get("name")?.comparable),
  connect,
  isInAccount: async ({ session, id, olds }) => isListed(await session.records("Assistant").rows(), id, olds),
  rules,
  judge,
  advise,
  lint: async (operation, isNew) => [
    ...variableFindings(operation, isNew),
    ...(await toolFindings(operation, isNew)),
  ],
  bind,
  beforeWrite: assertNumberIsFree,
};

function connect({ session, purpose }: Operation): Api {
  const { client } = session;
  const assistants = session.records("Assistant");
  return {
    list: (again) => assistants.list(again),
    find: async (id, again) => (await assistants.list(again)).find((row) => row.id === id),
    create: async (body) => ({
      id: await assistants.write(() => createAssistant(client, body, purpose)),
    }),
    update: async (id, body) => {
      await assistants.write(() => updateAssistant(client, id, body, purpose));
      return {};
    },
    remove: (id) => assistants.write(() => deleteAssistant(client, id, purpose)),
  };
}

/** Request and record names of fields that have a property. The service ignores record names in requests. */
const ours = new Set(
  Object.values<Field | Computed>({ ...fields, ...computed }).flatMap((field) =>
    ["request" in field ? field.request : undefined, field.record].filter((key) => key !== undefined),
  ),
).add("id");

/** Rules between fields, spec 4.2. */
function rules(inputs: Bag): Finding[] {
  const url = own(inputs, "webhookUrl");
  if (own(inputs, "isWebhookActive") === true && !hasUnknown(url) && (url === undefined || url === null)) {
    return [{ path: "webhookUrl", reason: "is required when isWebhookActive is true (spec 4.2)" }];
  }
  return Object.keys((own(inputs, "extraFields") as Bag | undefined) ?? {})
    .filter((key) => ours.has(key))
    .map((key) => ({
      path: `extraFields.${key}`,
      reason: "has its own property; declare that instead",
    }));
}

/** Warns about an inactive assistant. This is not a difference, since the API cannot set the status. */
function judge(olds: Bag, news: Bag, found: readonly Change[], who: string): Judgement {
  const notes: string[] = [];
  if (own(olds, "status") === "inactive") {
    notes.push(`${who} is inactive in the service; the API cannot make it active.`);
  }
  const withoutUrl =
    found.some(({ property }) => property === "webhookUrl") && (own(news, "webhookUrl") ?? null) === null;
  if (withoutUrl && own(news, "isWebhookActive") === undefined) {
    notes.push(`${who}: without webhookUrl its notifications are switched off too, if they are on.`);
    // Unlike other fields that are no longer declared, it does not keep its value.
    return { found: found.filter(({ property }) => property !== "isWebhookActive"), notes };
  }
  return { found, notes };
}

/** Notifications need a URL, so both change together (spec 4.2, webhook_url). */
function bind(body: Record<string, unknown>, record: Bag): void {
  if (
    body["webhook_url"] === null &&
    !("is_webhook_active" in body) &&
    record["is_webhook_active"] === true
  ) {
    body["is_webhook_active"] = false;
  }
}
