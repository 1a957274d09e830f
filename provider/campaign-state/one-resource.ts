import type { Operation } from "../core/run/operation.js";
import { inProgramOrder } from "../core/steps/one-key.js";
import { RESOURCE, hasUnknown, ownValue } from "../core/fields/values.js";
import { resolve } from "../core/run/wanted.js";
import { fields } from "./schema.js";

/**
 * A campaign can have only one CampaignState, because two could declare opposite states.
 * @throws VoicecallError "exists" if another CampaignState of the program is for the same campaign
 */
export async function assertOnlyOne(operation: Operation): Promise<void> {
  const { session, news, hints } = operation;
  const resource = ownValue(hints, RESOURCE);
  const campaign = ownValue(news, "campaign") as string | number;
  if (typeof resource !== "string" || hasUnknown(campaign)) return;
  // Without a token, a name cannot be matched with an id.
  const id = session.offline
    ? campaign
    : (await resolve(fields.campaign, campaign, session.names)).comparable;
  const other = session.ledger.claim(operation.objectWith(id as string | number), resource);
  if (other === undefined) return;
  const which = session.offline ? "the same campaign" : `campaign ${String(id)}`;
  throw operation.mistake(
    "exists",
    `the resources ${inProgramOrder(other, resource).join(" and ")} of this program are both for ${which}. A campaign can have only one CampaignState, because two would undo each other's actions. Remove one of them.`,
  );
}
