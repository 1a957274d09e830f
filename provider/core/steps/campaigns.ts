import { bothNames, shownValue } from "../run/describe.js";
import { keyOf } from "../run/sides.js";
import type { Operation } from "../run/operation.js";
import type { Session } from "../run/session.js";
import { asName } from "../../base/spellings.js";
import { type Bag, DECLARED_LEADS, hasUnknown, isObject, ownValue } from "../fields/values.js";
import { orElse } from "../../base/errors.js";

/** Whether the account has a campaign with this id and name. False if the service has no campaign listing. */
export async function hasCampaign(session: Session, id: unknown, name: unknown): Promise<boolean> {
  if (typeof id !== "number" || typeof name !== "string") return false;
  const listed = await session.records.Campaign.read("current").catch(
    orElse(undefined, "route-missing", "unsupported"),
  );
  const row = listed?.shownWithId(id);
  return row !== undefined && asName(row.name) === asName(name);
}

/** The id of the campaign that the program declares. Needs a token, and a known campaign. */
export const declaredCampaign = (operation: Operation): Promise<number> =>
  operation.resolve("campaign") as Promise<number>;

/** Stands for a campaign of which a preview knows nothing. */
export const SOME_CAMPAIGN = "";

/**
 * In a preview: the name of the declared campaign if this run will create it. `SOME_CAMPAIGN` if it is not known, and if
 * the run may adopt a campaign.
 */
export async function comingCampaign({ session, hints }: Operation): Promise<string> {
  const coming = session.ledger.comingFor(hints, "campaign", "Campaign");
  const name = coming?.news["name"];
  if (!coming || typeof name !== "string" || "adoptId" in coming.news) return SOME_CAMPAIGN;
  // Such a name could be mistaken for an id.
  if (/^\d+$/.test(name)) return SOME_CAMPAIGN;
  // The program may create several campaigns of this name.
  if (coming.onExisting === "create") return SOME_CAMPAIGN;
  const listed = await session.records.Campaign.read("current").catch(orElse(undefined));
  const key = (text: string): string => keyOf("Campaign", [text]);
  return !listed || listed.shown.some((row) => key(row.name) === key(name)) ? SOME_CAMPAIGN : name;
}

/**
 * Warns that the program's new policy does not apply to the old campaign of a replacement.
 * @param done what the replacement does with the old campaign
 */
export function sayOldPolicy(operation: Operation, property: string, done: string): void {
  const { definition, olds } = operation;
  const value = shownValue(definition.fields[property]!, ownValue(olds, property));
  operation.note(
    `the replacement ${done}, because ${property} is ${value} in state, and a new value does not apply to the old campaign. To apply it there, change ${property} and run \`pulumi up\` before you change \`campaign\`.`,
    "warning",
  );
}

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
