/**
 * People whose leads are gone may have asked not to be called. A replaced or renamed resource must not call them again,
 * although the engine passes no state to its create. After a rename without an alias, the engine creates the new resource
 * before it deletes the old one. So the new one does not know which leads are gone, and the delete corrects that.
 */
import { ALIAS } from "../core/run/describe.js";
import { keyOf } from "../core/run/sides.js";
import type { Operation } from "../core/run/operation.js";
import type { ServiceRecord } from "../core/records/record.js";
import { type Bag, ownValue } from "../core/fields/values.js";
import { counted, idsText } from "../base/quoted.js";
import { leadsBefore, notToCall } from "../campaign/blacklist.js";
import { isBlacklisted } from "../campaign/leads.js";
import { type Recorded, type RecordedLead, numberHash, recordedIn, valuesHash } from "./recorded.js";
import type { Rows } from "./rows.js";

/**
 * The leads, with blacklisted ones marked as gone: if they were deleted and created again, the service could call people
 * who must not be called.
 * @param live the leads in the account; undefined if they were not read
 */
function withBlacklisted({ key, leads }: Recorded, live: readonly ServiceRecord[] = []): Recorded {
  const ids = new Set(live.filter(isBlacklisted).map(({ id }) => id));
  const marks = { isGone: true, isBlacklisted: true } as const;
  return { key, leads: leads.map((lead) => (ids.has(lead.id) ? { ...lead, ...marks } : lead)) };
}

/** Whether a listing that was read lacks the lead. */
function missingIn(live: readonly ServiceRecord[] | undefined): (lead: RecordedLead) => boolean {
  const ids = live && new Set(live.map(({ id }) => id));
  return ({ id }) => ids?.has(id) === false;
}

/** A set that this run may replace. */
interface Replaced {
  readonly olds: Bag;
  readonly recorded: Recorded;
  readonly campaignId: number;
  /** Whether its delete leaves the leads in the campaign. */
  readonly keeps: boolean;
}

const setKey = ({ identity }: Operation): string => `set ${identity}`;
const campaignKey = ({ kind }: Operation, campaignId: number): string => `${kind} ${campaignId}`;

/**
 * Whether this create follows from a replacement that an earlier run has begun: this run has not deleted the old set,
 * which is in state.
 */
function isInterrupted({ verb, isNew, identity, session: { ledger } }: Operation): boolean {
  const { isChecked, isRemoved } = ledger.intent(identity);
  return verb === "create" && isNew && identity !== undefined && isChecked === true && !isRemoved;
}

/** Whether the old leads of an interrupted replacement are not known, so that some of them may have been gone. */
export const mayCreateGone = (operation: Operation): boolean =>
  isInterrupted(operation) &&
  !operation.session.ledger.replaced.has(setKey(operation)) &&
  ownValue(operation.news, "onGone") !== "recreate";

/**
 * Remembers the leads of a set for a later create of the resource, or with the same campaign, in this run. Only a diff
 * and the delete show the old state.
 */
export function rememberLeads(operation: Operation): void {
  const { session, olds, recordId: campaignId } = operation;
  const keeps = ownValue(olds, "onRemove") === "keep";
  const set: Replaced = { olds, recorded: recordedIn(operation), campaignId, keeps };
  session.ledger.replaced.set(campaignKey(operation, campaignId), set);
  session.ledger.replaced.set(setKey(operation), set);
}

/**
 * The update of the list that is still in state, for a create that follows from an interrupted replacement. The earlier
 * run may have left its leads in the campaign, where a second one would call the same person twice.
 */
export function ownEntry(operation: Operation, campaignId: number): Operation | undefined {
  const { session, identity } = operation;
  const set = session.ledger.replaced.get(setKey(operation)) as Replaced | undefined;
  if (!isInterrupted(operation) || set?.campaignId !== campaignId) return undefined;
  for (const { id } of set.recorded.leads)
    Object.assign(session.ledger.object("Lead", id), { owner: identity, fate: undefined });
  return operation.with({ verb: "update", id: String(campaignId), olds: set.olds });
}

/**
 * Called in the check of a new resource. If a diff of the same resource came before, the engine is replacing the set, for
 * example because of `replaceOnChanges`. Then marks the leads of the old set, so that they block neither its delete
 * nor the create of the new set.
 */
