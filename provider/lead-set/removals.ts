/**
 * A person whose row moves from one list of the program to another would be in two campaigns, and could be called twice,
 * until the old lead is deleted. So a list creates such leads after the other list has deleted its own.
 */
import type { Operation } from "../core/run/operation.js";
import type { ServiceRecord } from "../core/records/record.js";
import type { Row } from "./rows.js";

/** Records the leads that this list deletes in this run, because they no longer have a row. */
export function announceRemovals({ session, identity }: Operation, ids: Iterable<number>): void {
  session.ledger.removals.set(identity, { ids: new Set(ids), state: "announced" });
}

/** Records that this list is being applied, or that it has sent its deletes. */
export function noteRemovals({ session, identity }: Operation, state: "begun" | "ended"): void {
  const removals = session.ledger.removals.get(identity);
  if (removals) session.ledger.removals.set(identity, { ...removals, state });
}

/**
 * Waits until other lists have deleted the leads with the phone numbers of these rows. A list that is not being applied
 * after the listing lag may itself wait for this one (`dependsOn`), so the wait ends.
 */
export async function awaitRemovals(
  { session, identity }: Operation,
  rows: readonly Row[],
  live: readonly ServiceRecord[],
): Promise<void> {
  const numbers = new Set<unknown>(rows.map(({ phoneNumber }) => phoneNumber));
  const elsewhere = live.filter((lead) => numbers.has(lead["phone_number"]));
  if (elsewhere.length === 0) return;
  const { declaredLeads } = session.ledger;
  if (declaredLeads.hasSeveralSets) {
    await session.lookUntil(async () => ({ done: declaredLeads.areSetsKnown, value: undefined }));
    // Reported means checked. Only the diff after it announces what the other list deletes.
    await session.engineIsQuiet();
  }
  const are = (state: "announced" | "begun"): boolean =>
    [...session.ledger.removals].some(
      ([list, removals]) =>
        list !== identity && removals.state === state && elsewhere.some(({ id }) => removals.ids.has(id)),
    );
  await session.lookUntil(async () => ({ done: !are("announced"), value: undefined }));
  while (are("begun")) await session.clock.sleep(250);
}
