import type { ServiceRecord } from "../core/records/record.js";
import { faultIn, isFaulty } from "../core/records/unreadable.js";
import { grouped } from "../base/grouped.js";
import {
  type RecordedLead,
  isLeftElsewhere,
  isSameValue,
  numberHash,
  shownHash,
  valuesHash,
  valuesIn,
} from "./recorded.js";
import type { Row } from "./rows.js";
import { ownValue } from "../core/fields/values.js";

/** The three sides to compare: the program's list, the leads in state, and the leads in the service. */
export interface Sides {
  readonly rows: readonly Row[];
  /** The phone numbers of rejected rows. Their leads stay as they are. */
  readonly skipped: readonly string[];
  readonly recorded: readonly RecordedLead[];
  /**
   * The leads in the account that are not deleted. Undefined if they were not read: leads in state are then assumed
   * to be unchanged.
   */
  readonly live?: readonly ServiceRecord[] | undefined;
  /** The key of the hashes. */
  readonly key: string;
  /** Undefined while it is not known. */
  readonly campaignId: number | undefined;
  /** The variables of the list, now and when state was written. */
  readonly names: readonly string[];
  readonly namesBefore: readonly string[];
  /** Whether the last write is so recent that a listing may not show it yet. A missing lead then proves nothing. */
  readonly isRecent: boolean;
  readonly onRemove: "delete" | "keep";
  readonly onGone: "keep" | "recreate";
  readonly onExisting: "fail" | "adopt";
  /** Whether an existing lead with exactly the values of the row is the lead of this resource. */
  readonly mayResume: (row: Row, record: ServiceRecord) => boolean;
  /** Whether another resource of the program manages the lead. */
  readonly belongsToOther: (id: number) => boolean;
  /** Whether a Lead resource of the program, which the engine has reported, declares the lead of the row. */
  readonly isDeclared: (row: Row) => boolean;
  /** Whether another resource of the program adopts a lead of this resource. */
  readonly isTaken: (id: number) => boolean;
  /** Whether this run has deleted the lead. A listing may still show it. */
  readonly isDeleted: (id: number) => boolean;
}

export interface Write {
  readonly row: Row;
  readonly lead: RecordedLead;
  /** Absent if no listing showed the lead. */
  readonly record?: ServiceRecord | undefined;
}

/**
 * What an apply will do. Each row, or its lead, is in one list; `conflicts`, `drifted` and `recreate` repeat rows.
 */
export interface Reconciled {
  readonly create: readonly Row[];
  readonly update: readonly Write[];
  /** Leads with exactly the values of their rows, which are adopted unchanged. */
  readonly resume: readonly Write[];
  /** Leads that differ from their row and are adopted, because `onExisting` allows it. */
  readonly adopt: readonly Write[];
  /** Rows whose lead exists already, and may belong to somebody else. */
  readonly existing: readonly { readonly row: Row; readonly isExact: boolean }[];
  readonly remove: readonly RecordedLead[];
  /** Leads that the resource no longer manages, and does not delete. */
  readonly forget: readonly RecordedLead[];
  readonly same: readonly RecordedLead[];
  readonly gone: readonly RecordedLead[];
  /** Gone leads that will be created again. Until then, state must show that they are gone. */
  readonly recreate: readonly RecordedLead[];
  /** Rows whose existing lead cannot be adopted. */
  readonly refused: readonly { readonly row: Row; readonly reason: string }[];
  /** Rows to update whose lead also has a manual change since the last apply. */
  readonly conflicts: readonly Row[];
  /** Unchanged rows whose lead has a manual change. The apply does not change these leads. */
  readonly drifted: readonly Row[];
}

type Growing = {
  -readonly [K in keyof Reconciled]: Reconciled[K] extends readonly (infer T)[] ? T[] : never;
};

export const emptyPlan = (): Growing => ({
  create: [],
  update: [],
  resume: [],
  adopt: [],
  existing: [],
  remove: [],
  forget: [],
  same: [],
  gone: [],
  recreate: [],
  refused: [],
  conflicts: [],
  drifted: [],
});

export function reconcile(sides: Sides): Reconciled {
  const found = emptyPlan();
  const { key, rows, recorded, live = [] } = sides;
  const byNumber = new Map(recorded.map((lead) => [lead.number, lead]));
  const byId = new Map(live.map((record) => [record.id, record]));
  const others = othersByNumber(sides, new Set(recorded.map(({ id }) => id)));
  const unclear = (others.get(undefined) ?? []).filter((record) => isFaulty(record, "phone_number"));
  const renumbered = renumberedLeads(sides, byId);
  const matched = new Set<RecordedLead>();
  for (const row of rows) {
    const number = numberHash(key, row.phoneNumber);
    const lead = byNumber.get(number) ?? renumbered.get(row.phoneNumber);
    const record = lead && byId.get(lead.id);
    const existing = others.get(row.phoneNumber);
    // An interrupted run may have created the lead again already.
    const isAgain =
      lead &&
      !record &&
      isGone(sides, lead) &&
      (existing !== undefined || (sides.onGone === "recreate" && !lead.isBlacklisted));
    if (lead) matched.add(lead);
    if (isAgain) found.recreate.push({ ...withoutUnsure(lead), isGone: true });
    if (lead && !isAgain) addKnown(sides, found, row, { ...lead, number }, record);
    else addNew(sides, found, row, existing ?? unclear);
  }
  const skipped = new Set(sides.skipped.map((number) => numberHash(key, number)));
  for (const lead of recorded) {
    if (matched.has(lead)) continue;
    const isAbsent = !byId.has(lead.id) && isGone(sides, lead);
    if (skipped.has(lead.number)) found.same.push(lead);
    else if (isAbsent) found.forget.push({ ...lead, isGone: true });
    else if (sides.onRemove === "keep" || sides.isTaken(lead.id)) found.forget.push(lead);
    else found.remove.push(lead);
  }
  return found;
}

