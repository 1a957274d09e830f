/**
 * Handles a resource that was renamed without an alias. The engine creates the new resource before it deletes the old
 * one, and passes no state to the create. So the new resource does not know which leads are gone, and those people may
 * have asked not to be called.
 */
import { ALIAS } from "../core/run/describe.js";
import { keyOf } from "../core/run/ledger.js";
import type { Operation } from "../core/run/operation.js";
import { ownValue } from "../core/fields/values.js";
import { counted, firstFew } from "../base/quoted.js";
import { type Recorded, type RecordedLead, numberHash } from "./recorded.js";
import type { Reconciled } from "./reconcile.js";

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
    `the campaign already has some leads of the list. If this resource was renamed, an apply also creates the leads that are gone, and deletes them when it deletes the old resource. Until then, these people may be called. To prevent that, give the resource its old name as an alias: ${ALIAS}. After an interrupted run, nothing needs to be done.`,
    "warning",
  );
}

/**
 * For the delete of the old resource: its gone leads that another resource has created again in this run. The delete
 * must delete them too. None if the old resource has `onGone: "recreate"`, which allows them.
 */
export function createdAgain(
  { session: { ledger }, recordId, olds }: Operation,
  { key, leads }: Recorded,
): RecordedLead[] {
  if (ownValue(olds, "onGone") === "recreate") return [];
  const byNumber = new Map(leads.map((lead) => [lead.number, lead]));
  const prefix = keyOf("Lead", []).replace("[]", "");
  return [...ledger.assignedKeys].flatMap(([assigned, id]) => {
    if (id === undefined || !assigned.startsWith(prefix)) return [];
    // A lead that still existed was adopted, and not created.
    if (ledger.object("Lead", id).origin !== "created") return [];
    const [campaign, number] = JSON.parse(assigned.slice(prefix.length)) as unknown[];
    const lead = campaign === recordId ? byNumber.get(numberHash(key, number)) : undefined;
    return lead ? [{ ...lead, id }] : [];
  });
}

/** Warns of leads that another resource created again and that this delete will therefore delete. */
export function warnOfCreatedAgain(operation: Operation, leads: readonly RecordedLead[]): void {
  if (leads.length === 0) return;
  const [them, was, ids] = leads.length === 1 ? ["it", "was", "id"] : ["them", "were", "ids"];
  operation.note(
    `${counted(leads.length, "lead")} of this resource ${was} gone, and another resource of this program created ${them} again. Because these people may have asked not to be called, ${them === "it" ? "it is" : "they are"} deleted (${ids} ${firstFew(
      leads.map(({ id }) => String(id)),
      10,
    )}). After a rename, an alias prevents this: ${ALIAS}.`,
    "warning",
  );
}
