import type { ServiceRecord } from "../core/records/record.js";
import type { Age } from "../core/records/snapshot.js";
import type { Listed } from "../core/records/listed.js";
import { isFaulty } from "../core/records/unreadable.js";
import { isSuperseded, keyOf } from "../core/run/ledger.js";
import type { Operation } from "../core/run/operation.js";
import type { Session } from "../core/run/session.js";
import { type Bag, ownValue } from "../core/fields/values.js";
import { counted } from "../base/quoted.js";

/**
 * Whether the service must not call this person (docs/assumptions.md: statuses). It could call a new lead for the same
 * person.
 */
export const isBlacklisted = (lead: Bag | undefined): boolean => lead?.["status"] === "blacklisted";

/**
 * The listing of a campaign's leads, or of all leads: another resource of the program may have leads that come from
 * elsewhere, or go there.
 */
export function listedFor(session: Session, campaign: unknown, age: Age): Promise<Listed<ServiceRecord>> {
  const listing = session.records("Lead");
  const isEnough = typeof campaign === "number" && session.ledger.declaredLeads.areInOneCampaign;
  return isEnough ? listing.readPart(campaign, age) : listing.read(age);
}

/** The leads of a campaign, without those that this run has deleted or will replace. */
export async function leadsOf(
  session: Session,
  campaign: number,
  listed = listedFor(session, campaign, "current"),
): Promise<ServiceRecord[]> {
  return (await listed).all.filter(
    ({ id, campaign_id }) => campaign_id === campaign && !isSuperseded(session.ledger.object("Lead", id)),
  );
}

/**
 * Whether a resource of the program names the lead, as far as this run knows. Also true for a lead that this run has
 * deleted or will replace, and for a lead whose number cannot be read: a resource may name it.
 */
export function isNamed({ ledger }: Session, lead: ServiceRecord): boolean {
  const object = ledger.object("Lead", lead.id);
  const key = keyOf("Lead", [lead["campaign_id"], lead["phone_number"]]);
  return (
    isFaulty(lead, "phone_number") ||
    object.owner !== undefined ||
    object.isInState === true ||
    isSuperseded(object) ||
    object.origin !== undefined ||
    object.promised !== undefined ||
    ledger.isClaimed(key) ||
    ledger.assignedKeys.has(key) ||
    ledger.declaredLeads.has(lead["phone_number"])
  );
}

/**
 * The service deletes a campaign together with its leads. So a campaign that has leads is deleted only with
 * `onDestroy: "deleteLeads"`, or for a replacement that the program allows.
 * @throws VoicecallError "in-use" if the campaign has leads and neither applies
 */
export async function assertNoLeads(operation: Operation): Promise<void> {
  const { session, olds, object, recordId } = operation;
  if (ownValue(olds, "onDestroy") === "deleteLeads" || isSuperseded(object)) return;
  // This run may be deleting the leads too, and a listing may still show them.
  const leads = await session.lookUntil(async (age) => {
    const listed = session.records("Lead").read(age, session.settings.listLag);
    const { length: value } = await leadsOf(session, recordId, listed);
    return { done: value === 0, value };
  });
  if (leads === 0) return;
  throw operation.error(
    "in-use",
    `nothing was deleted, because the campaign has ${counted(leads, "lead")}, which the service would delete too. Delete the leads first. ` +
      'To delete them together with the campaign instead, set onDestroy: "deleteLeads" on the campaign, run `pulumi up`, and then delete the campaign.',
  );
}
