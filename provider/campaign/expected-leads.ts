import { VoicecallError } from "../base/errors.js";
import { counted, idsText } from "../base/quoted.js";
import { type Target, contactsOf } from "../core/run/fence.js";
import type { ObjectEntry } from "../core/run/ledger.js";
import type { Session } from "../core/run/session.js";
import type { Listed } from "../core/records/listed.js";
import type { ServiceRecord } from "../core/records/record.js";
import { type Bag, UNKNOWN, isObject } from "../core/fields/values.js";
import { isBlacklisted, listedFor } from "./leads.js";

/** A record of a lead. The id is undefined if the run creates the lead. */
export type ExpectedLead = Bag & { readonly id: number | undefined };

/** Whether a start may call the lead. A status that is not known may be one that is called. */
const isCallable = (lead: ExpectedLead): boolean => !isBlacklisted(lead) && lead["status"] !== "completed";

/** The numbers of a lead and its secondary contacts. */
export const targetsOf = (lead: ExpectedLead): Target[] =>
  [lead["phone_number"], ...contactsOf(lead["secondary_contacts"])].map((number) => ({
    number,
    where: lead.id === undefined ? "a new lead" : `lead ${lead.id}`,
  }));

/**
 * The leads of a campaign that a start would call after this run: those in the service, and those that resources of the
 * program create, change or delete, as far as the engine has reported them. Reads the listing once per run.
 * @param campaign its id, or the name of a campaign that this run will create
 * @throws VoicecallError if the listing cannot tell which leads the campaign has
 */
export async function expectedLeads(session: Session, campaign: number | string): Promise<ExpectedLead[]> {
  const { ledger } = session;
  const removals = [...ledger.removals.values()].filter(({ state }) => state !== "ended");
  const leads: (Record<string, unknown> & ExpectedLead)[] = [];
  /** How many announced leads with a number the listing shows already. */
  const created = new Map<unknown, number>();
  for (const row of livingRows(session, await listedFor(session, campaign, "known"))) {
    const { fate, origin, ...entry } = ledger.object("Lead", row.id);
    // The record of a new lead shows what the program declares.
    const declared = origin === "created" ? undefined : entry.declared;
    if (fate === "replaced" || removals.some(({ ids }) => ids.has(row.id))) continue;
    if ((await campaignOf(session, row, declared)) !== campaign) continue;
    // An update sends nothing but what changes in the program.
    const changed = Object.fromEntries(
      Object.entries(declared?.after ?? {}).filter(([key, value]) => declared!.before[key] !== value),
    );
    const { phoneNumber: number = row["phone_number"], status = row["status"], variables } = changed;
    if (origin === "created") created.set(number, (created.get(number) ?? 0) + 1);
    leads.push({ ...row, status, phone_number: number, variables: merged(row["variables"], variables) });
  }
  for (const { declared, isAdopting } of ledger.announcedLeads(campaign)) {
    const { phoneNumber: number, secondaryContacts, variables, status } = declared;
    const left = created.get(number) ?? 0;
    created.set(number, left - 1);
    if (left > 0) continue;
    const existing = isAdopting && leads.find((lead) => lead["phone_number"] === number);
    if (existing)
      Object.assign(existing, {
        status: status ?? existing["status"],
        variables: merged(existing["variables"], variables),
      });
    else
      leads.push({
        id: undefined,
        phone_number: number,
        variables,
        secondary_contacts: secondaryContacts,
        status,
      });
  }
  return leads.filter(isCallable);
}

/** The campaign of a lead after this run. A name may refer to another campaign than at the last apply. */
async function campaignOf(
  session: Session,
  row: ServiceRecord,
  declared: ObjectEntry["declared"],
): Promise<unknown> {
  const target = declared?.after["campaign"] ?? UNKNOWN;
  if (target === UNKNOWN) return row["campaign_id"];
  const { id } = await session.names.resolve("campaign", target as string);
  return id === declared!.before["campaignId"] ? row["campaign_id"] : id;
}

/**
 * The leads of a campaign that a start calls now, whatever this run will change later.
 * @throws VoicecallError like `expectedLeads`
 */
export async function calledNow(session: Session, campaign: number): Promise<ExpectedLead[]> {
  const rows = livingRows(session, await session.records("Lead").readPart(campaign, "now"));
  return rows.filter((row) => row["campaign_id"] === campaign && isCallable(row));
}

/** @throws VoicecallError "could-not-tell" if a lead of the account may be in any campaign */
function livingRows(session: Session, { all: rows }: Listed<ServiceRecord>): ServiceRecord[] {
  const unclear = rows.filter((row) => typeof row["campaign_id"] !== "number").map(({ id }) => id);
  if (unclear.length === 0)
    return rows.filter(({ id }) => session.ledger.object("Lead", id).fate !== "deleted");
  throw new VoicecallError(
    "could-not-tell",
    `the listing does not show the campaigns of ${counted(unclear.length, "lead")} (${idsText(unclear, 3)}).`,
    { request: "list leads", remedy: "Correct these leads in the service's dashboard." },
  );
}

/** The service merges variables. */
const merged = (before: unknown, after: unknown): unknown =>
  isObject(before) && isObject(after) ? { ...before, ...after } : (after ?? before);
