import { calledAfter, listedFor, targetsOf, unnamed } from "../campaign/leads.js";
import { accountMark } from "../core/steps/account.js";
import { IF_STILL_IN_STATE } from "../core/steps/adoption.js";
import { type Obstacle, isFenced, obstacle } from "../core/run/fence.js";
import { nameIn } from "../core/run/describe.js";
import { isSuperseded } from "../core/run/ledger.js";
import { keyOf } from "../core/run/sides.js";
import type { Operation } from "../core/run/operation.js";
import { type LeadChange, listSource } from "../core/run/program-leads.js";
import type { ServiceRecord } from "../core/records/record.js";
import { outputs } from "../core/run/state.js";
import { type Bag, isObject, ownValue } from "../core/fields/values.js";
import { orElse } from "../base/errors.js";
import { type Window, isWithin } from "../core/steps/interrupted.js";
import type { Applied } from "./apply.js";
import { columnsOf, variableNames } from "./columns.js";
import { type Recorded, leadIdsIn, newKey, recordedIn, toState, withoutOthers } from "./recorded.js";
import { goneBefore, withNotToCall } from "./gone.js";
import { type Reconciled, type Sides, reconcile } from "./reconcile.js";
import type { Row, Rows } from "./rows.js";

export const KIND = "LeadSet";

/** Output: the window in which an interrupted run may have created leads. `voicecall resume` sets it for one apply. */
export const CONTINUES = "__continues";

export const isExclusive = ({ news }: Operation): boolean => ownValue(news, "exclusive") === true;

/**
 * Whether `exclusive` removes leads that are not in the list. Never in an apply that does not know the leads of all Lead
 * resources, as with `--target`.
 */
export function removesUnlisted(operation: Operation, { known }: Pick<Planned, "known">): boolean {
  const isApply = operation.verb === "create" || operation.verb === "update";
  return isExclusive(operation) && (known === "now" || (known === "later" && !isApply));
}

/** Whether the last write is so recent that a listing may not show it yet. */
export function isRecent({ session, memory }: Operation): boolean {
  const { createdAt } = memory;
  return createdAt !== undefined && session.clock.now() - createdAt < session.settings.listLag;
}

/**
 * The leads of the campaign, or all leads of the account: if a recorded lead is not in the campaign, it may have been
 * moved, and other resources of the program may have leads elsewhere.
 */
export async function leadsIn(operation: Operation, campaignId: number): Promise<readonly ServiceRecord[]> {
  const { session, olds, verb } = operation;
  const listing = session.records.Lead;
  const listed = await (verb === "read"
    ? listing.readPart(campaignId, "current")
    : listedFor(session, campaignId, "current"));
  const isHere = leadIdsIn(olds).every((id) => listed.shownWithId(id));
  return (isHere ? listed : await listing.read("current")).all;
}

/** What an apply of the program's list does to the leads of the campaign. */
export interface Planned {
  readonly rows: Rows;
  readonly sides: Sides;
  readonly plan: Reconciled;
  /** Ids of the leads of the campaign that no row and no resource names. */
  readonly unlisted: readonly number[];
  /** Whether these are all that resources name. */
  readonly known: "now" | "later" | "unsure";
}

/**
 * Compares the list with state and the service, and tells the other resources of the run what it does.
 * @param campaignId undefined while it is not known
 * @param live the leads in the account; undefined if they were not read
 * @param coming the name of a campaign that this run will create
 */
export async function planned(
  operation: Operation,
  rows: Rows,
  campaignId: number | undefined,
  live: readonly ServiceRecord[] | undefined,
  coming?: string,
): Promise<Planned> {
  const { session } = operation;
  const recorded = operation.isNew
    ? await recordedBefore(operation, rows, campaignId)
    : recordedIn(operation);
  const sides = sidesOf(operation, recorded, { ...rows, campaignId, live });
  const plan = reconcile(sides);
  // `voicecall leads plan` is about no resource.
  const isResource = operation.isNew && operation.identity !== undefined;
  if (isResource && plan.resume.length + plan.adopt.length > 0) operation.say(IF_STILL_IN_STATE);
  const campaign = campaignId ?? coming;
  if (campaign === undefined) return { rows, sides, plan, unlisted: [], known: "unsure" };
  const { leads } = session.ledger;
  const listed = new Set([...rows.rows.map(({ phoneNumber }) => phoneNumber), ...rows.skipped]);
  const changes: LeadChange[] = [
    ...plan.create.map((row): LeadChange => ({ becomes: "new", after: valuesOf(row) })),
    // The list takes a lead back that was moved by hand.
    ...[...plan.update, ...plan.adopt].map(({ row, lead: { id } }): LeadChange => ({
      becomes: "changed",
      id,
      after: { campaign, ...valuesOf(row) },
    })),
  ];
  leads.told.set(listSource(campaign), { campaign, changes, listed });
  for (const { id } of recorded.leads) session.ledger.object("Lead", id).isInState = true;
  const isListed = campaignId !== undefined && live !== undefined;
  const unlisted = isListed ? unnamed(session, campaignId, live).map(({ id }) => id) : [];
  const known = isListed ? leads.areKnown(live) : "unsure";
  // What `exclusive` removes only if the run learns enough may stay, and is called.
  const removed = [
    ...plan.remove.map(({ id }) => id),
    ...(isExclusive(operation) && known === "now" ? unlisted : []),
  ];
  for (const id of removed) changes.push({ becomes: "gone", id });
  return { rows, sides, plan, unlisted, known };
}

const valuesOf = ({ phoneNumber, variables }: Row): Bag => ({ phoneNumber, variables });

