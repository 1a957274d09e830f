import { isVoicecallError, messageOf } from "../http/errors.js";
import type { ServiceRecord } from "./definition.js";
import { HalfMade } from "./half-made.js";
import type { Session } from "./session.js";
import type { Standard } from "./standard.js";
import { type Memory, outputs } from "./state.js";
import { type Bag, NOT_READABLE, own } from "./values.js";
import { type WantedFields, live } from "./wanted.js";

/**
 * Everything that is stored: what the program declares, as it spells it, and what the service assigned.
 * @param record undefined when the object could not be read: then only what is known by itself is stored
 */
export async function outputsOf(
  standard: Standard,
  session: Session,
  record: ServiceRecord | undefined,
  inputs: Bag,
  wanted: WantedFields,
  kept: Memory,
): Promise<Record<string, unknown>> {
  const computed: Record<string, unknown> = record ? await computedOf(standard, session, record, inputs) : {};
  for (const [property, { ids }] of wanted) {
    const { refers } = standard.fields[property]!;
    if (refers) computed[refers.idAs] = ids;
  }
  return outputs(inputs, computed, kept);
}

/** The computed outputs of a record, ids of references among them unless they are declared: those the caller knows. */
export async function computedOf(
  standard: Standard,
  session: Session,
  record: ServiceRecord,
  declaredInputs: Bag,
): Promise<Record<string, unknown>> {
  const computed: Record<string, unknown> = {};
  for (const [property, { record: key }] of Object.entries(standard.computed)) {
    if (key !== undefined) computed[property] = own(record, key) ?? null;
  }
  for (const [property, field] of Object.entries(standard.fields)) {
    if (!field.refers || own(declaredInputs, property) !== undefined) continue;
    const ids = await live(field, record, undefined, [], session);
    computed[field.refers.idAs] = ids === NOT_READABLE ? null : ids;
  }
  return { ...computed, ...standard.compute?.(record, session) };
}

export interface Unfinished {
  readonly id: string;
  readonly record: ServiceRecord | undefined;
  readonly inputs: Bag;
  readonly wanted: WantedFields;
  readonly kept: Memory;
}

/** The error that keeps an object in state after a failure: it must not fail itself, or the object is orphaned. */
export async function halfMade(
  standard: Standard,
  session: Session,
  what: Unfinished,
  error: unknown,
): Promise<HalfMade> {
  const { id, record, inputs, wanted, kept } = what;
  const properties = await outputsOf(standard, session, record, inputs, wanted, kept).catch(() =>
    outputsOf(standard, session, undefined, inputs, wanted, kept),
  );
  const message = messageOf(error);
  return new HalfMade(id, properties, message, isVoicecallError(error) ? error.code : "refused");
}
