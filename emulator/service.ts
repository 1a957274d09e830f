/** What every route works with, and the form of a route: a plain function from a call to an answer. */
import type { Method } from "./assumed-routes.js";
import { isoMicros, plainTime } from "./clock.js";
import type { Bends } from "./faults/exchange.js";
import type { Listings } from "./listings.js";
import type { Settings } from "./options.js";
import type { EmulatorState } from "./seed.js";
import type { StoredUser } from "./state.js";

export interface Service {
  readonly state: EmulatorState;
  readonly settings: Settings;
  readonly listings: Listings;
  /** Known once the service listens. */
  address(): string;
}

export type Body = Record<string, unknown>;

/** One signed-in request. */
export interface Call extends Bends {
  user: StoredUser;
  /** The path parameter; NaN when it is not a number, which no record has. */
  id: number;
  query: Record<string, unknown>;
  body: Body;
}

export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

export interface Route {
  method: Method;
  path: string;
  /** The message of a 500 on this route (spec 7); default «Server Error». */
  failure?: string;
  /** Spec 5.2 marks Accept and Content-Type as required; asked for in the strict mode. */
  requiresJsonHeaders?: boolean;
  handle(call: Call): Answer;
}

/** The next id of a kind. Kinds start apart from one another, so that an id of one is never an id of another. */
export function nextId(state: EmulatorState, kind: keyof typeof firstIds): number {
  const rows: { id: number }[] =
    kind === "secondaryContacts" ? state.leads.flatMap((lead) => lead.secondary_contacts) : state[kind];
  const highest = Math.max(firstIds[kind] - 1, state.lastIds[kind] ?? 0, ...rows.map((row) => row.id));
  state.lastIds[kind] = highest + 1;
  return highest + 1;
}

const firstIds = { tools: 101, assistants: 201, leads: 301, secondaryContacts: 401, calls: 501 };

export function isoNow(service: Service): string {
  return isoMicros(service.settings.clock.now());
}

export function plainNow(service: Service): string {
  return plainTime(service.settings.clock.now());
}

/** What of a checked body is stored: all of it but the fields that a fault drops. */
export function kept<T extends object>(body: T, dropped: string[]): Partial<T> {
  return Object.fromEntries(Object.entries(body).filter(([key]) => !dropped.includes(key))) as Partial<T>;
}
