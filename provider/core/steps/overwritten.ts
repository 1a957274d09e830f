/**
 * Values that a write replaces or deletes although no program has declared them, such as a colleague's change in the
 * dashboard. They stay in the state of the resource, and those of a deleted object in a file (docs/undo.md).
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { counted } from "../../base/quoted.js";
import { type Field, role } from "../fields/fields.js";
import { declaredPart } from "../fields/structure.js";
import { NOT_READABLE, ownValue, same } from "../fields/values.js";
import type { ServiceRecord } from "../records/record.js";
import { nameIn } from "../run/describe.js";
import type { Definition, Operation, Standard } from "../run/operation.js";
import { sealed } from "../run/sealed.js";
import { type Values, shownIn } from "../run/sides.js";
import type { Memory, Overwritten } from "../run/state.js";

/** State must not grow without limit: each resource keeps its newest values. */
const MOST = 10;

/** Prompts, other texts and what contains them. Messages show none of these, and what they show is easily set again. */
export const isKept = ({ personal }: Definition, field: Field): boolean =>
  !personal && !field.shown && !field.refers && role(field) === "field" && !field.fixed;

/** What state remembers after a write that has replaced the values. */
export function withOverwritten(
  { session, memory, news }: Operation,
  values: Values,
  by: Overwritten["by"],
): Pick<Memory, "foreign" | "overwritten"> {
  const at = session.clock.now();
  const added = [...values].map(([property, value]): Overwritten => {
    const declared = ownValue(news, property);
    return { property, value, ...(declared !== undefined && { declared }), at, by };
  });
  // An apply that has failed may have kept the same value.
  const before = (memory.overwritten ?? []).filter(
    ({ property, value }) => !values.has(property) || !isDeepStrictEqual(value, values.get(property)),
  );
  return { foreign: [], overwritten: [...before, ...added].slice(-MOST) };
}

/** Says what a write replaces and where it is then, before the write, and in a preview of it. */
export function sayKept(operation: Operation, values: Values): void {
  const { isPreview } = operation.session.ledger;
  if (values.size > 0)
    operation.note(
      `this ${isPreview ? "will replace" : "replaces"} ${[...values.keys()].join(", ")} from the service, not from a program. \`npx voicecall undo\` ${isPreview ? "then lists" : "lists"} the old ${values.size === 1 ? "value" : "values"}.`,
    );
}

/** Not an empty value, nor the one that the service uses where the program declares none. */
const worthKeeping = (field: Field, value: unknown): boolean =>
  ![NOT_READABLE, undefined, field.assumedDefault].some((one) => one === value) &&
  ![null, [], field.assumedDefault].some((nothing) => same(field, value, nothing));

/** Whether a write replaces a value of the field that no program has declared. */
export function isOverwritten(
  { definition, memory, session }: Operation,
  property: string,
  {
    before,
    liveRecorded,
    liveDeclared,
  }: Readonly<Record<"before" | "liveRecorded" | "liveDeclared", unknown>>,
): boolean {
  const field = definition.fields[property]!;
  if (session.settings.keepOverwritten === undefined || !isKept(definition, field)) return false;
  const isForeign =
    before === undefined || memory.foreign?.includes(property) || !same(field, liveRecorded, before);
  return isForeign && worthKeeping(field, liveDeclared);
}

/**
 * Writes a file with what the deletion of the object would lose.
 * @param record undefined if the listing could not be read, or lacks the object
 * @throws VoicecallError "config" if the file cannot be written
 */
export async function keepDeleted(operation: Operation<Standard>, record?: ServiceRecord): Promise<void> {
  const { definition, session, olds, kind, id, identity, label } = operation;
  const { keepOverwritten: folder, accessToken = "", tokenFingerprint } = session.settings;
  if (folder === undefined) return;
  const kept = Object.entries(definition.fields).filter(([, field]) => isKept(definition, field));
  const shown: Values = record
    ? await shownIn({ definition: { fields: Object.fromEntries(kept) }, session }, record)
    : new Map<string, unknown>();
  const lost = new Map<string, unknown>();
  for (const [property, field] of kept) {
    const before = ownValue(olds, property);
    const live = record ? declaredPart(field, shown.get(property), before) : before;
    if (isOverwritten(operation, property, { before, liveRecorded: live, liveDeclared: live }))
      lost.set(property, live);
  }
  const { overwritten = [] } = withOverwritten(operation, lost, "deletion");
  if (overwritten.length === 0) return;
  const at = new Date(session.clock.now()).toISOString();
  const file = path.join(folder, `${at.replaceAll(":", "-")}-${kind}-${id}.json`);
  const name = identity && nameIn(identity);
  const values = sealed(overwritten, accessToken);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, ".gitignore"), "*\n");
    writeFileSync(
      file,
      JSON.stringify({ version: 1, kind, id, name, title: label, token: tokenFingerprint, values }),
    );
  } catch (error) {
    throw operation.error(
      "config",
      `nothing was sent, because values that no program has declared would be lost, and could not be kept: ${(error as Error).message}.`,
      { remedy: "Set voicecall:keepOverwritten to a folder that can be written." },
    );
  }
  operation.note(
    `${counted(overwritten.length, "value")} that no program has declared: kept in ${file}. \`npx voicecall undo\` lists them.`,
  );
}
