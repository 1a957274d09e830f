import { difference, withNames } from "../core/run/describe.js";
import { role } from "../core/fields/fields.js";
import type { Operation } from "../core/run/operation.js";
import type { Change, Findings } from "../core/run/results.js";
import { hasUnknown, ownValue } from "../core/fields/values.js";
import { recorded } from "../core/run/sides.js";
import { planUpdate } from "../core/steps/plan.js";
import { isVoicecallError } from "../base/errors.js";
import { counted } from "../base/quoted.js";
import { leadsOf } from "./leads.js";

/** Why the provider never sends a change to a campaign. */
export const unchangeable = "the API has no request that changes a campaign";

/**
 * A change replaces the campaign if the program allows it, and is rejected otherwise. A refresh only reports it.
 * @throws VoicecallError "unsupported"
 */
export async function compare(
  operation: Operation,
  found: readonly Change[],
  { notes, replaces }: Findings,
): Promise<readonly Change[]> {
  const { news, label } = operation;
  // If the resource was not checked, this is a refresh: every other diff follows a check.
  if (!operation.isChecked) return found;
  const changed = await unmade(operation, found);
  if (changed.length === 0) return found;
  const known = changed.filter((property) => !hasUnknown(ownValue(news, property)));
  const isSure = known.length > 0;
  const what = (isSure ? known : changed).join(", ");
  if (ownValue(news, "onChange") === "replace") {
    notes.push(
      `${label}: ${what} ${isSure ? "will change" : "may change"}, but ${unchangeable}. ` +
        `Applying this ${isSure ? "deletes" : "may delete"} the campaign with ${await itsLeads(operation)} and creates it again as a draft (onChange: "replace").`,
    );
    replaces.push(...changed);
    return found;
  }
  if (!isSure) {
    notes.push(`${label}: ${what} may change. If so, applying this fails: ${unchangeable}.`);
    return found;
  }
  const differences = await Promise.all(known.map((property) => described(operation, property)));
  const isShown = known.every((property) => operation.definition.fields[property]!.record !== undefined);
  throw operation.mistake(
    "unsupported",
    `this cannot be changed: ${differences.join(", ")}, because ${unchangeable}. Undo the change` +
      `${isShown ? ", or make the same change in the service's dashboard" : ""}; or declare onChange: "replace", ` +
      `which deletes the campaign with ${await itsLeads(operation)} and creates it again as a draft.`,
  );
}

/**
 * The properties whose declared values the live campaign does not have: those that changed, and those that
 * the service may not have stored at creation. Empty if the campaign is gone, because the update reports
 * that. Without a token: all changed properties.
 */
async function unmade(operation: Operation, found: readonly Change[]): Promise<string[]> {
  const { definition, session, news, recordId, memory } = operation;
  const changed = found
    .filter(({ property, how }) => role(definition.fields[property]!) === "field" && how !== "removed")
    .map(({ property }) => property);
  if (session.offline || changed.length + memory.partial.length === 0) return changed;
  const record = (await session.records.Campaign.read("current")).shownWithId(recordId);
  if (!record) return [];
  const wanted = await operation.known().resolved();
  const { fields } = await planUpdate(operation, record, wanted, found);
  return [...fields, ...changed.filter((property) => hasUnknown(ownValue(news, property)))];
}

async function described(operation: Operation, property: string): Promise<string> {
  const { definition, session, olds, news } = operation;
  const field = definition.fields[property]!;
  // Without a token, names cannot be matched with ids.
  if (session.offline) return difference(property, field, ownValue(olds, property), ownValue(news, property));
  const sides = [recorded(field, property, olds), await operation.resolve(property)];
  const [from, to] = await Promise.all(sides.map((value) => withNames(field, value, session.names)));
  return difference(property, field, from, to);
}

async function itsLeads({ session, recordId }: Operation): Promise<string> {
  if (session.offline) return "its leads";
  try {
    return `its ${counted((await leadsOf(session, recordId)).length, "lead")}`;
  } catch (error) {
    if (!isVoicecallError(error)) throw error;
    return "all its leads (they could not be counted)";
  }
}
