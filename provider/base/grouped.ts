/** The items by key, both in the order in which they first occur. */
export function grouped<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const found = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = found.get(key);
    if (group) group.push(item);
    else found.set(key, [item]);
  }
  return found;
}

/** The items in groups of the same key, in the order of their first items. */
export const groupsOf = <T>(items: Iterable<T>, keyOf: (item: T) => unknown): T[][] => [
  ...grouped(items, keyOf).values(),
];
