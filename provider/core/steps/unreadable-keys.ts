import type { VoicecallError } from "../../base/errors.js";
import { counted, idsText } from "../../base/quoted.js";
import { isSuperseded } from "../run/ledger.js";
import type { Operation, Standard } from "../run/operation.js";

/**
 * The error if no listed object has a key, but one whose record cannot be read may have it. A second object would be
 * reached by callers, or called, beside the first.
 */
export function mayBeTaken(operation: Operation<Standard>): VoicecallError | undefined {
  const { definition, recordId } = operation;
  const { listing } = operation.api();
  const ids = listing
    .knownWithoutKey()
    .map(({ id }) => id)
    .filter((id) => id !== recordId && !isSuperseded(operation.objectWith(id)));
  const unidentified =
    listing.unidentified > 0 ? [counted(listing.unidentified, "record") + " without an id"] : [];
  const records = [...(ids.length > 0 ? [idsText(ids, 5)] : []), ...unidentified];
  if (records.length === 0) return undefined;
  return operation.mistake(
    "could-not-tell",
    `nothing is sent, because existing records cannot be read (${records.join(", ")}), and one of them may have this ${definition.key}.`,
    `Correct them in the service, or set onExisting: "create" to create the object anyway.`,
  );
}
