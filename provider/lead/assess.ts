import type { Operation, Standard } from "../core/run/operation.js";
import { findOrProveGone } from "../core/steps/readback.js";
import type { Assessment, Change, Findings } from "../core/run/results.js";
import { isUpdated } from "../core/steps/diff.js";
import { previewUpdate } from "./advice.js";
import { type Bag, hasUnknown, isObject, ownValue } from "../core/fields/values.js";
import { keyText } from "../base/quoted.js";
import { isBlacklisted } from "../campaign/leads.js";

/** Output of a gone lead that a replacement has deleted, but could not create again. */
export const RECREATE = "__recreate";

/** For a lead that was blacklisted when it was last seen. */
export const staysGone = ({ currentStatus: status }: Bag): string | undefined =>
  isBlacklisted({ status })
    ? "The person was blacklisted, so no lead is created again, also with onGone."
    : undefined;

/** Whether a gone lead may be created again. */
export const mayRecreate = (olds: Bag, news: Bag): boolean =>
  staysGone(olds) === undefined &&
  (ownValue(news, "onGone") === "recreate" || ownValue(olds, RECREATE) === true);

/**
 * Handles the changes that an update of a lead cannot make (spec 4.3): the service merges variables, so it cannot
 * remove one, and it accepts no secondary contacts.
 */
export function assess(olds: Bag, news: Bag, found: readonly Change[], label: string): Assessment {
  // A gone lead is created again only because of `onGone`, so no other change may replace it.
  if (ownValue(olds, "gone") === true)
    return mayRecreate(olds, news) ? { found, replaces: ["onGone"] } : { found };
  const replace = ownValue(news, "onUnconvergent") === "replace";
  const replaces: string[] = [];
  const notes: string[] = [];
  const stays = (property: string, why: string): void => {
    if (replace) replaces.push(property);
    // A value that is not known yet may turn out to be unchanged.
    else if (!hasUnknown(ownValue(news, property)))
      notes.push(`${label}: ${why}. To delete the lead and create it again, set onUnconvergent: "replace".`);
  };
  const contacts = found.some(({ property }) => property === "secondaryContacts");
  if (contacts)
    stays(
      "secondaryContacts",
      "the secondary contacts stay as they were when the lead was created, because the service cannot change them",
    );
  const removed = removedKeys(ownValue(olds, "variables"), ownValue(news, "variables"));
  if (removed.length > 0)
    stays(
      "variables",
      `the variables ${removed.map(keyText).join(", ")} stay in the service, because the service cannot remove variables`,
    );
  const remaining = replace ? found : found.filter(({ property }) => property !== "secondaryContacts");
  return { found: remaining, replaces, notes };
}

/**
 * A replacement creates the lead again, and the person may have asked not to be called. So a blacklisted lead is never
 * replaced, and a gone one only with `onGone: "recreate"`. Otherwise, a lead that turns out to be gone is updated, and
 * the update marks it as gone.
 */
export async function compare(
  operation: Operation,
  found: readonly Change[],
  findings: Findings,
): Promise<readonly Change[]> {
  const { session, olds, news, label, isChecked } = operation;
  const { replaces, notes } = findings;
  const mayReplace = replaces.length > 0 && isChecked && !session.offline;
  const record = mayReplace ? await findOrProveGone(operation as Operation<Standard>) : undefined;
  if (mayReplace && (record ? isBlacklisted(record) : !mayRecreate(olds, news))) replaces.length = 0;
  if (isBlacklisted(record))
    notes.push(
      `${label}: the lead is blacklisted, so it is not replaced: a new lead could be called. What the service cannot change stays as it is.`,
    );
  if (isUpdated(operation, found, findings)) await previewUpdate(operation);
  return isBlacklisted(record) ? found.filter(({ property }) => property !== "secondaryContacts") : found;
}

function removedKeys(before: unknown, after: unknown): string[] {
  if (!isObject(before)) return [];
  return Object.keys(before).filter((key) => !isObject(after) || !Object.hasOwn(after, key));
}
