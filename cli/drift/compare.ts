/** Builds the report from recorded state and the live values that the engine has read. */
import {
  type Bag,
  type Definition,
  type Field,
  type Session,
  catalog,
  goneButKept,
  label,
  memory,
  notReadableIn,
  openSession,
  ownValue,
  parseSettings,
  references,
  role,
} from "../../provider/facade.js";
import type { Message } from "../../provider/base/messages.js";
import { isKind } from "../../provider/base/kind.js";
import type { Reading, ReadResource, Side } from "./events.js";
import { differences } from "./fields.js";
import { outcomeOf, type Report, type ReportedField, type ReportedResource } from "./report.js";
import { masked } from "./secret.js";

type Found = Pick<Report, "drift" | "gone" | "notes" | "notReadable" | "errors">;

export async function compare(stack: string, reading: Reading): Promise<Report> {
  // This session sends no requests: the provider has already read the objects.
  const session = openSession(
    parseSettings(() => undefined, {}),
    { print: () => undefined },
  );
  const found: Found = { drift: [], gone: [], notes: [], notReadable: [], errors: [] };
  const { messages } = reading;
  const noted = messages.filter(({ error, names }) => !error && !names);
  const resources = new Map<string, ReportedResource>();
  const namesOfStack = namesOfResources(reading);
  for (const read of reading.resources) {
    const reportedResource = reported(read.urn, read.kind, read.old);
    resources.set(objectOf(read.kind, read.old.id), reportedResource);
    const isNoted = noted.some(({ kind, id }) => kind === read.kind && id === read.old.id);
    const named = (field: ReportedField): ReportedField => withNames(field, read, namesOfStack, messages);
    await compareOne(read, reportedResource, { session, found, isNoted, named });
  }
  const addNote = (note: Found["notes"][number]): void => {
    if (!found.notes.some(({ text }) => text === note.text)) found.notes.push(note);
  };
  for (const { kind, id, text, difference } of noted) {
    const reportedResource = resources.get(objectOf(kind, id));
    if (difference && reportedResource && wasAdded(found, reportedResource, difference)) continue;
    // If an object is gone, other messages about it add nothing.
    if (reportedResource && !found.gone.includes(reportedResource)) addNote({ ...reportedResource, text });
  }
  const errors = new Map(messages.map(({ text, error }) => [text, error]));
  for (const { urn, text } of reading.failures) {
    found.errors.push({ ...(urn !== undefined && fromUrn(urn)), text, ...errors.get(text) });
  }
  return {
    version: 1,
    stack,
    outcome: outcomeOf(found),
    compared: reading.resources.filter(({ old }) => !old.external).length,
    ...found,
  };
}

/** When the service last changed the object, if that is known and later than in state. */
function changeTime(old: Side, live: Side): string | undefined {
  const [before, after] = [old, live].map(({ outputs }) => ownValue(outputs, "updatedAt"));
  // Without a time zone, a time does not say when.
  const isTime = typeof after === "string" && /(Z|[+-]\d\d:?\d\d)$/.test(after);
  return isTime && !Number.isNaN(Date.parse(after)) && after !== before ? after : undefined;
}

/** Adds the text of a difference to its field. Returns false if that field is not reported. */
function wasAdded(
  { drift }: Found,
  { urn }: ReportedResource,
  { property, text }: NonNullable<Message["difference"]>,
): boolean {
  const field = drift.find((one) => one.urn === urn)?.fields.find(({ path }) => path === property);
  if (!field) return false;
  field.text = field.text === undefined ? text : `${field.text}; ${text}`;
  return true;
}

interface Comparison {
  readonly session: Session;
  readonly found: Found;
  /** Whether the provider has reported a note about the resource. */
  readonly isNoted: boolean;
  /** Adds names to the ids in a field. */
  readonly named: (field: ReportedField) => ReportedField;
}

/** Names of the objects that the resources declare, by kind and id. */
function namesOfResources({ resources }: Reading): ReadonlyMap<string, string> {
  return new Map(
    resources.flatMap(({ kind, old: { id, inputs } }): [string, string][] => {
      const name = ownValue(inputs, "name");
      return typeof name === "string" ? [[objectOf(kind, id), name]] : [];
    }),
  );
}

/**
 * Adds names to the ids in a reference. A name that the provider does not report, for example because the object is
 * gone, comes from the stack's resources.
 */
