/** Makes the report from what the engine has read. */
import {
  type Bag,
  type Definition,
  type Session,
  catalog,
  goneButKept,
  label,
  memory,
  notReadableIn,
  openSession,
  own,
  parseSettings,
  role,
} from "../../provider/facade.js";
import { isKind } from "../../provider/kind.js";
import type { Reading, ReadResource, Side } from "./events.js";
import { differences } from "./fields.js";
import { outcomeOf, type Report, type ReportedResource } from "./report.js";
import { masked } from "./secret.js";

type Found = Pick<Report, "drift" | "gone" | "notes" | "notReadable" | "errors">;

export async function compare(stack: string, reading: Reading): Promise<Report> {
  // No requests here: the provider has already read the objects.
  const session = openSession(
    parseSettings(() => undefined, {}),
    { print: () => undefined },
  );
  const found: Found = { drift: [], gone: [], notes: [], notReadable: [], errors: [] };
  const labels = new Map<string, ReportedResource>();
  for (const read of reading.resources) {
    const who = reported(read.urn, read.kind, read.old);
    labels.set(fullLabel(read), who);
    await compareOne(read, who, session, found, reading.said);
  }
  for (const { text } of reading.said) addSaid(found, labels, text);
  for (const { urn, text } of reading.failures) {
    found.errors.push(urn === undefined ? { text } : { ...fromUrn(urn), text });
  }
  return {
    version: 1,
    stack,
    outcome: outcomeOf(found),
    compared: reading.resources.filter(({ old }) => !old.external).length,
    ...found,
  };
}

async function compareOne(
  read: ReadResource,
  who: ReportedResource,
  session: Session,
  found: Found,
  said: Reading["said"],
): Promise<void> {
  const { old, live, kind } = read;
  const note = (text: string): void => void found.notes.push({ ...who, text });
  if (old.external) {
    // A resource that is only read declares nothing.
    if (!live) note(`${fullLabel(read)}, which the program only reads, is gone from the service.`);
    return;
  }
  if (!live) return void found.gone.push(who);
  if (!isKind(kind)) {
    const text = `This version of pulumi-voicecall knows no resource kind ${JSON.stringify(kind)}: update the package.`;
    return void found.errors.push({ ...who, text });
  }
  const { definition, unreadable } = catalog[kind];
  const declared = masked(old.inputs) as Bag;
  const outputs = masked(live.outputs) as Bag;
  // "same" also covers `ignoreChanges`.
  const { fields, found: changed } =
    read.op === "same"
      ? { fields: [], found: [] }
      : await differences(definition, { ...read, live }, session);
  const judged = definition.judge?.(outputs, declared, changed, fullLabel(read));
  if (own(outputs, "gone") === true) {
    if (judged?.replaces?.length) found.gone.push(who);
    else note(goneButKept(fullLabel(read), declared));
    return;
  }
  if (fields.length > 0) found.drift.push({ ...who, fields: [...fields] });
  for (const text of judged?.notes ?? []) note(text);
  const { partial } = memory(outputs);
  if (partial.length > 0) {
    note(
      `${fullLabel(read)}: the last write of ${partial.join(", ")} is not known to have been kept; the next up sends it again.`,
    );
  } else if (
    fields.length === 0 &&
    read.op !== "same" &&
    !said.some((line) => isAbout(line.text, fullLabel(read)))
  ) {
    note(`${fullLabel(read)}: a name in the program now refers to another object of the account.`);
  }
  const paths = hidden(definition, declared, live);
  if (unreadable && paths.includes(unreadable.property)) {
    found.errors.push({ ...who, text: `${fullLabel(read)}: ${unreadable.text}` });
  } else if (paths.length > 0) found.notReadable.push({ ...who, paths });
}

/** Declared fields that records never show, fields that cannot be changed, and fields missing in this record. */
function hidden(definition: Definition, declared: Bag, live: Side): string[] {
  const never = Object.entries(definition.fields)
    .filter(([, field]) => role(field) === "field" && !field.refers && (!field.record || field.fixed))
    .filter(([property]) => own(declared, property) !== undefined)
    .map(([property]) => property);
  return [...new Set([...never, ...notReadableIn(live.outputs)])];
}

/** Messages of the provider about a resource that are not in the report yet. */
function addSaid({ notes, gone }: Found, labels: Map<string, ReportedResource>, text: string): void {
  if (notes.some((note) => note.text === text)) return;
  const who = [...labels].find(([one]) => isAbout(text, one))?.[1];
  // An object that is reported as gone needs no other message.
  if (who && !gone.includes(who)) notes.push({ ...who, text });
}

const isAbout = (text: string, who: string): boolean =>
  text.startsWith(`${who} `) || text.startsWith(`${who}:`);

/** The resource's name in messages of the provider. */
const fullLabel = ({ kind, old }: ReadResource): string => label(kind, masked(old.inputs) as Bag, old.id);

function reported(urn: string, kind: string, { id, inputs }: Side): ReportedResource {
  return {
    ...fromUrn(urn),
    kind,
    title: label(kind, masked(inputs) as Bag),
    ...(id !== undefined && { id }),
  };
}

/** urn:pulumi:STACK::PROJECT::PARENT$TYPE::NAME */
function fromUrn(urn: string): { urn: string; kind: string; name: string } {
  const [, , types = "", ...name] = urn.split("::");
  return { urn, kind: types.split(/[:$]/).at(-1)!, name: name.join("::") };
}

export const stackOf = (urn: string): string => urn.split("::")[0]!.replace(/^urn:pulumi:/, "");
