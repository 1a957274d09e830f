import { type VoicecallError, isVoicecallError } from "../base/errors.js";
import { quoted } from "../base/quoted.js";
import type { Change } from "../core/run/results.js";
import type { Operation } from "../core/run/operation.js";
import { HIDDEN } from "../core/run/state.js";
import { type Bag, hasUnknown, ownValue } from "../core/fields/values.js";
import { resolve } from "../core/run/wanted.js";
import { isNewTrigger } from "./record.js";
import { fields } from "./schema.js";

export function rememberName({ session: { ledger }, olds }: Operation): void {
  for (const name of [ownValue(olds, "campaign"), ownValue(olds, HIDDEN.campaignName)])
    if (typeof name === "string") ledger.stateByName.set(name, olds);
}

/** Whether the program uses the name that the campaign had when its id was recorded. */
const isNameOf = (olds: Bag, campaign: unknown): boolean =>
  typeof campaign === "string" &&
  [ownValue(olds, "campaign"), ownValue(olds, HIDDEN.campaignName)].includes(campaign) &&
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
 * The id of the campaign that the recorded name refers to now. Undefined if that is still the recorded
 * campaign, or if a new trigger switches to it.
 */
export async function movedTo({ session, olds, news }: Operation): Promise<number | undefined> {
  const campaign = ownValue(news, "campaign");
  if (session.offline || hasUnknown(campaign) || !isNameOf(olds, campaign) || isNewTrigger(olds, news))
    return undefined;
  try {
    const { comparable } = await resolve(fields.campaign, campaign, session.names);
    return comparable === ownValue(olds, "campaignId") ? undefined : (comparable as number);
  } catch (error) {
    // Check reports unknown names. The engine calls no check in a refresh.
    if (isVoicecallError(error, "unknown-name", "ambiguous-name")) return undefined;
    throw error;
  }
}

/** @throws VoicecallError "conflict" if a replacement would start a different campaign than before */
export async function assertNameStood(operation: Operation): Promise<void> {
  const { session, news } = operation;
  const olds = session.ledger.stateByName.get(ownValue(news, "campaign") as string);
  if (!olds || ownValue(news, "state") !== "started") return;
  const replaced = operation.with({ olds });
  const now = await movedTo(replaced);
  if (now !== undefined) throw moved(replaced, now);
}

export function moved(operation: Operation, now: number): VoicecallError {
  return operation.error("conflict", `nothing is started, because ${movedText(operation.olds, now)}`);
}

export function movedText(olds: Bag, now: number): string {
  const before = String(ownValue(olds, "campaignId"));
  const name = ownValue(olds, "campaign");
  const what = typeof name === "string" ? `the name ${quoted(name)}` : "the name";
  return `${what} referred to campaign ${before} and now refers to campaign ${now} in the account. No action is sent for campaign ${now}. To switch to campaign ${now}, give \`trigger\` a new value. To stay with campaign ${before}, declare campaign: ${before}.`;
}
