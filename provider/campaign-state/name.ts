import { orElse } from "../base/errors.js";
import { asName } from "../base/spellings.js";
import { quoted } from "../base/quoted.js";
import type { Change } from "../core/run/results.js";
import type { Operation } from "../core/run/operation.js";
import { HIDDEN } from "../core/run/state.js";
import { declaredCampaign } from "../core/steps/campaigns.js";
import { type Bag, hasUnknown, ownValue } from "../core/fields/values.js";
import { isNewTrigger } from "./record.js";

const nameKey = (name: unknown): string => `state of ${asName(String(name))}`;

/** The name in the program, and the one that the listing showed, when the id was recorded. */
const namesIn = (olds: Bag): string[] =>
  [ownValue(olds, "campaign"), ownValue(olds, HIDDEN.campaignName)].filter(
    (name) => typeof name === "string",
  );

export function rememberName({ session: { ledger }, olds }: Operation): void {
  for (const name of namesIn(olds)) ledger.replaced.set(nameKey(name), olds);
}

/** Whether the program uses the name that the campaign had when its id was recorded. */
const isNameOf = (olds: Bag, campaign: unknown): boolean =>
  typeof campaign === "string" &&
  namesIn(olds).map(asName).includes(asName(campaign)) &&
  ownValue(olds, "campaignId") !== undefined;

/**
 * Ignores a difference in `campaign` if the program still uses the recorded name, which now refers to a
 * different campaign. A new trigger switches to that campaign, so the difference then counts.
 */
export const withoutMovedName = (olds: Bag, news: Bag, found: readonly Change[]): readonly Change[] =>
  isNameOf(olds, ownValue(news, "campaign")) && !isNewTrigger(olds, news)
    ? found.filter(({ property }) => property !== "campaign")
    : found;

/**
 * Says that the recorded name now refers to a different campaign. Undefined if it does not, or if a new trigger
 * switches to that campaign. For a new resource, the name is the one that the replaced resource recorded.
 */
export async function movedText(operation: Operation): Promise<string | undefined> {
  const { session, news, isNew } = operation;
  const name = ownValue(news, "campaign");
  const olds = isNew ? (session.ledger.replaced.get(nameKey(name)) as Bag | undefined) : operation.olds;
  if (!olds || session.offline || hasUnknown(name) || !isNameOf(olds, name) || isNewTrigger(olds, news))
    return undefined;
  // Check reports unknown names. The engine calls no check in a refresh.
  const now = await declaredCampaign(operation).catch(orElse(undefined, "unknown-name", "ambiguous-name"));
  const before = ownValue(olds, "campaignId") as number;
  if (now === undefined || now === before) return undefined;
  return `the name ${quoted(name as string)} referred to campaign ${before} and now refers to campaign ${now} in the account. No action is sent for campaign ${now}. To switch to campaign ${now}, give \`trigger\` a new value. To stay with campaign ${before}, declare campaign: ${before}.`;
}
