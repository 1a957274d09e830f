import { apiOf } from "../core/steps/api.js";
import type { Findings } from "../core/run/results.js";
import { label } from "../core/run/describe.js";
import type { Operation, Standard } from "../core/run/operation.js";
import type { Act, Requests } from "../core/run/requests.js";
import { type ServiceRecord, isLiving } from "../core/records/record.js";
import { knownIds } from "../core/run/sides.js";
import { isManaged } from "../core/run/state.js";
import { type Bag, NOT_READABLE, hasUnknown, ownValue } from "../core/fields/values.js";
import { orElse } from "../base/errors.js";
import { createTool, deleteTool, getTool, updateTool } from "./api.js";
import { attachedTools, attachedToolsIn2026 } from "../assistant/codecs.js";
import { computed, fields } from "./schema.js";

/** Mid call tool, spec 4.1. The API can read individual records, and writes return the whole record. */
export const midCallTool: Standard = {
  kind: "MidCallTool",
  fields,
  computed,
  key: "name",
  keyFields: ["name"],
  check,
  guard,
  connect,
};

async function check(operation: Operation, findings: Findings): Promise<void> {
  const { definition, kind, news, isNew, session, label: resource } = operation;
  if (session.offline) return;
  // Prompts may mention a tool before any listing shows it.
  const { name } = news;
  if (isNew && typeof name === "string" && !hasUnknown(name)) session.ledger.names(kind).added.add(name);
  for (const text of unusable(news, definition.form)) findings.warn(`${resource}: ${text}`);
}

/** An automation tool is not adopted and not changed, and a tool that is in use is not deleted. */
async function guard(operation: Operation<Standard>, act: Act): Promise<void> {
  if (act.kind === "delete") return assertNotInUse(operation);
  const why = act.record && readOnly(act.record);
  if (why === undefined) return;
  throw act.kind === "adopt"
    ? operation.mistake("unsupported", `the object with id ${act.record.id} cannot be adopted: ${why}.`)
    : operation.error("unsupported", `nothing was sent: ${why}.`);
}

/** Why the API cannot change a tool; undefined if it can. */
export const readOnly = ({ type }: ServiceRecord): string | undefined =>
  type === "automation"
    ? "it is an automation tool, which the API cannot change; change it in the service's dashboard"
    : undefined;

/** What the service accepts, and what would only be noticed when the endpoint is called. */
function unusable({ endpoint, schema, headers }: Bag, form?: string): string[] {
  const notes: string[] = [];
  const found = hasUnknown(headers) ? [] : ((headers ?? []) as { name: string; value: string }[]);
  for (const [index, { name, value }] of found.entries()) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      notes.push(
        `headers[${index}].name is not the name of an HTTP header. Remove spaces, colons and the like.`,
      );
    if (/[\r\n\0]/.test(value)) notes.push(`headers[${index}].value has a line break. Remove it.`);
  }
  // The endpoint has parameters in the 2026 form only.
  if (typeof endpoint !== "string" || hasUnknown(schema) || form === "2025") return notes;
  const parameters = new Set(((schema ?? []) as { name?: unknown }[]).map((parameter) => parameter.name));
  const missing = [...endpoint.matchAll(/(?<!\{)\{(\w+)\}(?!\})/g)].find(([, one]) => !parameters.has(one));
  if (missing)
    notes.push(
      `endpoint contains {${missing[1]}}, but schema has no parameter of that name. Add the parameter, or correct the endpoint.`,
    );
  return notes;
}

function connect(operation: Operation): Requests {
  const { session, purpose } = operation;
  const { client } = session;
  const tools = session.records.MidCallTool;
  return {
    find: async (id) => {
      const isRefresh = operation.verb === "read" && isManaged(operation.olds);
      const shared = isRefresh && (await tools.read("current")).shownWithId(id);
      if (shared && showsDeclared(operation, shared)) return shared;
      const found = await getTool(client, id).catch(orElse(undefined, "not-found"));
      if (found?.id === id) return isLiving(found) ? found : undefined;
      const listed = (await tools.read(!isRefresh || found ? "now" : "current")).withId(id);
      if (found)
        session.say(
          `get MidCallTool (id ${id}): the service returned tool ${found.id} instead; the listing was used.`,
        );
      return listed;
    },
    create: async (body) => {
      const whole = await tools.write(() => createTool(client, body, purpose));
      return { id: whole.id, whole };
    },
    update: async (id, body) => {
      const whole = await tools.write(() => updateTool(client, id, body, purpose));
      // A response about a different tool does not count as a read-back.
      if (whole.id !== id) return {};
      tools.note(whole);
      return { whole };
    },
    remove: (id) => tools.remove(id, () => deleteTool(client, id, purpose)),
  };
}

/** Whether a row of the listing has every declared field that records can have. */
const showsDeclared = ({ definition, olds }: Operation, row: ServiceRecord): boolean =>
  Object.entries(definition.fields).every(
    ([property, { record }]) =>
      record === undefined || ownValue(olds, property) === undefined || Object.hasOwn(row, record),
  );

/**
 * Deleting a tool also detaches it from all assistants (docs/assumptions.md: tools). So a tool that a live assistant
 * uses or may use is deleted only with `onDestroy: "detach"`.
 */
async function assertNotInUse(operation: Operation<Standard>): Promise<void> {
  const { session, olds, recordId } = operation;
  const isGone = async (): Promise<boolean> => (await apiOf(operation).find(recordId)) === undefined;
  if (ownValue(olds, "onDestroy") === "detach") return;
  const codec = (await session.choices.form()) === "2026" ? attachedToolsIn2026 : attachedTools;
  // This run may be deleting the assistant too, and a listing may still show it.
  const { users, unclear } = await session.lookUntil(async (age) => {
    const listing = session.records.Assistant;
    const { all: rows } = await listing.read(age, session.settings.listLag);
    const decoded = rows.map((row) => ({ row, tools: codec.decode(row["tools"], row) }));
    if (decoded.some(({ tools }) => knownIds(tools).length > 0)) session.names.note("tool", "shown");
    const isHidden = (row: ServiceRecord): boolean =>
      session.names.isHidden("tool") && codec.mayHide?.(row["tools"], row) === true;
    const value = {
      users: decoded.filter(({ tools }) => Array.isArray(tools) && tools.includes(recordId)),
      unclear: decoded.filter(({ row, tools }) => tools === NOT_READABLE || isHidden(row)),
    };
    const isFree = value.users.length + value.unclear.length === 0;
    // A tool that is gone already needs no check, even if assistants hide their tools.
    if (!isFree && age === "current" && (await isGone()))
      return { done: true, value: { users: [], unclear: [] } };
    return { done: isFree, value };
  });
  const found = users.length > 0 ? users : unclear;
  if (found.length === 0) return;
  const names = found.slice(0, mostNamed).map(({ row }) => label("Assistant", row, String(row.id)));
  if (found.length > mostNamed) names.push(`${found.length - mostNamed} more`);
  const detach = 'set onDestroy: "detach" on the tool, run `pulumi up`, and then delete the tool.';
  throw users.length > 0
    ? operation.error(
        "in-use",
        `nothing was deleted, because the tool is still attached to ${names.join(", ")}. Detach the tool first; or ${detach}`,
      )
    : operation.error(
        "could-not-tell",
        `nothing was deleted, because the service does not show which tools are attached to ${names.join(", ")}. ` +
          `So the provider cannot check whether they use this tool. If these assistants can do without the tool, ${detach}`,
      );
}

/** The maximum number of assistants that an error names. */
const mostNamed = 10;
