/** Types and functions that routes share. The handler of a route is a plain function from a call to a response. */
import type { Method } from "./assumed-routes.js";
import type { Form } from "./forms.js";
import { isoMicros, plainTime } from "./clock.js";
import type { Overrides } from "./exchange.js";
import type { RouteResponse } from "./http-error.js";
import type { Listings } from "./listings.js";
import type { TokenLimits } from "./windows.js";
import type { Settings } from "./options.js";
import { type EmulatorState, firstIds } from "./lists.js";
import type { StoredUser } from "./state.js";

export interface Service {
  readonly state: EmulatorState;
  readonly settings: Settings;
  readonly listings: Listings;
  readonly limits: TokenLimits;
  /** Available once the service listens. */
  address(): string;
}

export type { RouteResponse } from "./http-error.js";

export type Body = Record<string, unknown>;

/** One request to a route that needs no token. */
export interface OpenCall extends Overrides {
  /** The path parameter. NaN if it is not a number, so that no record matches. */
  id: number;
  /** The path parameter as text. */
  key: string;
  query: Record<string, unknown>;
  body: Body;
}

/** One authenticated request. */
export interface Call extends OpenCall {
  user: StoredUser;
  token: string;
}

interface AnyRoute {
  method: Method;
  path: string;
  /** The message of a 500 on this route (spec 7). Default: "Server Error". */
  failure?: string;
  /** Spec 5.2 requires Accept and Content-Type for this route. Checked in strict mode. */
  requiresJsonHeaders?: boolean;
  /** The only form that has this route. Default: both. */
  form?: Form;
}

export interface Route extends AnyRoute {
  handle(call: Call): RouteResponse;
}

/** A route that needs no token. */
export interface OpenRoute extends AnyRoute {
  open(call: OpenCall): RouteResponse;
}

type IdKind = keyof typeof firstIds;

/** The next id of a kind. Ids are never reused. */
export function nextId(state: EmulatorState, kind: IdKind): number {
  const id = lastId(state, kind) + 1;
  state.lastIds[kind] = id;
  return id;
}

/** Notes the ids in use, so that those of a seed are not assigned again after their records are deleted. */
export function noteIds(state: EmulatorState): EmulatorState {
  for (const kind of Object.keys(firstIds) as IdKind[]) state.lastIds[kind] = lastId(state, kind);
  return state;
}

function lastId(state: EmulatorState, kind: IdKind): number {
  const rows: { id: number }[] =
    kind === "secondaryContacts" ? state.leads.flatMap((lead) => lead.secondary_contacts) : state[kind];
  return rows.reduce((highest, { id }) => Math.max(highest, id), state.lastIds[kind] ?? firstIds[kind] - 1);
}

export function isoNow(service: Service): string {
  return isoMicros(service.settings.clock.now());
}

export function plainNow(service: Service): string {
  return plainTime(service.settings.clock.now());
}

/** The body without the fields that a fault drops. */
export function withoutDropped<T extends object>(body: T, dropped: string[]): Partial<T> {
  return Object.fromEntries(Object.entries(body).filter(([key]) => !dropped.includes(key))) as Partial<T>;
}