function withNames(
  field: ReportedField,
  { kind, old }: ReadResource,
  namesOfStack: ReadonlyMap<string, string>,
  messages: readonly Message[],
): ReportedField {
  const { refers } = (isKind(kind) && (ownValue(catalog[kind].definition.fields, field.path) as Field)) || {};
  if (refers === undefined || field.secret) return field;
  const reported = messages.filter((message) => message.kind === kind && message.id === old.id);
  const names = Object.fromEntries(reported.flatMap((one) => Object.entries(one.names?.[field.path] ?? {})));
  const to = references[refers.to].kind;
  for (const id of [field.declared, field.live].flat()) {
    if (to === undefined || (typeof id !== "number" && typeof id !== "string")) continue;
    const name = namesOfStack.get(objectOf(to, String(id)));
    if (name !== undefined) names[id] ??= name;
  }
  return Object.keys(names).length === 0 ? field : { ...field, names };
}

async function compareOne(
  read: ReadResource,
  reportedResource: ReportedResource,
  { session, found, isNoted, named }: Comparison,
): Promise<void> {
  const { old, live, kind } = read;
  const note = (text: string): void => void found.notes.push({ ...reportedResource, text });
  if (old.external) {
    // A resource from `get` declares nothing.
    if (!live) note(`${fullLabel(read)}, which the program only reads, is gone from the service.`);
    return;
  }
  if (!live) return void found.gone.push(reportedResource);
  if (!isKind(kind)) {
    const text = `This version of pulumi-voicecall does not know the resource kind ${JSON.stringify(kind)}: update the package.`;
    return void found.errors.push({ ...reportedResource, text });
  }
  const { definition, unreadable } = catalog[kind];
  const declared = masked(old.inputs) as Bag;
  const outputs = masked(live.outputs) as Bag;
  // If the engine reports "same", no fields are compared: with `ignoreChanges`, they may differ without being drift.
  const { fields, found: changed } =
    read.op === "same"
      ? { fields: [], found: [] }
      : await differences(definition, { ...read, live }, session);
  const assessed = definition.assess?.(outputs, declared, changed, fullLabel(read));
  if (ownValue(outputs, "gone") === true) {
    if (assessed?.replaces?.length) found.gone.push(reportedResource);
    else note(goneButKept(fullLabel(read), declared));
    return;
  }
  if (fields.length > 0) {
    const changedAt = changeTime(old, live);
    found.drift.push({ ...reportedResource, fields: fields.map(named), ...(changedAt && { changedAt }) });
  }
  for (const text of assessed?.notes ?? []) note(text);
  for (const text of definition.standing?.(outputs, fullLabel(read)) ?? []) note(text);
  const { partial } = memory(outputs);
  if (partial.length > 0) {
    note(
      `${fullLabel(read)}: the service may not have kept the last change to ${partial.join(", ")}; the next \`pulumi up\` sends it again.`,
    );
  } else if (fields.length === 0 && read.op !== "same" && !isNoted) {
    note(`${fullLabel(read)}: a name in the program now refers to another object in the account.`);
  }
  const paths = hidden(definition, declared, live);
  if (unreadable && paths.includes(unreadable.property)) {
    found.errors.push({ ...reportedResource, text: `${fullLabel(read)}: ${unreadable.text}` });
  } else if (paths.length > 0) found.notReadable.push({ ...reportedResource, paths });
}

/** Declared fields that are not compared, because the record lacks them. */
function hidden(definition: Definition, declared: Bag, live: Side): string[] {
  if (definition.readsAll) return [];
  const never = Object.entries(definition.fields)
    .filter(([, field]) => role(field) === "field" && !field.record)
    // Omits a reference that identifies the object itself, such as the campaign of a CampaignState.
    .filter(([, field]) => field.request !== undefined || !field.refers)
    .filter(([property]) => ownValue(declared, property) !== undefined)
    .map(([property]) => property);
  return [...new Set([...never, ...notReadableIn(live.outputs)])];
}

const objectOf = (kind: string, id = ""): string => `${kind}:${id}`;

/** How the provider's messages name the resource. */
const fullLabel = ({ kind, old }: ReadResource): string => label(kind, masked(old.inputs) as Bag, old.id);

export function reported(
  urn: string,
  kind: string,
  { id, inputs }: Pick<Side, "id" | "inputs">,
): ReportedResource {
  return {
    ...fromUrn(urn),
    kind,
    title: label(kind, masked(inputs) as Bag),
    ...(id !== undefined && { id }),
  };
}

/** urn:pulumi:STACK::PROJECT::PARENT$TYPE::NAME */
export function fromUrn(urn: string): { urn: string; kind: string; name: string } {
  const [, , types = "", ...name] = urn.split("::");
  return { urn, kind: types.split(/[:$]/).at(-1)!, name: name.join("::") };
}

export const stackOf = (urn: string): string => urn.split("::")[0]!.replace(/^urn:pulumi:/, "");