export async function releaseReplaced(operation: Operation): Promise<void> {
  const { session, isChecked } = operation;
  if (!isChecked) return;
  const set = session.ledger.replaced.get(setKey(operation)) as Replaced | undefined;
  if (!set) return;
  const isMissing = missingIn(session.offline ? [] : (await session.records.Lead.read("current")).all);
  for (const recorded of set.recorded.leads) {
    const lead = session.ledger.object("Lead", recorded.id);
    lead.owner = undefined;
    if (!set.keeps && !isMissing(recorded)) lead.fate = "replaced";
  }
}

/**
 * The leads of the set that this operation's resource replaces: those that were gone or blacklisted before the first
 * delete of this run, and those that its delete has left in the campaign.
 */
export async function goneBefore(
  operation: Operation,
  campaignId: number | undefined,
): Promise<Recorded | undefined> {
  const { session } = operation;
  const { replaced } = session.ledger;
  const key = campaignId === undefined ? "" : campaignKey(operation, campaignId);
  const set = (replaced.get(setKey(operation)) ?? replaced.get(key)) as Replaced | undefined;
  if (!set) return undefined;
  const before = session.offline ? undefined : await leadsBefore(session);
  const isMissing = missingIn(before);
  const { recorded, keeps } = set;
  const { leads } = withBlacklisted(recorded, before);
  const isMoved = set.campaignId !== campaignId;
  // If no lead is left, the campaign was probably deleted with its leads. Then only state shows who was gone before.
  const isEmptied = isMoved && !isInterrupted(operation) && leads.every(isMissing);
  const found = leads.flatMap((lead): RecordedLead[] => {
    if (lead.isGone || (!isEmptied && isMissing(lead))) return [{ ...lead, isGone: true }];
    return keeps && !isMoved ? [lead] : [];
  });
  return { key: recorded.key, leads: found };
}

/** Adds the people of the list whom the service must not call, and whose leads it deletes with a replaced campaign. */
export async function withNotToCall(
  { session, hints }: Operation,
  { key, leads }: Recorded,
  { rows }: Pick<Rows, "rows">,
): Promise<Recorded> {
  const coming = session.ledger.comingFor(hints, "campaign", "Campaign");
  const people = await notToCall(session, coming?.news["name"]);
  const known = new Set(leads.map(({ number }) => number));
  const more = rows.flatMap((row): RecordedLead[] => {
    const id = people.get(row.phoneNumber)?.id;
    const number = numberHash(key, row.phoneNumber);
    if (id === undefined || known.has(number)) return [];
    return [{ id, number, values: valuesHash(key, row, []), isGone: true, isBlacklisted: true }];
  });
  return { key, leads: [...leads, ...more] };
}

/**
 * For the delete of the old resource: its gone leads that another resource has created again in this run. The delete
 * must delete them too. None if the old resource has `onGone: "recreate"`, which allows them.
 */
export function createdAgain(
  { session: { ledger }, recordId, olds }: Operation,
  { key, leads }: Recorded,
): RecordedLead[] {
  if (ownValue(olds, "onGone") === "recreate") return [];
  const byNumber = new Map(leads.map((lead) => [lead.number, lead]));
  const prefix = keyOf("Lead", []).replace("[]", "");
  return [...ledger.assignedKeys].flatMap(([assigned, id]) => {
    if (id === undefined || !assigned.startsWith(prefix)) return [];
    // A lead that still existed was adopted, and not created.
    if (ledger.object("Lead", id).origin !== "created") return [];
    const [campaign, number] = JSON.parse(assigned.slice(prefix.length)) as unknown[];
    const lead = campaign === recordId ? byNumber.get(numberHash(key, number)) : undefined;
    return lead ? [{ ...lead, id }] : [];
  });
}

/** Warns of leads that another resource created again and that this delete will therefore delete. */
export function warnOfCreatedAgain(operation: Operation, leads: readonly RecordedLead[]): void {
  if (leads.length === 0) return;
  const [them, was, theyAre] = leads.length === 1 ? ["it", "was", "it is"] : ["them", "were", "they are"];
  operation.note(
    `${counted(leads.length, "lead")} of this resource ${was} gone, and another resource of this program created ${them} again. Because these people may have asked not to be called, ${theyAre} deleted (${idsText(
      leads.map(({ id }) => id),
      10,
    )}). After a rename, an alias prevents this: ${ALIAS}.`,
    "warning",
  );
}
