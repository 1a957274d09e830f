/**
 * A renamed resource without an alias: the engine creates the new resource before it deletes the old one, and passes it
 * no state. So the new resource does not know whose leads are gone, and those people may have asked not to be called.
 */
import { keyOf } from "../core/ledger.js";
import type { Operation } from "../core/operation.js";
import { counted, firstFew } from "../quoted.js";
import { type Recorded, numberHash } from "./recorded.js";
import type { Reconciled } from "./reconcile.js";

const ALIAS = 'aliases: [{ name: "OLD NAME" }]';

/**
 * Warns if a create may follow from a rename.
 * @param isReplacement whether the gone leads of the replaced resource are known
 */
export function warnOfRename(
  operation: Operation,
  { resume, create }: Reconciled,
  isReplacement: boolean,
): void {
  if (!operation.isNew || isReplacement || resume.length === 0 || create.length === 0) return;
  operation.note(
    `the campaign already has some leads of the list. If this resource was renamed, an apply also creates the leads that are gone, although these people may have asked not to be called. To prevent that, give the resource its old name as an alias: ${ALIAS}. After an interrupted run, nothing needs to be done.`,
    "warning",
  );
}

/** When the old resource is deleted: warns about gone leads that the new one has created again. */
export function warnOfCreatedAgain(operation: Operation, { key, leads }: Recorded): void {
  const { session, recordId } = operation;
  const numbers = new Set(leads.map(({ number }) => number));
  const prefix = keyOf("Lead", []).replace("[]", "");
  // A lead that still existed was adopted, and not created.
  const ids = [...session.ledger.assignedKeys].flatMap(([assigned, id]) => {
    if (id === undefined || !assigned.startsWith(prefix)) return [];
    if (session.ledger.object("Lead", id).origin !== "created") return [];
    const [campaign, number] = JSON.parse(assigned.slice(prefix.length)) as unknown[];
    return campaign === recordId && numbers.has(numberHash(key, number)) ? [id] : [];
  });
  if (ids.length === 0) return;
  operation.note(
    `${counted(ids.length, "lead")} of this resource ${ids.length === 1 ? "was" : "were"} gone, and another resource of this program has created ${ids.length === 1 ? "it" : "them"} again (${ids.length === 1 ? "id" : "ids"} ${firstFew(ids.map(String), 10)}). These people may have asked not to be called. After a rename, an alias prevents this: ${ALIAS}.`,
    "warning",
  );
}
