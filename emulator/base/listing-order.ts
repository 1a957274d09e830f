/** The order of records in listings, which the specification does not define. */

/** By creation, with the oldest or the newest first, or by name (leads: by phone number). */
export const listingOrders = ["oldest", "newest", "name"] as const;

export type ListingOrder = (typeof listingOrders)[number];

/** `records` must be in the order of their creation. */
export function inListingOrder<T extends object>(records: readonly T[], order: ListingOrder): T[] {
  if (order === "oldest") return [...records];
  if (order === "newest") return records.toReversed();
  return records.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}

function nameOf(record: object): string {
  if ("name" in record) return String(record.name);
  return "phone_number" in record ? String(record.phone_number) : "";
}