/** The create of a replacement must not create people again whose leads are gone. */
async function recordedBefore(operation: Operation, rows: Rows, campaignId?: number): Promise<Recorded> {
  const before = await goneBefore(operation, campaignId);
  return withNotToCall(operation, before ?? { key: newKey(), leads: [] }, rows);
}

/**
 * Why the stack must not call the numbers of the list, or the contacts of leads that it adopts or changes, or why the
 * campaign would have too many leads.
 */
export async function obstacleTo(operation: Operation, planned: Planned): Promise<Obstacle | undefined> {
  const { settings } = operation.session;
  if (!isFenced(settings)) return undefined;
  const { rows, plan } = planned;
  const listed = rows.rows.map(({ phoneNumber, line }) => ({
    number: phoneNumber,
    where: `${rows.unit} ${line}`,
  }));
  const contacts = [...plan.update, ...plan.adopt].flatMap(({ record }) =>
    record ? targetsOf(record).slice(1) : [],
  );
  return obstacle(settings, [...listed, ...contacts], await count(operation, planned));
}

/** @throws VoicecallError "fenced" if there is an obstacle */
export async function assertInside(...given: Parameters<typeof obstacleTo>): Promise<void> {
  const found = await obstacleTo(...given);
  if (!found) return;
  removesNobody(...given);
  throw given[0].mistake("fenced", found.what, found.remedy);
}

/** The apply of this list fails before its first request, so all leads stay. */
export function removesNobody({ session }: Operation, { sides: { campaignId } }: Planned): void {
  if (campaignId !== undefined) session.ledger.leads.end(listSource(campaignId));
}

async function count(operation: Operation, { rows, sides, plan }: Planned): Promise<number> {
  if (sides.campaignId === undefined) return plan.create.length;
  const leads = await calledAfter(operation.session, sides.campaignId);
  if (plan.create.length > 0) return leads.length;
  // The run may delete other leads without announcing it, so they do not block a list that creates none.
  const numbers = new Set<unknown>(rows.rows.map(({ phoneNumber }) => phoneNumber));
  return leads.filter((lead) => numbers.has(lead["phone_number"])).length;
}

export function sidesOf(
  operation: Operation,
  { key, leads }: Recorded,
  { rows, skipped, live, campaignId }: Pick<Sides, "rows" | "skipped" | "live" | "campaignId">,
): Sides {
  const { session, olds, news } = operation;
  const names = variableNames(columnsOf(news["columns"]));
  const mine = live && withoutOthers({ key, leads }, campaignId, live);
  const before = ownValue(olds, "columns");
  const entry = (id: number) => session.ledger.object("Lead", id);
  const leadKey = ({ phoneNumber }: Row): string => keyOf("Lead", [campaignId, phoneNumber]);
  const { identity } = operation;
  const window = ownValue(olds, CONTINUES) as Window | undefined;
  const isResumed = identity !== undefined && session.settings.resume.includes(nameIn(identity));
  return {
    rows,
    skipped,
    recorded: leads,
    live: mine,
    key,
    campaignId,
    names,
    namesBefore: before === undefined ? names : variableNames(columnsOf(before)),
    isRecent: isRecent(operation),
    onRemove: ownValue(news, "onRemove") === "keep" ? "keep" : "delete",
    onGone: ownValue(news, "onGone") === "recreate" ? "recreate" : "keep",
    onExisting: ownValue(news, "onExisting") === "adopt" ? "adopt" : "fail",
    // This run may also have lost the response to a create that a retry hook repeats.
    mayResume: (row, record) =>
      isResumed ||
      session.ledger.assignedKeys.has(leadKey(row)) ||
      (window !== undefined && isWithin(record["created_at"], window)),
    belongsToOther: (id) => {
      const { owner, origin } = entry(id);
      return owner !== undefined || origin !== undefined;
    },
    isDeclared: (row) => session.ledger.isClaimed(leadKey(row)),
    isTaken: (id) => entry(id).origin === "adopted" || entry(id).promised !== undefined,
    isDeleted: (id) => isSuperseded(entry(id)),
  };
}

/** The outputs to store after a write. */
export async function stored(
  operation: Operation,
  campaignId: number,
  { recorded, failed, stop, wroteAt }: Applied,
): Promise<Record<string, unknown>> {
  const { news, olds, memory } = operation;
  const name = (await nameOf(operation, campaignId)) ?? ownValue(olds, "campaignName");
  const createdAt = wroteAt ?? memory.createdAt;
  const isPartial = failed.length > 0 || stop !== undefined;
  return {
    ...outputs(news, computedOf(recorded, campaignId, name), {
      account: accountMark(operation, memory.account),
      ...(createdAt !== undefined && { createdAt }),
      partial: isPartial ? ["leads"] : [],
    }),
    ...toState(recorded),
    ...(isPartial && Object.hasOwn(olds, CONTINUES) && { [CONTINUES]: olds[CONTINUES] }),
  };
}

export const computedOf = ({ leads }: Recorded, campaignId: unknown, name: unknown): Bag => ({
  campaignId,
  campaignName: name ?? null,
  leadCount: leads.length,
  goneCount: leads.filter(({ isGone }) => isGone).length,
});

export async function nameOf({ session, news }: Operation, id: number): Promise<string | undefined> {
  if (typeof news["campaign"] === "string") return news["campaign"];
  const listed = await session.records.Lead.readPart(id, "known").catch(orElse(undefined));
  const campaign = listed?.shown.find((lead) => lead["campaign_id"] === id)?.["campaign"];
  if (isObject(campaign) && typeof campaign["name"] === "string") return campaign["name"];
  // The service may have no listing of campaigns.
  return session.names.nameOf("campaign", id).catch(orElse(undefined));
}
