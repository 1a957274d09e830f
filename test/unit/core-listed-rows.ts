/** A fake service with a listing. It remembers which pages of the listing were read. */
import { expect } from "vitest";
import { type Beside, Snapshot, type Source } from "../../provider/core/records/snapshot.js";
import type { OnePage } from "../../provider/http/pages.js";

export interface Row {
  readonly id: number;
  readonly name: string;
  readonly deleted?: boolean;
  readonly part?: number;
}

export interface Options {
  readonly order?: "oldest" | "newest";
  readonly pageSize?: number;
  /**
   * `none`: the listing has no pages. `whole`: a request for a page returns the whole listing. `unclear`: a
   * page has no total.
   */
  readonly pages?: "none" | "whole" | "unclear";
  /** What the service does with the filter by part. Default: the listing has no parts. */
  readonly filter?: "applied" | "ignored";
}

export class Service implements Source<Row> {
  rows: Row[];
  time = 0;
  /** The pages that were read, or "all" for the whole listing. Those of a part begin with "in PART: ". */
  readonly reads: (number | string)[] = [];
  /** Runs while a page or the whole listing is read. */
  during: () => void = () => undefined;
  /** The number of waiting operations at each call to `allWait`. */
  readonly waited: number[] = [];
  whileWaiting: () => Promise<void> | void = () => undefined;
  readonly noun = "rows";
  readonly page: NonNullable<Source<Row>["page"]> | undefined;
  readonly partOf?: (row: Row) => unknown;
  readonly listing: Snapshot<Row>;

  constructor(
    count: number,
    private readonly options: Options = {},
  ) {
    this.rows = Array.from({ length: count }, (_, index) => ({ id: 1 + index, name: `row ${1 + index}` }));
    if (options.pages !== "none") this.page = async (number, part) => this.#page(number, part);
    if (options.filter) this.partOf = (row) => row.part;
    this.listing = new Snapshot<Row>(this);
  }

  create(id: number, name = `row ${id}`): Row {
    const row = { id, name };
    this.rows.push(row);
    return row;
  }

  delete(...ids: number[]): void {
    this.rows = this.rows.filter(({ id }) => !ids.includes(id));
  }

  change(id: number, change: Partial<Row>): void {
    this.rows = this.rows.map((row) => (row.id === id ? { ...row, ...change } : row));
  }

  newReads(): (number | string)[] {
    return this.reads.splice(0);
  }

  #listed(part?: number): Row[] {
    const rows = this.options.order === "newest" ? this.rows.toReversed() : this.rows;
    const isFiltered = part !== undefined && this.options.filter === "applied";
    return isFiltered ? rows.filter((row) => row.part === part) : rows;
  }

  #note(what: number | "all", part?: number): void {
    this.reads.push(part === undefined ? what : `in ${part}: ${what}`);
  }

  #page(number: number, part?: number): OnePage<Row> {
    const { pageSize = 100, pages } = this.options;
    const listed = this.#listed(part);
    this.#note(number, part);
    this.during();
    if (pages === "whole") return { rows: listed, isWhole: true };
    if (pages === "unclear") return { rows: listed.slice(0, pageSize) };
    return { rows: listed.slice((number - 1) * pageSize, number * pageSize), total: listed.length };
  }

  readonly all = async (part: number | undefined, { kept, whole }: Beside<Row>): Promise<Row[]> => {
    const rows = this.#listed(part);
    this.#note("all", part);
    this.during();
    if (["none", "whole"].includes(this.options.pages ?? "")) whole();
    return rows.map(kept);
  };
  readonly keyOf = ({ name }: Row): string => name;
  readonly isLiving = ({ deleted }: Row): boolean => !deleted;
  readonly now = (): number => this.time;
  readonly allWait = async (waiting: () => number): Promise<void> => {
    await this.whileWaiting();
    this.waited.push(waiting());
  };
}

export const names = (rows: readonly Row[]): string[] => rows.map(({ name }) => name);

export async function readOnce(count: number, options?: Options): Promise<Service> {
  const service = new Service(count, options);
  await service.listing.read("known");
  expect(service.newReads()).toEqual(["all"]);
  return service;
}

/** A promise that a test can resolve or reject. */
export function pending<T>() {
  let end!: (value: T) => void;
  let fail!: (error: Error) => void;
  const promise = new Promise<T>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { promise, end, fail };
}
