import { grouped } from "../base/grouped.js";
import { placeholders } from "../base/placeholders.js";
import { counted } from "../base/quoted.js";
import type { ExpectedLead } from "../campaign/leads.js";
import { fields as campaignFields } from "../campaign/schema.js";
import type { FieldTable } from "../core/fields/fields.js";
import { countryOf } from "../core/fields/phone-number.js";
import { type Bag, hasUnknown, isObject, ownValue } from "../core/fields/values.js";
import type { Coming } from "../core/run/ledger.js";
import type { Session } from "../core/run/session.js";
import type { Seen } from "./api.js";

/** Variables that each call provides, whatever its lead has. */
const OF_CALLS = ["phone_number", "customer_phone", "assistant_phone"];

/**
 * Whom a start will call, for a preview. Counts and countries only, because a user may have marked numbers and variables
 * as secret.
 * @param campaign its id, or the name of a campaign that this run will create
 */
export async function whomItCalls(
  session: Session,
  campaign: number | string,
  seen: Seen | undefined,
  expected: readonly ExpectedLead[],
): Promise<string> {
  const { ledger } = session;
  const coming = typeof campaign === "string" ? ledger.coming("Campaign", campaign) : undefined;
  const declared = coming?.news ?? ledger.object("Campaign", campaign).declared?.after ?? {};
  const assistant = ledger.comingFor(coming?.hints ?? {}, "assistant", "Assistant");
  const needed = await neededVariables(session, ownValue(declared, "assistant"), assistant).catch(
    () => undefined,
  );
  const lacking = needed && lackingIn(expected, needed);
  const it = session.ledger.leads.areReported ? "It" : "As far as this preview knows yet, it";
  return ` ${it} will call ${counted(expected.length, "lead")}${byCountry(expected)}; leads without a variable of the prompts: ${lacking ?? "unknown"}; hours: ${hours(seen, declared)}.`;
}

function byCountry(leads: readonly ExpectedLead[]): string {
  if (leads.length === 0) return "";
  const counts = [...grouped(leads, (lead) => countryOf(lead["phone_number"]) ?? "unknown")]
    .map(([country, { length: count }]) => ({ country, count }))
    .sort((one, other) => other.count - one.count || one.country.localeCompare(other.country));
  return ` (${counts.map(({ country, count }) => `${count} ${country}`).join(", ")})`;
}

/**
 * The variables that a lead must have for the prompts; undefined if they are not known. No record shows the assistant of
 * a campaign, so only a Campaign resource of the program does.
 */
async function neededVariables(
  session: Session,
  assistant: unknown,
  coming: Coming | undefined,
): Promise<string[] | undefined> {
  if (coming && hasUnknown(assistant)) return variablesIn(session, coming.news, {}, coming.identity);
  if (assistant === undefined || hasUnknown(assistant)) return undefined;
  const { id } = await session.names.resolve("assistant", assistant as string | number);
  const record: Bag = (await session.records.Assistant.read("known")).shownWithId(id) ?? {};
  const { declared } = session.ledger.object("Assistant", id);
  return variablesIn(session, declared?.after ?? {}, record, declared?.by);
}

function variablesIn(
  session: Session,
  after: Bag,
  record: Bag,
  resource: string | undefined,
): string[] | undefined {
  const greeting = after["initialMessage"] ?? record["initial_message"];
  const prompt = after["systemPrompt"] ?? record["system_prompt"];
  const variables = after["variables"] ?? record["variables"];
  if (typeof greeting !== "string" || typeof prompt !== "string") return undefined;
  if (hasUnknown([greeting, prompt, variables])) return undefined;
  const { filledIn } = session.ledger.intent(resource);
  const given = new Set<unknown>([...OF_CALLS, ...(Array.isArray(filledIn) ? (filledIn as unknown[]) : [])]);
  return placeholders(`${greeting}\n${prompt}`).filter(
    (name) => !given.has(name) && !provides(variables, name),
  );
}

/** `{{address.city}}` uses the variable `address`. An empty value is as good as none. */
const provides = (variables: unknown, name: string): boolean =>
  isObject(variables) &&
  Object.entries(variables).some(
    ([key, value]) => (value ?? "") !== "" && (key === name || name.startsWith(`${key}.`)),
  );

function lackingIn(leads: readonly ExpectedLead[], needed: readonly string[]): number | undefined {
  if (needed.length > 0 && leads.some(({ variables }) => hasUnknown(variables))) return undefined;
  return leads.filter(({ variables }) => needed.some((name) => !provides(variables, name))).length;
}

/** Only the Campaign resource of the program shows the time zone. */
function hours(seen: Seen | undefined, declared: Bag): string {
  const campaign: Bag = typeof seen === "object" ? seen : {};
  const shown = (property: keyof typeof campaignFields): unknown => {
    const { type, codec, record = "" } = (campaignFields as FieldTable)[property]!;
    const live = ownValue(campaign, record);
    const value = live === undefined || !codec ? live : codec.decode(live, campaign);
    return type.safeParse(value ?? ownValue(declared, property)).data;
  };
  const [from, to] = [shown("allowedHoursStartTime"), shown("allowedHoursEndTime")] as (string | undefined)[];
  if (from === undefined || to === undefined) return "unknown";
  const days = (shown("allowedDays") ?? ["days unknown"]) as string[];
  const zone = (shown("timezone") ?? "unknown") as string;
  const on = days.length === 7 ? "every day" : days.length === 0 ? "no day" : days.join(", ");
  const wrong = [
    ...(to < from ? ["they end before they begin"] : to === from ? ["they are empty"] : []),
    ...(days.length === 0 ? ["no day is allowed"] : []),
  ].join(", and ");
  const warning = wrong && ` (WARNING: ${wrong}; the service may call nobody, or at any time)`;
  return `${from}-${to}, ${on}${warning}, time zone ${zone}`;
}
