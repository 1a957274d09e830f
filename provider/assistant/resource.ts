import type { Assessment, Change, Finding, Findings } from "../core/run/results.js";
import type { Definition, Operation, Standard } from "../core/run/operation.js";
import type { Requests } from "../core/run/requests.js";
import { type Bag, UNKNOWN, hasUnknown, ownValue } from "../core/fields/values.js";
import { assertOwnNumber, checkNumber, assertNumberIsFree, previewNumber, voiceNotes } from "./advice.js";
import { createAssistant, deleteAssistant, updateAssistant } from "./api.js";
import { isUpdated } from "../core/steps/diff.js";
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
  rules,
  check,
  assess,
  compare: async (operation, found, findings) => {
    if (isUpdated(operation, found, findings)) await previewNumber(operation, findings);
    return found;
  },
  standing,
  guard: async (operation, act) => {
    if (act.kind === "write") await assertNumberIsFree(operation, act);
  },
  connect,
};

async function check(operation: Operation, findings: Findings): Promise<void> {
  if (findings.mistakes.length === 0) await assertOwnNumber(operation);
  if (!operation.session.offline) {
    findings.warn(...(await voiceNotes(operation)), ...interruptionNotes(operation));
    await checkNumber(operation, findings);
  }
  await checkPrompts(operation, findings);
}

/** The documents allow it in pipeline mode only. According to the release notes, other modes have it since July 2026. */
function interruptionNotes({ definition, news, label: resourceLabel }: Operation): string[] {
  const { allowInterruptions, engineType } = news;
  if (definition.form !== "2026" || allowInterruptions !== false || engineType === "pipeline") return [];
  return [
    `${resourceLabel}: allowInterruptions: false outside the engine mode "pipeline" is rejected by services older than July 2026.`,
  ];
}

/**
 * Mistakes in prompts and messages that the service would accept. `voicecall:promptChecks` makes them warnings or errors,
 * or switches this check off.
 */
async function checkPrompts(operation: Operation, { mistakes, warnings }: Findings): Promise<void> {
  const { session, news, onExisting, label: resourceLabel } = operation;
  const level = session.settings.promptChecks;
  if (level === "off") return;
  const mayAdopt = onExisting === "adopt" || onExisting === UNKNOWN || news["adoptId"] !== undefined;
  // Fields that the program leaves out are then empty.
  const isNew = operation.isNew && !mayAdopt;
  const found = [...variableFindings(operation, isNew), ...(await toolFindings(operation, isNew))];
  if (level === "error") mistakes.push(...found);
  else
    for (const { path, reason, isOfOther } of found)
      warnings.push({ text: `${resourceLabel}: ${path} ${reason} (voicecall:promptChecks).`, isOfOther });
}

function connect({ session, purpose }: Operation): Requests {
  const { client } = session;
  const assistants = session.records.Assistant;
  return {
    create: async (body) => ({
      id: await assistants.write(() => createAssistant(client, body, purpose)),
    }),
    update: async (id, body) => {
      const record = (await assistants.read("known")).withId(id);
      return assistants.write(() => updateAssistant(client, id, withBound(body, record), purpose));
    },
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
const withBound = (body: Bag, record?: Bag): Bag =>
  body["webhook_url"] === null && !("is_webhook_active" in body) && record?.["is_webhook_active"] === true
    ? { ...body, is_webhook_active: false }
    : body;
