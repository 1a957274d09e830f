import { shownValue } from "../run/describe.js";
import { keyOf } from "../run/ledger.js";
import type { Operation } from "../run/operation.js";
import type { Session } from "../run/session.js";
import { asName } from "../../base/spellings.js";
import { ownValue } from "../fields/values.js";
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
