import { VoicecallError } from "../base/errors.js";
import { counted, idsText } from "../base/quoted.js";
import type { ServiceRecord } from "../core/records/record.js";
import type { Age } from "../core/records/snapshot.js";
import type { Listed } from "../core/records/listed.js";
import { isFaulty } from "../core/records/unreadable.js";
import { type Target, contactsOf } from "../core/run/fence.js";
import { isSuperseded } from "../core/run/ledger.js";
import { keyOf } from "../core/run/sides.js";
import type { Operation } from "../core/run/operation.js";
import type { LeadChange } from "../core/run/program-leads.js";
import type { Session } from "../core/run/session.js";
import { type Bag, UNKNOWN, isObject, ownValue } from "../core/fields/values.js";

/** A record of a lead. The id is undefined if the run creates it. */
export type ExpectedLead = Bag & { readonly id: number | undefined };

/**
 * Whether the service must not call this person (docs/assumptions.md: statuses). It could call a new lead for the same
 * person.
 */
export const isBlacklisted = (lead: Bag | undefined): boolean => lead?.["status"] === "blacklisted";

/** Whether a start may call the lead. A status that is not known may be one that is called. */
const isCallable = (lead: Bag): boolean => !isBlacklisted(lead) && lead["status"] !== "completed";

/** The numbers of a lead and its secondary contacts. */
export const targetsOf = (lead: ExpectedLead): Target[] =>
  [lead["phone_number"], ...contactsOf(lead["secondary_contacts"])].map((number) => ({
    number,
    where: lead.id === undefined ? "a new lead" : `lead ${lead.id}`,
  }));

/**
 * The listing of a campaign's leads, or of all leads: another resource of the program may have leads that come from
 * elsewhere, or go there.
 */
export function listedFor(session: Session, campaign: unknown, age: Age): Promise<Listed<ServiceRecord>> {
  const listing = session.records.Lead;
  const isEnough = typeof campaign === "number" && session.ledger.leads.areInOneCampaign;
  return isEnough ? listing.readPart(campaign, age) : listing.read(age);
}

/** The leads that a campaign has now, without those that this run has deleted or will replace. */
export async function leadsOf(
  session: Session,
  campaign: number,
  listed = listedFor(session, campaign, "current"),
): Promise<ServiceRecord[]> {
  return (await listed).all.filter(
    ({ id, campaign_id }) => campaign_id === campaign && !isSuperseded(session.ledger.object("Lead", id)),
  );
}

/**
 * The leads that a start would call after this run: those in the service, with what the resources of the program have
 * told so far. What may stay counts. Reads the listing once per run.
 * @param campaign its id, or the name of a campaign that this run will create
 * @throws VoicecallError if the listing cannot tell which leads the campaign has
 */
export async function calledAfter(session: Session, campaign: number | string): Promise<ExpectedLead[]> {
  const { ledger } = session;
  const changes = ledger.leads.changesById();
  const leads: (Record<string, unknown> & ExpectedLead)[] = [];
  /** How many new leads with a number the listing shows already. */
  const created = new Map<unknown, number>();
  for (const row of livingRows(session, await listedFor(session, campaign, "known"))) {
    const { fate, origin } = ledger.object("Lead", row.id);
    // The record of a new lead shows what the program declares.
    const change = origin === "created" ? undefined : changes.get(row.id);
    if (fate === "replaced" || change?.becomes === "gone") continue;
    if ((await campaignOf(session, row, change)) !== campaign) continue;
    // An update sends nothing but what changes in the program.
    const changed = Object.fromEntries(
      Object.entries(change?.after ?? {}).filter(([key, value]) => change!.before?.[key] !== value),
    );
    const { phoneNumber: number = row["phone_number"], status = row["status"], variables } = changed;
    if (origin === "created") created.set(number, (created.get(number) ?? 0) + 1);
    leads.push({ ...row, status, phone_number: number, variables: merged(row["variables"], variables) });
  }
  for (const { after = {}, isAdopting } of ledger.leads.newIn(campaign)) {
    const { phoneNumber: number, secondaryContacts, variables, status } = after;
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
  change: LeadChange | undefined,
): Promise<unknown> {
  const target = change?.after?.["campaign"] ?? UNKNOWN;
  if (target === UNKNOWN) return row["campaign_id"];
  const { id } = await session.names.resolve("campaign", target as string);
  return id === change!.before?.["campaignId"] ? row["campaign_id"] : id;
}

/**
 * The leads of a campaign that a start calls now, whatever this run will change later.
 * @throws VoicecallError like `calledAfter`
 */
export async function calledNow(session: Session, campaign: number): Promise<ExpectedLead[]> {
  const rows = livingRows(session, await session.records.Lead.readPart(campaign, "now"));
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

/**
 * The leads of a campaign that no list and no resource of the program names, as far as this run knows. Without blacklisted
 * leads: nobody calls them, and they keep these people from being called. A lead whose number cannot be read may be named,
 * and so may one that this run has deleted or will replace.
 * @param live the leads in the account
 */
export function unnamed(
  { ledger }: Session,
  campaign: number,
  live: readonly ServiceRecord[],
): ServiceRecord[] {
  const listed = ledger.leads.listedIn(campaign);
  const isUnnamed = (lead: ServiceRecord): boolean => {
    if (lead["campaign_id"] !== campaign || isBlacklisted(lead) || isFaulty(lead, "phone_number"))
      return false;
    const number = lead["phone_number"];
    if (listed?.has(number) || ledger.leads.has(number)) return false;
    const object = ledger.object("Lead", lead.id);
    const { owner, origin, promised, isInState } = object;
    if ((owner ?? origin ?? promised ?? isInState) !== undefined || isSuperseded(object)) return false;
    const key = keyOf("Lead", [campaign, number]);
    return !ledger.isClaimed(key) && !ledger.assignedKeys.has(key);
  };
  return live.filter(isUnnamed);
}

/**
 * The service deletes a campaign together with its leads. So a campaign that has leads is deleted only with
 * `onDestroy: "deleteLeads"`, or for a replacement that the program allows.
 * @throws VoicecallError "in-use" if the campaign has leads and neither applies
 */
export async function assertNoLeads(operation: Operation): Promise<void> {
  const { session, olds, object, recordId } = operation;
  if (ownValue(olds, "onDestroy") === "deleteLeads" || isSuperseded(object)) return;
  // This run may be deleting the leads too, and a listing may still show them.
  const leads = await session.lookUntil(async (age) => {
    const listed = session.records.Lead.read(age, session.settings.listLag);
    const { length: value } = await leadsOf(session, recordId, listed);
    return { done: value === 0, value };
  });
  if (leads === 0) return;
  throw operation.error(
    "in-use",
    `nothing was deleted, because the campaign has ${counted(leads, "lead")}, which the service would delete too. Delete the leads first. ` +
      'To delete them together with the campaign instead, set onDestroy: "deleteLeads" on the campaign, run `pulumi up`, and then delete the campaign.',
  );
}
