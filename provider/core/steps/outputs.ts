import { asVoicecallError } from "../../base/bug.js";
import { HalfCreated } from "../run/results.js";
import type { Operation, Standard } from "../run/operation.js";
import type { ServiceRecord } from "../records/record.js";
import { hiddenIn } from "./hidden.js";
import { type Memory, notReadableIn, outputs } from "../run/state.js";
import { type Bag, NOT_READABLE, ownValue } from "../fields/values.js";
import { type Values, shownIn } from "../run/sides.js";

/**
 * The outputs for state: declared values in the program's own spelling, and values that the service has
 * assigned.
 * @param record undefined if the object could not be read; the computed outputs then stay as in state
 */
export async function outputsOf(
  operation: Operation<Standard>,
  record: ServiceRecord | undefined,
  wanted: Values,
  memory: Memory,
): Promise<Record<string, unknown>> {
  const { definition, news } = operation;
  const shown = record && (await shownIn(operation, record, wanted));
  const computed = record ? computedOf(operation, record, shown!, news) : recordedOutputs(operation);
  for (const [property, ids] of wanted) {
    const { refers } = definition.fields[property]!;
    if (refers) computed[refers.idAs] = ids;
  }
  const hidden = shown ? hiddenIn(operation, shown, wanted) : notReadableIn(operation.olds);
  return outputs(news, computed, memory, hidden);
}

/** The computed outputs in state. */
export function recordedOutputs({ definition, olds }: Operation): Record<string, unknown> {
  const entries = Object.keys(definition.computed).map((key) => [key, ownValue(olds, key)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/**
 * The computed outputs of a record, and the ids of references that are not declared. The caller adds the ids
 * of declared references.
 */
export function computedOf(
  { definition }: Operation<Standard>,
  record: ServiceRecord,
  shown: Values,
  declaredInputs: Bag,
): Record<string, unknown> {
  const computed: Record<string, unknown> = {};
  for (const [property, { record: key, of }] of Object.entries(definition.computed)) {
    if (key !== undefined) computed[property] = ownValue(record, key) ?? null;
    else if (of) computed[property] = of(record);
  }
  for (const [property, field] of Object.entries(definition.fields)) {
    if (!field.refers || ownValue(declaredInputs, property) !== undefined || isHidden(field.refers.idAs))
      continue;
    const ids = shown.get(property);
    computed[field.refers.idAs] = ids === NOT_READABLE ? null : ids;
  }
  return computed;
}

const isHidden = (output: string): boolean => output.startsWith("__");

/** What is known about an object when an operation on it has failed. */
export interface Unfinished {
  readonly record: ServiceRecord | undefined;
  readonly wanted: Values;
  readonly memory: Memory;
}

/** Returns the error that keeps an object in state. Must not throw, because state would lose the object. */
export async function halfCreated(
  operation: Operation<Standard>,
  { record, wanted, memory }: Unfinished,
  error: unknown,
): Promise<HalfCreated> {
  const properties = await outputsOf(operation, record, wanted, memory).catch(() =>
    outputsOf(operation, undefined, wanted, memory),
  );
  return new HalfCreated(operation.id, properties, asVoicecallError(error));
}
