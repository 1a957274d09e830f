import type { Operation } from "../core/run/operation.js";
import { assertOnlyOne } from "../core/steps/only-one.js";
import { hasUnknown, ownValue } from "../core/fields/values.js";
import { resolve } from "../core/run/wanted.js";
import { fields } from "./schema.js";

/**
 * A campaign can have only one CampaignState, because two could declare opposite states.
 * @throws VoicecallError "exists" if another CampaignState of the program is for the same campaign
 */
export async function assertOnlyState(operation: Operation): Promise<void> {
  const { session, news } = operation;
  const campaign = ownValue(news, "campaign") as string | number;
  if (hasUnknown(campaign)) return;
  // Without a token, a name cannot be matched with an id.
  const id = session.offline
    ? campaign
    : ((await resolve(fields.campaign, campaign, session.names)).comparable as number);
  const which = session.offline ? "the same campaign" : `campaign ${id}`;
  await assertOnlyOne(
    operation,
    id,
    (names) =>
      `the resources ${names} of this program are both for ${which}. A campaign can have only one CampaignState, because two would undo each other's actions. Remove one of them.`,
  );
}