/**
 * The leads of the campaign that this resource does not manage, by phone number. Under undefined: leads whose number
 * cannot be read.
 */
export function othersByNumber(
  { live = [], campaignId, isDeleted }: Sides,
  mine: Pick<ReadonlySet<number>, "has">,
): ReadonlyMap<unknown, readonly ServiceRecord[]> {
  const others = live.filter(
    ({ id, campaign_id: campaign }) => campaign === campaignId && !mine.has(id) && !isDeleted(id),
  );
  return grouped(others, ({ phone_number: number }) => number);
}

/**
 * Leads without a row whose phone number was changed manually, by their number in the service. If the program enters
 * that number in its list, the lead is kept: if it were deleted and created again, the service could call the person
 * twice.
 */
function renumberedLeads(
  { key, rows, recorded, campaignId, isTaken }: Sides,
  byId: ReadonlyMap<number, ServiceRecord>,
): Map<unknown, RecordedLead> {
  const listed = new Set(rows.map(({ phoneNumber }) => numberHash(key, phoneNumber)));
  const found = new Map<unknown, RecordedLead>();
  for (const lead of recorded) {
    const record = byId.get(lead.id);
    if (record?.["campaign_id"] === campaignId && !listed.has(lead.number) && !isTaken(lead.id))
      found.set(record?.["phone_number"], lead);
  }
  return found;
}

/** Whether a lead that was not found in the listing is gone. If no listing was read, state decides. */
const isGone = ({ live, isRecent }: Sides, lead: RecordedLead): boolean =>
  live ? !isRecent : lead.isGone === true;

function addNew(
  { names, onExisting, mayResume, belongsToOther, isDeclared }: Sides,
  found: Growing,
  row: Row,
  existing: readonly ServiceRecord[],
): void {
  const [first, second] = existing;
  const refuse = (reason: string): void => void found.refused.push({ row, reason });
  if (isDeclared(row)) return refuse("a Lead resource of this program has this phone number");
  if (!first) return void found.create.push(row);
  const fault = faultIn(first);
  if (fault !== undefined)
    return refuse(
      `lead ${first.id} of the campaign may have this phone number, but cannot be read (${fault}; correct it in the service)`,
    );
  if (second) return refuse(`the campaign has ${existing.length} leads with this phone number`);
  if (belongsToOther(first.id))
    return refuse("the campaign has a lead with this phone number, but another resource manages that lead");
  const lead: RecordedLead = { id: first.id, number: "", values: "" };
  const write: Write = { row, lead, record: first };
  const isExact = isExactly(first, row, names);
  if (isExact && (onExisting === "adopt" || mayResume(row, first))) found.resume.push(write);
  else if (onExisting === "adopt") found.adopt.push(write);
  else found.existing.push({ row, isExact });
}

function addKnown(
  sides: Sides,
  found: Growing,
  row: Row,
  lead: RecordedLead,
  record: ServiceRecord | undefined,
): void {
  const { key, names, namesBefore, campaignId } = sides;
  const wanted = valuesHash(key, row, names);
  const isSameRow = wanted === lead.values && !lead.isUnsure && String(names) === String(namesBefore);
  if (!record) {
    if (isGone(sides, lead)) return void found.gone.push({ ...withoutUnsure(lead), isGone: true });
    return void (isSameRow ? found.same.push(lead) : found.update.push({ row, lead }));
  }
  const fault = faultIn(record);
  if (fault !== undefined) {
    const reason = `its lead (id ${record.id}) cannot be read (${fault}; correct it in the service)`;
    return void (isSameRow ? found.same.push(lead) : found.refused.push({ row, reason }));
  }
  if (isLeftElsewhere(lead, record, campaignId)) return void found.gone.push(lead);
  if (shownHash(sides, record, names) === wanted)
    return void found.same.push({ ...withoutMarks(lead), values: wanted });
  if (isSameRow) {
    found.drifted.push(row);
    return void found.same.push(withoutMarks(lead));
  }
  // If the last write is not confirmed, a difference does not prove a manual change.
  if (!lead.isUnsure && shownHash(sides, record, namesBefore) !== lead.values) found.conflicts.push(row);
  found.update.push({ row, lead, record });
}

const withoutUnsure = ({ isUnsure: _, ...lead }: RecordedLead): RecordedLead => lead;
const withoutMarks = ({ id, number, values }: RecordedLead): RecordedLead => ({ id, number, values });

/**
 * Whether an interrupted run may have created the lead from the row: the record has exactly the row's values, no
 * other variables and no secondary contacts.
 */
export function isExactly(record: ServiceRecord, row: Row, names: readonly string[]): boolean {
  const { phoneNumber, variables } = valuesIn(record);
  const all = new Set([...names, ...Object.keys(variables)]);
  const contacts = record["secondary_contacts"];
  if (Array.isArray(contacts) && contacts.length > 0) return false;
  return (
    phoneNumber === row.phoneNumber &&
    [...all].every((name) => isSameValue(ownValue(variables, name), ownValue(row.variables, name)))
  );
}
