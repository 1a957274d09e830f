import { orElse } from "../../base/errors.js";
import { asName } from "../../base/spellings.js";
import { type Bag, DECLARED_LEADS, hasUnknown, isObject, ownValue } from "../fields/values.js";
import { bothNames } from "../run/identity.js";
import type { Operation } from "../run/operation.js";
import { SOME_CAMPAIGN, comingCampaign } from "./campaigns.js";

/**
 * Claims the campaign of a resource, for a kind that can have only one resource per campaign.
 * @param mistake the error text. The id is undefined without a token, and for a campaign that this run will create.
 * @throws VoicecallError "exists" if another resource of the program is for the same campaign
 */
export async function assertOnlyOne(
  operation: Operation,
  mistake: (names: string, id: number | undefined) => string,
): Promise<void> {
  const { session, kind, identity, news } = operation;
  const campaign = ownValue(news, "campaign");
  const isComing = hasUnknown(campaign);
  if (identity === undefined || (isComing && session.offline)) return;
  const id = isComing ? await comingCampaign(operation) : await campaignOf(operation, campaign);
  if (id === SOME_CAMPAIGN) return;
  const other =
    session.ledger.claim(session.ledger.object(kind, id), identity) ?? (await announced(operation, id));
  if (other === undefined) return;
  throw operation.mistake(
    "exists",
    mistake(bothNames(other, identity), session.offline || isComing ? undefined : Number(id)),
  );
}

/** The campaign's id. Without a token: its name, which cannot be matched with an id. */
async function campaignOf(operation: Operation, campaign: unknown): Promise<string | number> {
  const known = operation.session.offline ? asName(campaign) : await operation.resolve("campaign", campaign);
  return known as string | number;
}

/**
 * A resource that the engine may report only after this one is applied. Without a preview, this campaign would be
 * started before the other resource fails. A preview reports all resources, so it needs no announcement.
 */
async function announced(operation: Operation, id: string | number): Promise<string | undefined> {
  if (operation.session.ledger.isPreview) return undefined;
  for (const [name, campaign] of othersIn(operation.hints)) {
    if (campaign === null) continue;
    // The check of the other resource reports its unknown campaign.
    const unknown = orElse(undefined, "unknown-name", "ambiguous-name");
    const theirs = campaign === true ? id : await campaignOf(operation, campaign).catch(unknown);
    if (theirs === id) return `${operation.kind} ${name}`;
  }
  return undefined;
}

/** The other resources of this kind: true if the campaign is the same resource, null if it is not known. */
function othersIn(hints: Bag): readonly (readonly [name: string, campaign: string | number | true | null])[] {
  const declared = ownValue(hints, DECLARED_LEADS);
  const others = isObject(declared) ? declared["others"] : undefined;
  return Array.isArray(others) ? (others as [string, string | number | true | null][]) : [];
}
