/**
 * A person whose row moves from one list of the program to another would be in two campaigns, and could be called twice,
 * until the old lead is deleted. So a list creates such leads after the other list has deleted its own.
 */
import type { Operation } from "../core/run/operation.js";
import { listSource } from "../core/run/program-leads.js";
import type { ServiceRecord } from "../core/records/record.js";
import type { Row } from "./rows.js";

/**
 * Waits until other lists have deleted the leads with the phone numbers of these rows. A list that is not being applied
 * after the listing lag may itself wait for this one (`dependsOn`), so the wait ends.
 */
export async function awaitRemovals(
  { session }: Operation,
  campaignId: number,
  rows: readonly Row[],
  live: readonly ServiceRecord[],
): Promise<void> {
  const numbers = new Set<unknown>(rows.map(({ phoneNumber }) => phoneNumber));
  const elsewhere = live.filter((lead) => numbers.has(lead["phone_number"]));
  if (elsewhere.length === 0) return;
  const { leads } = session.ledger;
  if (leads.hasSeveralSets) {
    await session.lookUntil(async () => ({ done: leads.areSetsKnown, value: undefined }));
    // Reported means checked. Only the diff after it announces what the other list deletes.
    await session.engineCalls.quiet();
  }
  const ids = new Set<unknown>(elsewhere.map(({ id }) => id));
  const removes = (isBegun: boolean): boolean =>
    [...leads.told].some(
      ([list, { changes }]) =>
        list !== listSource(campaignId) &&
        leads.applying.has(list) === isBegun &&
        changes.some(({ becomes, id }) => becomes === "gone" && ids.has(id)),
    );
  await session.lookUntil(async () => ({ done: !removes(false), value: undefined }));
  while (removes(true)) await session.clock.sleep(250);
}
