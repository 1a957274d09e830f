/** Searches in lists of hundreds of thousands of records, which would take most of the time of a request. */

/** The place of a record; -1 if there is none. Nearly all lists are in the order of their ids. */
export function placeOf(rows: readonly { id: number }[], id: number): number {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (rows[middle]!.id < id) from = middle + 1;
    else to = middle;
  }
  return rows[from]?.id === id ? from : rows.findIndex((row) => row.id === id);
}

interface Lead {
  readonly campaign_id: number;
  readonly phone_number: string;
}

/** In smaller lists, a search of all finds what tests have changed in place. */
const MANY = 5_000;

const keyOf = ({ campaign_id, phone_number }: Lead): string => `${campaign_id} ${phone_number}`;

/** The keys of a list when it was searched, with its last place and the record there. */
const searched = new WeakMap<readonly Lead[], { keys: Set<string>; at: number; last: Lead | undefined }>();

/** Whether a campaign has a lead with this number. */
export function hasLead(rows: readonly Lead[], wanted: Lead): boolean {
  if (rows.length < MANY) return rows.some((row) => keyOf(row) === keyOf(wanted));
  const known = searched.get(rows);
  const isGrown = known?.last !== undefined && rows[known.at] === known.last;
  const keys = isGrown ? known.keys : new Set<string>();
  for (let at = isGrown ? known.at + 1 : 0; at < rows.length; at += 1) keys.add(keyOf(rows[at]!));
  searched.set(rows, { keys, at: rows.length - 1, last: rows.at(-1) });
  return keys.has(keyOf(wanted));
}

/** Called after the key of a lead has changed. */
export const forgetKeys = (rows: readonly Lead[]): boolean => searched.delete(rows);
