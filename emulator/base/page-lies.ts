/** Page envelopes with wrong values. */
import { pageEnvelope, pageRequest, type Envelope, type PageRequest } from "./pages.js";

type BuildPage<T> = (page: PageRequest, rows?: T[]) => Envelope<T>;
type Lie = <T>(build: BuildPage<T>, requested: PageRequest, rows: T[]) => Envelope<T>;

const first = ({ perPage }: PageRequest): PageRequest => ({ page: 1, perPage });

const lies = {
  /** Always returns the first page, and names that page as the next one. */
  loop: (build, requested) => {
    const page = build(first(requested));
    return { ...page, next_page_url: page.first_page_url };
  },
  /** Returns the records of the first page for every page number, and always announces another page. */
  endless: (build, requested) => {
    const next = requested.page + 1;
    const page = build(first(requested));
    const next_page_url = `${page.path}?page=${next}`;
    return {
      ...page,
      current_page: requested.page,
      last_page: next,
      last_page_url: next_page_url,
      next_page_url,
    };
  },
  "total-too-small": (build, requested) => changed(build(requested), { total: -1 }),
  "total-too-large": (build, requested) => changed(build(requested), { total: 1 }),
  /** Each page has a different total. */
  "total-differs": (build, requested) => changed(build(requested), { total: requested.page - 1 }),
  /** Announces one page too few. A client that trusts this number misses records. */
  "last-page-too-small": (build, requested) => {
    const page = changed(build(requested), { last_page: -1 });
    return page.current_page < page.last_page ? page : { ...page, next_page_url: null };
  },
  /** Announces one page too many. That page is empty. */
  "last-page-too-large": (build, requested) => {
    const page = changed(build(requested), { last_page: 1 });
    return { ...page, next_page_url: page.next_page_url ?? `${page.path}?page=${requested.page + 1}` };
  },
  /** The second page repeats the last record of the first. The total is correct, so one record is missing. */
  duplicates: (build, requested, rows) => {
    const shifted = [...rows.slice(0, requested.perPage), ...rows.slice(requested.perPage - 1)];
    return build(requested, shifted.slice(0, rows.length));
  },
} satisfies Record<string, Lie>;

export type PageLie = keyof typeof lies;

export const pageLies = Object.keys(lies) as [PageLie, ...PageLie[]];

/** The requested page, changed by a fault if there is one. */
export function requestedPage<T>(
  { pageLie, query, url }: { pageLie?: PageLie; query: Record<string, unknown>; url: string },
  rows: T[],
  defaultPerPage = 15,
): Envelope<T> {
  const requested = pageRequest(query, defaultPerPage);
  const build: BuildPage<T> = (page, all = rows) => pageEnvelope(all, page, url);
  return pageLie === undefined ? build(requested) : lies[pageLie](build, requested, rows);
}

function changed<T>(page: Envelope<T>, by: { total?: number; last_page?: number }): Envelope<T> {
  const total = Math.max(0, page.total + (by.total ?? 0));
  const last_page = Math.max(1, page.last_page + (by.last_page ?? 0));
  return { ...page, total, last_page, last_page_url: `${page.path}?page=${last_page}` };
}
