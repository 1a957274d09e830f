// See docs/decisions/leads.md.
import { createHmac, randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Operation } from "../core/run/operation.js";
import type { ServiceRecord } from "../core/records/record.js";
import { type Bag, isObject, normal, ownValue } from "../core/fields/values.js";
import type { Row } from "./rows.js";

/** A lead that the resource manages, as state records it. */
export interface RecordedLead {
  readonly id: number;
  /** Keyed hash of the phone number. Identifies the row of the lead. */
  readonly number: string;
  /** Keyed hash of the last known values in the service. */
  readonly values: string;
  readonly isGone?: true;
  /** The person was blacklisted when the lead was deleted, and is never called again. */
  readonly isBlacklisted?: true;
  /** No listing has confirmed the last write. */
  readonly isUnsure?: true;
}

/** All leads of a resource, and the key of their hashes. */
export interface Recorded {
  readonly key: string;
  readonly leads: readonly RecordedLead[];
}

/** Output: the ids of the leads, as ranges. */
const IDS = "__ids";
/** Output, encrypted in state: the key, and the hashes in the order of the ids. */
const HASHES = "__leads";

const NUMBER_LENGTH = 11;
const VALUES_LENGTH = 8;
const GONE = "-";
const UNSURE = "?";
const BLACKLISTED = "!";

/** A new key for one resource. Without a key, a hash of a phone number could be broken by trying all numbers. */
export const newKey = (): string => randomBytes(16).toString("base64url");

/** Uses at most about 30 bytes per lead, or 40 after encryption. */
export function toState({ key, leads }: Recorded): Record<string, string> {
  const inOrder = [...leads].sort((one, other) => one.id - other.id);
  return {
    [IDS]: ranges(inOrder.map(({ id }) => id)),
    [HASHES]: [
      key,
      ...inOrder.map(
        ({ number, values, isGone, isBlacklisted, isUnsure }) =>
          `${number}${values}${isGone ? GONE : ""}${isBlacklisted ? BLACKLISTED : ""}${isUnsure ? UNSURE : ""}`,
      ),
    ].join(" "),
  };
}

/** The recorded leads; undefined before the first apply. */
export function fromState(olds: Bag): Recorded | undefined {
  const hashes = ownValue(olds, HASHES);
  if (typeof hashes !== "string") return undefined;
  const [key = "", ...texts] = hashes.split(" ");
  const ids = idsIn(ownValue(olds, IDS));
  const leads = texts.map((text, index): RecordedLead => {
    const marks = text.slice(NUMBER_LENGTH + VALUES_LENGTH);
    return {
      id: ids[index] ?? 0,
      number: text.slice(0, NUMBER_LENGTH),
      values: text.slice(NUMBER_LENGTH, NUMBER_LENGTH + VALUES_LENGTH),
      ...(marks.includes(GONE) && { isGone: true }),
      ...(marks.includes(BLACKLISTED) && { isBlacklisted: true }),
      ...(marks.includes(UNSURE) && { isUnsure: true }),
    };
  });
  if (ids.length !== leads.length) return undefined;
  return { key, leads };
}

/**
 * The leads of a resource in state.
 * @throws VoicecallError "invalid" if state does not have them
 */
export function recordedIn(operation: Operation): Recorded {
  const recorded = fromState(operation.olds);
  if (!recorded)
    throw operation.error("invalid", "Pulumi's state has no valid record of its leads.", {
      remedy:
        "Import an earlier version of state (`pulumi stack export --version N`): only state knows which leads must not be created again.",
    });
  return recorded;
}

/**
 * The records, without those that have a recorded id but neither its number nor its campaign: they are leads of other
 * people, after an edit of state, or if the service has started its ids anew.
 */
export function withoutOthers(
  { key, leads }: Recorded,
  campaignId: number | undefined,
  live: readonly ServiceRecord[],
): readonly ServiceRecord[] {
  const numbers = new Map(leads.map(({ id, number }) => [id, number]));
  const isOther = ({ id, campaign_id: campaign, phone_number: phone }: ServiceRecord): boolean =>
    campaign !== campaignId && numbers.has(id) && numbers.get(id) !== numberHash(key, phone);
  return live.filter((record) => !isOther(record));
}

/** The ids of the leads in state, in ascending order. */
export function idsIn(text: unknown): number[] {
  if (typeof text !== "string" || text === "") return [];
  return text.split(" ").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

export const leadIdsIn = (outputs: Bag): number[] => idsIn(ownValue(outputs, IDS));

function ranges(ids: readonly number[]): string {
  const found: [first: number, last: number][] = [];
  for (const id of ids) {
    const open = found.at(-1);
    if (open && open[1] + 1 === id) open[1] = id;
    else found.push([id, id]);
  }
  return found.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(" ");
}

/** Replaces the values hash of a lead that was moved to another campaign. */
const ELSEWHERE = ".".repeat(VALUES_LENGTH);

const hash = (key: string, text: string, length: number): string =>
  createHmac("sha256", key).update(text).digest("base64url").slice(0, length);

export const numberHash = (key: string, phoneNumber: unknown): string =>
  hash(key, `number ${String(phoneNumber)}`, NUMBER_LENGTH);

/**
 * A hash of the phone number and the variables in `names`. Values that the service treats as equal, such as a
 * missing variable and an empty text, have the same hash.
 */
export function valuesHash(
  key: string,
  { phoneNumber, variables }: Pick<Row, "phoneNumber" | "variables">,
  names: readonly string[],
): string {
  const values = names.map((name) => [name, comparable(ownValue(variables, name))] as const);
  const present = values.filter(([, value]) => value !== null);
  return hash(key, JSON.stringify([phoneNumber, present]), VALUES_LENGTH);
}

const comparable = (value: unknown): unknown => normal(value ?? null);

/** Whether the service treats two values of a variable as equal. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(comparable(one), comparable(other));

/** The parts of a record that correspond to a row. */
export function valuesIn(record: ServiceRecord): Pick<Row, "phoneNumber" | "variables"> {
  const { phone_number: number, variables } = record;
  return {
    phoneNumber: typeof number === "string" ? number : "",
    variables: isObject(variables) ? (variables as Row["variables"]) : {},
  };
}

/** The values hash of a lead as a listing shows it. */
export const shownHash = (
  { key, campaignId }: { readonly key: string; readonly campaignId: number | undefined },
  record: ServiceRecord,
  names: readonly string[],
): string => (record["campaign_id"] === campaignId ? valuesHash(key, valuesIn(record), names) : ELSEWHERE);

/**
 * Whether a lead that is recorded as gone stays so although it is listed: with `onRemove: "keep"`, a replacement leaves
 * blacklisted leads in the old campaign.
 */
export const isLeftElsewhere = (
  { isGone }: RecordedLead,
  record: ServiceRecord,
  campaignId: number | undefined,
): boolean => isGone === true && record["campaign_id"] !== campaignId;
