/**
 * References that records may hide: a service may accept attached tools, and show an empty list of them. What this run
 * and state know about the account decides what an empty list means.
 */
import { NOT_READABLE } from "../fields/values.js";
import type { Operation, Standard } from "../run/operation.js";
import type { ServiceRecord } from "../records/record.js";
import { notReadableIn } from "../run/state.js";
import { type Values, isHidden, knownIds, recorded } from "../run/sides.js";

/** Notes what state knows. */
export function noteFromState({ definition, session, olds, memory }: Operation): void {
  for (const [property, field] of Object.entries(definition.fields)) {
    if (!field.refers || !field.codec?.mayHide) continue;
    if (notReadableIn(olds).includes(property)) session.names.note(field.refers.to, "hidden");
    else if (knownIds(recorded(field, property, olds)).length > 0 && !memory.partial.includes(property))
      session.names.note(field.refers.to, "shown");
  }
}

/**
 * Notes references that the service has accepted and its record lacks, if the list is empty and no record has ever shown
 * such references.
 * @returns whether there are any
 */
export async function noteHidden(
  operation: Operation<Standard>,
  record: ServiceRecord,
  notKept: readonly string[],
): Promise<boolean> {
  const { definition, session, kind } = operation;
  let isNew = false;
  for (const property of notKept) {
    const field = definition.fields[property]!;
    const { refers, codec, record: key = "" } = field;
    if (!refers || codec?.mayHide?.(record[key], record) !== true) continue;
    for (const row of (await session.records[kind].read("known")).shown) isHidden(field, row, session.names);
    if (session.names.isShown(refers.to)) continue;
    session.names.note(refers.to, "hidden");
    session.say(
      `The service accepted ${property}, but its records show none. So ${property} is not compared, and a manual change to it is not noticed.`,
    );
    isNew = true;
  }
  return isNew;
}

/** The declared references that the record does not show. */
export const hiddenIn = ({ definition }: Operation, shown: Values, wanted: Values): string[] =>
  [...wanted.keys()].filter(
    (property) => definition.fields[property]!.codec?.mayHide && shown.get(property) === NOT_READABLE,
  );
