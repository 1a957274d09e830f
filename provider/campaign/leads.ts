import type { Operation } from "../core/run/operation.js";
import type { Session } from "../core/run/session.js";
import { ownValue } from "../core/fields/values.js";
import { counted } from "../base/quoted.js";

/** The number of leads of a campaign, without those that this run has deleted or will replace. */
export async function leadsOf(session: Session, campaign: number, again = false): Promise<number> {
  const rows = await session.records("Lead").list(again);
  return rows.filter(
    ({ id, campaign_id }) => campaign_id === campaign && !session.ledger.object("Lead", id).isReplaced,
  ).length;
}

/**
 * The service deletes a campaign together with its leads. So a campaign that has leads is deleted only with
 * `onDestroy: "deleteLeads"`, or for a replacement that the program allows.
 * @throws VoicecallError "in-use" if the campaign has leads and neither applies
 */
export async function assertNoLeads(operation: Operation): Promise<void> {
  const { session, olds, object, recordId } = operation;
  if (ownValue(olds, "onDestroy") === "deleteLeads" || object.isReplaced) return;
  // This run may be deleting the leads too, and a listing may still show them.
  const leads = await session.lookUntil(async (again) => {
    const value = await leadsOf(session, recordId, again);
    return { done: value === 0, value };
  });
  if (leads === 0) return;
  throw operation.error(
    "in-use",
    `nothing was deleted, because the campaign has ${counted(leads, "lead")}, which the service would delete too. Delete the leads first. ` +
      'To delete them together with the campaign instead, set onDestroy: "deleteLeads" on the campaign, run `pulumi up`, and then delete the campaign.',
  );
}
