import { isDeepStrictEqual } from "node:util";
import type { VoicecallError } from "../base/errors.js";
import { accountMark } from "./steps/account.js";
import { findOrProveGone } from "./steps/api.js";
import type { ReadResult } from "./run/results.js";
import { goneButKept, namedIds } from "./run/describe.js";
import { type Field, type FieldTable, role } from "./fields/fields.js";
import { inFormOf } from "./steps/form.js";
import type { Operation, Standard } from "./run/operation.js";
import { isKept } from "./steps/overwritten.js";
import { computedOf, memoryNow } from "./steps/outputs.js";
import { noteSameKey } from "./steps/keys.js";
import { HIDDEN, declared, isManaged, outputs } from "./run/state.js";
import { type Bag, NOT_READABLE, inOrder, ownValue, same } from "./fields/values.js";
import { type Values, hiddenPaths, recordedNow, shownIn, spelled } from "./run/sides.js";
import { declaredPart } from "./fields/structure.js";

/**
 * Reads the object. Returns live values of the declared fields. Unchanged values keep the program's spelling.
 * In a read for `get` or `pulumi import`, returns all fields in the record.
 */
export async function read(call: Operation<Standard>): Promise<ReadResult> {
  if (isManaged(call.olds)) call.object.isInState = true;
  const record = await findOrProveGone(call);
  if (!record) return absent(call);
  const { id, olds, memory } = call;
  const before = isManaged(olds) ? inputsIn(call) : undefined;
  if (before) await noteSameKey(call);
  // The engine mode may have been changed manually. The record then shows some fields under other keys.
  const live = inFormOf(call.definition, record);
  const operation = before ? call : call.with({ definition: live });
  const { definition, session } = operation;
  const known = before ? await recordedReferences(operation, live.fields) : undefined;
  const shown = await shownIn(operation, record, known);
  const computed = computedOf(operation, record, shown, before ?? {});
  const fields = { ...definition.fields, ...live.fields };
  const asLive =
    live === definition ? shown : await shownIn({ definition: { fields }, session }, record, known);
  const found = before
    ? await liveInputs(operation, before, { fields, shown: asLive, known: known! })
    : { inputs: await everyInput(operation, shown), ids: {}, notReadable: [], changed: [] };
  const { inputs, notReadable } = found;
  const hidden = notReadable.map((path) => path.split(".")[0]);
  // Any difference in a declared, readable field now shows as drift, so its last write is no longer in doubt.
  // An undeclared field that should have been emptied shows no drift, so it stays in doubt.
  const stillInDoubt = memory.partial.filter(
    (property) =>
      definition.fields[property]?.record === undefined ||
      ownValue(inputs, property) === undefined ||
      hidden.includes(property),
  );
  const changed = found.changed.filter((property) => isKept(definition, fields[property]!));
  const foreign = [...new Set([...(memory.foreign ?? []), ...changed])];
  const now = { ...memoryNow(operation, stillInDoubt), foreign };
  return { id, props: outputs(inputs, { ...computed, ...found.ids }, now, notReadable), inputs };
}

/** The inputs at the last apply, including properties that this form of the API lacks. */
const inputsIn = ({ definition, olds }: Operation<Standard>): Bag =>
  declared((definition.base ?? definition).fields, olds);

/** The error of `get` for an object that the account lacks: all outputs of the resource would be undefined. */
export const notThere = (operation: Operation): VoicecallError =>
  operation.error("gone", "the account has no such object, so its values cannot be used.", {
    remedy: "Correct the id, or remove the resource from the program.",
  });

function absent(operation: Operation<Standard>): ReadResult {
  const { definition, id, olds, memory } = operation;
  if (!isManaged(olds)) throw notThere(operation);
  if (!definition.staysGone) return {};
  operation.say(goneButKept(operation.label, olds, definition.staysGone(olds)));
  const inputs = inputsIn(operation);
  const account = accountMark(operation, memory.account);
  return { id, props: { ...olds, gone: true, [HIDDEN.account]: account }, inputs };
}

interface LiveInputs {
  readonly inputs: Record<string, unknown>;
  /** Ids of references, by the names of their outputs. */
  readonly ids: Record<string, unknown>;
  readonly notReadable: string[];
  /** The properties that were changed manually, references aside. */
  readonly changed: string[];
}

/** The recorded ids of references, except those that the record shows under another key. */
async function recordedReferences(operation: Operation<Standard>, fields: FieldTable): Promise<Values> {
  const { definition } = operation;
  const found = new Map<string, unknown>();
  for (const [property, field] of Object.entries(fields)) {
    const own = definition.fields[property];
    if (!field.refers || !own || field.record !== own.record) continue;
    found.set(property, await recordedNow(operation, property));
  }
  return found;
}

/** The live values of the properties that the program declared. */
async function liveInputs(
  operation: Operation<Standard>,
  before: Bag,
  { fields, shown, known }: { fields: FieldTable; shown: Values; known: Values },
): Promise<LiveInputs> {
  const { session } = operation;
  const found: LiveInputs = { inputs: {}, ids: {}, notReadable: [], changed: [] };
  for (const [property, declaredValue] of Object.entries(before)) {
    const field = fields[property];
    found.inputs[property] = declaredValue;
    // The form or the engine mode lacks the property.
    if (!field) found.notReadable.push(property);
    if (!field || role(field) !== "field") continue;
    found.notReadable.push(...hiddenPaths(property, field, shown.get(property), declaredValue));
    const value = declaredPart(field, shown.get(property), declaredValue);
    if (field.fixed) {
      if (!same(field, value, declaredValue))
        operation.note(`${property} differs in the service, and no update can change it.`);
      continue;
    }
    if (field.refers) {
      const ids = known.get(property);
      found.ids[field.refers.idAs] = ids ?? null;
      if (value === NOT_READABLE) continue;
      const reference = await spelled(field, value, session.names, { value: declaredValue, ids });
      found.inputs[property] = reference.value;
      found.ids[field.refers.idAs] = reference.ids;
      if (!isDeepStrictEqual(reference.value, declaredValue))
        await reportNames(operation, property, [declaredValue, reference.value]);
    } else if (!same(field, value, declaredValue)) {
      found.inputs[property] = inOrder(field, value) ?? null;
      found.changed.push(property);
    }
  }
  return found;
}

/** For `voicecall drift`: reports the names of the ids in a reference that has drifted. */
async function reportNames(
  { definition, kind, id, session }: Operation,
  property: string,
  sides: readonly unknown[],
): Promise<void> {
  const { refers } = definition.fields[property]!;
  if (!session.report || !refers) return;
  const found = await namedIds(refers.to, sides.flat(), session.names);
  const names = Object.fromEntries(found.map((one) => [String(one.id), one.name]));
  session.report({ kind, id, text: "", names: { [property]: names } });
}

/**
 * All fields in the record, for `get`, which declares none, and for exports. The definition must match the
 * record's engine mode.
 */
export async function everyInput(operation: Operation, shown: Values): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [property, field] of Object.entries(operation.definition.fields)) {
    const value = declaredPart(field, shown.get(property), undefined);
    if (value === NOT_READABLE || value === undefined) continue;
    found[property] = await inProgramSpelling(operation, field, value);
  }
  return found;
}

async function inProgramSpelling({ session }: Operation, field: Field, value: unknown): Promise<unknown> {
  return field.refers ? (await spelled(field, value, session.names)).value : inOrder(field, value);
}
