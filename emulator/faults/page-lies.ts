/** Page envelopes that loop or lie. */
import { pageEnvelope, type Envelope, type PageRequest } from "../pages.js";

type Told<T> = (page: PageRequest, rows?: T[]) => Envelope<T>;
type Lie = <T>(told: Told<T>, asked: PageRequest, rows: T[]) => Envelope<T>;

const first = ({ perPage }: PageRequest): PageRequest => ({ page: 1, perPage });

const lies = {
  /** Whatever page is asked for, the first one, which names itself as the next. */
  loop: (told, asked) => {
    const page = told(first(asked));
    return { ...page, next_page_url: page.first_page_url };
  },
  /** The records of the first page under every number, and always one more page. */
  endless: (told, asked) => {
    const next = asked.page + 1;
    const page = told(first(asked));
    const next_page_url = `${page.path}?page=${next}`;
    return {
      ...page,
      current_page: asked.page,
      last_page: next,
      last_page_url: next_page_url,
      next_page_url,
    };
  },
  "total-too-small": (told, asked) => changed(told(asked), { total: -1 }),
  "total-too-large": (told, asked) => changed(told(asked), { total: 1 }),
  /** Each page tells a total of its own. */
  "total-differs": (told, asked) => changed(told(asked), { total: asked.page - 1 }),
  /** The last page is said to be the one before it: who believes that misses records. */
  "last-page-too-small": (told, asked) => {
    const page = changed(told(asked), { last_page: -1 });
    return page.current_page < page.last_page ? page : { ...page, next_page_url: null };
  },
  /** There is said to be one page more, which is empty. */
  "last-page-too-large": (told, asked) => {
    const page = changed(told(asked), { last_page: 1 });
    return { ...page, next_page_url: page.next_page_url ?? `${page.path}?page=${asked.page + 1}` };
  },
  /** The second page begins with the record that ended the first; the total is right, and the last record missing. */
  duplicates: (told, asked, rows) => {
    const shifted = [...rows.slice(0, asked.perPage), ...rows.slice(asked.perPage - 1)];
    return told(asked, shifted.slice(0, rows.length));
  },
} satisfies Record<string, Lie>;

export type PageLie = keyof typeof lies;

export const pageLies = Object.keys(lies) as [PageLie, ...PageLie[]];

/** The envelope of a page: what is so, or what a fault makes of it. */
export function pageAsTold<T>(
  lie: PageLie | undefined,
  rows: T[],
  asked: PageRequest,
  path: string,
): Envelope<T> {
  const told: Told<T> = (page, all = rows) => pageEnvelope(all, page, path);
  return lie === undefined ? told(asked) : lies[lie](told, asked, rows);
}

function changed<T>(page: Envelope<T>, by: { total?: number; last_page?: number }): Envelope<T> {
  const total = Math.max(0, page.total + (by.total ?? 0));
  const last_page = Math.max(1, page.last_page + (by.last_page ?? 0));
  return { ...page, total, last_page, last_page_url: `${page.path}?page=${last_page}` };
}
