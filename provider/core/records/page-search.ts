/** What one page of a listing showed. */
interface Seen {
  readonly number: number;
  readonly least: number;
  readonly greatest: number;
}

/**
 * Decides which page to read next to find an object. Assumes that the listing is ordered by id. If it is not,
 * the search only takes more requests.
 */
export class PageSearch {
  /** Sorted by page number. */
  readonly #seen: Seen[] = [];
  #pages: number | undefined;
  /** The page that was added last. */
  #last: number | undefined;
  #step: 1 | -1 | undefined;

  /** @param olderThan how many objects are known to have a smaller id */
  constructor(
    private readonly pageSize: number,
    private readonly olderThan: (id: number) => number,
  ) {}

  add(number: number, ids: readonly number[], pages: number): void {
    this.#pages = pages;
    this.#last = number;
    if (ids.length === 0) return;
    this.#seen.push({ number, least: Math.min(...ids), greatest: Math.max(...ids) });
    this.#seen.sort((one, other) => one.number - other.number);
    this.#step ??= orderOf(ids);
    const [first, second] = this.#seen;
    if (second) this.#step ??= first!.least < second.least ? 1 : -1;
  }

  /** The page that probably shows the object. Undefined if only the complete listing can tell. */
  next(id: number): number | undefined {
    if (this.#pages === undefined) return Math.floor(this.olderThan(id) / this.pageSize) + 1;
    // The first guess may have been beyond the last page.
    if (this.#seen.length === 0) return this.#last === this.#pages ? undefined : this.#pages;
    const step = this.#step ?? 1;
    const isBeyond = ({ least, greatest }: Seen): boolean => (step > 0 ? id > greatest : id < least);
    const before = this.#seen.findLast(isBeyond);
    const after = this.#seen.find((page) => !isBeyond(page));
    if (after && id >= after.least && id <= after.greatest) return undefined;
    const low = (before?.number ?? 0) + 1;
    const high = (after?.number ?? this.#pages + 1) - 1;
    if (low > high) return undefined;
    return clamped(this.#guess(id, before, after), low, high);
  }

  /**
   * Estimates the page. Between two known pages, interpolates by id. Otherwise assumes that no ids are
   * missing.
   */
  #guess(id: number, before: Seen | undefined, after: Seen | undefined): number {
    const distance = (from: Seen): number => (id > from.greatest ? id - from.greatest : from.least - id);
    if (before && after) {
      const share = distance(before) / (distance(before) + distance(after));
      return before.number + Math.ceil(share * (after.number - before.number - 1));
    }
    if (before) return before.number + Math.ceil(distance(before) / this.pageSize);
    return after!.number - Math.ceil(distance(after!) / this.pageSize);
  }
}

function orderOf(ids: readonly number[]): 1 | -1 | undefined {
  const steps = new Set(ids.slice(1).map((id, index) => Math.sign(id - ids[index]!)));
  return steps.size === 1 ? ([...steps][0] as 1 | -1) : undefined;
}

const clamped = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
