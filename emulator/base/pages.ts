/** The page envelope of spec 4.2, with all its keys. */
import { validationError, type FieldErrors } from "./http-error.js";

export interface PageRequest {
  page: number;
  perPage: number;
}

/** Reads `page` (default 1) and `per_page` (1-100) from a query. Rejects other values. */
export function pageRequest(query: Record<string, unknown>, defaultPerPage: number): PageRequest {
  const errors: FieldErrors = {};
  const read = (name: string, fallback: number, max: number): number => {
    const text = query[name];
    if (text === undefined || text === "") return fallback;
    const value = typeof text === "string" && /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    const label = name.replace("_", " ");
    if (Number.isNaN(value)) errors[name] = [`The ${label} field must be an integer.`];
    else if (value < 1) errors[name] = [`The ${label} field must be at least 1.`];
    else if (value > max) errors[name] = [`The ${label} field must not be greater than ${max}.`];
    return value;
  };
  const page = read("page", 1, Number.MAX_SAFE_INTEGER);
  const perPage = read("per_page", defaultPerPage, 100);
  if (Object.keys(errors).length > 0) throw validationError(errors);
  return { page, perPage };
}

/** The filter of `date_from` and `date_to`, which limit the day of creation. Both days are included. */
export function createdBetween(query: Record<string, unknown>): (record: { created_at: string }) => boolean {
  const [from = "", to = ""] = ["date_from", "date_to"].map((name) =>
    typeof query[name] === "string" ? query[name] : "",
  );
  return ({ created_at }) => {
    const day = created_at.slice(0, 10);
    return day >= from && (to === "" || day <= to);
  };
}

export interface Envelope<T> {
  current_page: number;
  data: T[];
  first_page_url: string;
  from: number | null;
  last_page: number;
  last_page_url: string;
  links: { url: string | null; label: string; active: boolean }[];
  next_page_url: string | null;
  path: string;
  per_page: number;
  prev_page_url: string | null;
  to: number | null;
  total: number;
}

export function pageEnvelope<T>(rows: T[], { page, perPage }: PageRequest, path: string): Envelope<T> {
  const lastPage = Math.max(1, Math.ceil(rows.length / perPage));
  const start = (page - 1) * perPage;
  const data = rows.slice(start, start + perPage);
  const url = (number: number): string => `${path}?page=${number}`;
  const previous = page > 1 ? url(page - 1) : null;
  const next = page < lastPage ? url(page + 1) : null;
  const numbered = numbersAround(page, lastPage).map((number) =>
    number === undefined
      ? { url: null, label: "...", active: false }
      : { url: url(number), label: String(number), active: number === page },
  );
  return {
    current_page: page,
    data,
    first_page_url: url(1),
    from: data.length > 0 ? start + 1 : null,
    last_page: lastPage,
    last_page_url: url(lastPage),
    links: [
      { url: previous, label: "&laquo; Previous", active: false },
      ...numbered,
      { url: next, label: "Next &raquo;", active: false },
    ],
    next_page_url: next,
    path,
    per_page: perPage,
    prev_page_url: previous,
    to: data.length > 0 ? start + data.length : null,
    total: rows.length,
  };
}

/** The numbers that Laravel links: of many pages, only the first, the last and those around this one. */
function numbersAround(page: number, last: number): (number | undefined)[] {
  const range = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);
  if (last < 14) return range(1, last);
  if (page <= 7) return [...range(1, 10), undefined, last - 1, last];
  if (page > last - 7) return [1, 2, undefined, ...range(last - 9, last)];
  return [1, 2, undefined, ...range(page - 3, page + 3), undefined, last - 1, last];
}
