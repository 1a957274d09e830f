import { differentObject, isMoved } from "../core/account.js";
import type { Operation } from "../core/operation.js";
import { ownValue } from "../core/values.js";
import { fromState, numberHash } from "./recorded.js";

/**
 * With accountChange "allow", the new account may have unrelated leads and an unrelated campaign with the same ids.
 * They must be neither changed nor deleted.
 * @throws VoicecallError "wrong-account" if most leads with recorded ids have other phone numbers, or if there are no
 * such leads and the campaign has another name
 */
export async function assertSameLeads(operation: Operation): Promise<void> {
  const { session, recordId, olds } = operation;
  const recorded = fromState(olds);
  if (!recorded || !isMoved(operation)) return;
  const numbers = new Map(recorded.leads.map(({ id, number }) => [id, number]));
  const live = (await session.records("Lead").rows()).filter(({ id }) => numbers.has(id));
  const same = live.filter(
    ({ id, phone_number: number }) => numbers.get(id) === numberHash(recorded.key, number),
  );
  const isOther = live.length > 0 ? same.length * 2 < live.length : await isOtherCampaign(operation);
  if (!isOther) return;
  throw differentObject(
    operation,
    `the leads of the campaign with id ${recordId} in the account are different ones: their phone numbers or the name of the campaign differ from those in state`,
    "Then `pulumi up` creates the leads of the list in the account.",
  );
}

async function isOtherCampaign({ session, recordId, olds }: Operation): Promise<boolean> {
  const before = ownValue(olds, "campaignName");
  const now = await session.names.titleOf("campaign", recordId);
  return typeof before === "string" && now !== undefined && now !== before;
}
