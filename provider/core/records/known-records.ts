interface Entry<T> {
  readonly record: T;
  readonly key: string;
  /** The page that showed the record most recently. */
  readonly page: number | undefined;
}

/** The page size in requests. A service may return smaller pages. */
const ASKED = 100;

/**
 * What this run knows about the records of a kind: from the last complete listing, from pages that were read
 * individually, and from responses to writes. A record that is missing here may still exist.
 */
export class KnownRecords<T extends { readonly id: number }> {
  readonly #entries = new Map<number, Entry<T>>();
  /** The number of the read that first showed each object. Includes objects that later reads lack. */
  readonly #firstShown = new Map<number, number>();
  readonly #byKey = new Map<string, Set<number>>();
  #readings = 0;
  #pageSize = ASKED;
  #newestOn: "first" | "last" | undefined;
  /** Start time of the last read that showed every object newer than the known ones. */
  newestAt = Number.NEGATIVE_INFINITY;
  /** Start time of the last read of the complete listing. */
  completeAt = Number.NEGATIVE_INFINITY;

  /** @param keyOf the key of a record as text; equal keys give equal strings */
  constructor(private readonly keyOf: (record: T) => string) {}

  /** Includes records that are marked as deleted, because the total of a listing includes them. */
  get size(): number {
    return this.#entries.size;
  }

  /** The number of the latest read. */
  get reading(): number {
    return this.#readings;
  }

  get pageSize(): number {
    return this.#pageSize;
  }

  /**
   * The page on which new objects appear; undefined if the listing is not ordered by id, or has too few
   * records to tell.
   */
  get newestOn(): "first" | "last" | undefined {
    return this.#newestOn;
  }

  /** Whether a complete listing was read. */
  get isComplete(): boolean {
    return this.completeAt > Number.NEGATIVE_INFINITY;
  }

  pages(total = this.size): number {
    return Math.max(1, Math.ceil(total / this.#pageSize));
  }

  pageOf(id: number): number | undefined {
    return this.#entries.get(id)?.page;
  }

  /** Whether the read with this number or an earlier read showed the object. */
  wasShown(id: number, reading: number): boolean {
    return (this.#firstShown.get(id) ?? Number.POSITIVE_INFINITY) <= reading;
  }

  countBelow(id: number): number {
    let count = 0;
    for (const other of this.#entries.keys()) if (other < id) count += 1;
    return count;
  }

  all(): T[] {
    return [...this.#entries.values()].map(({ record }) => record);
  }

  withKey(key: string): T[] {
    return [...(this.#byKey.get(key) ?? [])].map((id) => this.#entries.get(id)!.record);
  }

  get(id: number): T | undefined {
    return this.#entries.get(id)?.record;
  }

  /**
   * Replaces all records with a complete listing, in the order of the listing.
   * @param at when the read began
   */
  replace(records: readonly T[], at: number): void {
    this.completeAt = at;
    this.newestAt = at;
    this.#entries.clear();
    this.#byKey.clear();
    this.#readings += 1;
    records.forEach((record, index) => this.#set(record, Math.floor(index / this.#pageSize) + 1));
    const isRising = records.every((record, index) => index === 0 || records[index - 1]!.id < record.id);
    const isFalling = records.every((record, index) => index === 0 || records[index - 1]!.id > record.id);
    this.#newestOn = isRising === isFalling ? undefined : isRising ? "last" : "first";
  }

  /**
   * Adds the records of a page or of the response to a write.
   * @param page absent for the response to a write
   */
  add(records: readonly T[], page?: { readonly number: number; readonly total: number }): void {
    this.#readings += 1;
    if (page) this.#learnSize(records.length, page);
    for (const record of records) {
      const before = this.#entries.get(record.id);
      this.forget(record.id);
      this.#set(record, page?.number ?? before?.page);
    }
  }

  forget(id: number): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    this.#byKey.get(entry.key)!.delete(id);
  }

  #set(record: T, page: number | undefined): void {
    const key = this.keyOf(record);
    this.#entries.set(record.id, { record, key, page });
    if (!this.#firstShown.has(record.id)) this.#firstShown.set(record.id, this.#readings);
    const alike = this.#byKey.get(key);
    if (alike) alike.add(record.id);
    else this.#byKey.set(key, new Set([record.id]));
  }

  /** All pages before the last one are full, so their length is the page size. */
  #learnSize(count: number, { number, total }: { readonly number: number; readonly total: number }): void {
    if (count > 0 && count < ASKED && (number - 1) * ASKED + count < total) this.#pageSize = count;
  }
}
