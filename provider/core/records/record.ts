import { type Bag, ownValue } from "../fields/values.js";
import type { Listed } from "./listed.js";

/** A record of the service after parsing. Only the id is certain; the field table describes the rest. */
export interface ServiceRecord {
  readonly id: number;
  readonly [key: string]: unknown;
}

/**
 * In the 2025 form, only the id and the name of a campaign are documented (spec 2.2). `status` is assumed
 * (docs/assumptions.md: campaigns).
 */
export type Campaign = ServiceRecord & {
  readonly name: string;
  readonly status?: string | null | undefined;
};

/** A record marked as deleted is treated as absent. */
export const isLiving = (record: ServiceRecord): boolean => (record["deleted_at"] ?? null) === null;

/** Whether a listing contains an object with this id and with the creation time in state. */
export function isListed(listed: Listed<ServiceRecord>, id: string | undefined, olds: Bag): boolean {
  const createdAt = ownValue(olds, "createdAt");
  const row = listed.shownWithId(Number(id));
  return typeof createdAt === "string" && row !== undefined && sameTime(row["created_at"], createdAt);
}

/** The service may write the same time in two formats. */
function sameTime(listed: unknown, recorded: string): boolean {
  if (typeof listed !== "string") return false;
  return listed === recorded || Date.parse(listed) === Date.parse(recorded);
}

const TWO_DAYS = 172_800_000;

/** Time zones differ by multiples of this. */
const QUARTER = 900_000;

/** In any other order, such as 02/01/2026, a day can be mistaken for a month. */
const YEAR_FIRST = /^\d{4}-/;

const SECONDS = /:\d\d:\d\d/;

/**
 * Whether the record is another object than the one in state, although it has the same id. The service may show a time
 * without milliseconds or seconds, in another time zone, or only the day.
 */
export function isOther({ created_at: listed }: ServiceRecord, olds: Bag): boolean {
  const recorded = ownValue(olds, "createdAt");
  if (typeof listed !== "string" || typeof recorded !== "string") return false;
  if (!YEAR_FIRST.test(listed) || !YEAR_FIRST.test(recorded)) return false;
  const apart = Math.abs(Date.parse(listed) - Date.parse(recorded));
  const rest = SECONDS.test(listed) && SECONDS.test(recorded) ? apart % QUARTER : 0;
  return apart > TWO_DAYS || Math.min(rest, QUARTER - rest) > 1000;
}
