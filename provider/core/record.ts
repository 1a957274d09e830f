import { type Bag, own } from "./values.js";

/** A record of the service, as parsed: the id is certain, the field table reads the rest. */
export interface ServiceRecord {
  readonly id: number;
  readonly [key: string]: unknown;
}

/** Campaign records are not shown beyond id and name (spec 2.2); `status` is assumed (docs/assumptions.md: campaigns). */
export type Campaign = ServiceRecord & {
  readonly name: string;
  readonly status?: string | null | undefined;
};

/** A record that is marked as deleted counts as absent everywhere. */
export const isLiving = (record: ServiceRecord): boolean => (record["deleted_at"] ?? null) === null;

/** Whether a listing has the object with the id and the time of creation that state recorded. */
export function isListed(rows: readonly ServiceRecord[], id: string | undefined, olds: Bag): boolean {
  const createdAt = own(olds, "createdAt");
  const row = rows.find((record) => String(record.id) === id);
  return typeof createdAt === "string" && row !== undefined && sameTime(row["created_at"], createdAt);
}

/** The service may write one time in two ways. */
function sameTime(listed: unknown, recorded: string): boolean {
  if (typeof listed !== "string") return false;
  return listed === recorded || Date.parse(listed) === Date.parse(recorded);
}
