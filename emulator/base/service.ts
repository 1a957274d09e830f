/** Types and functions that routes share. The handler of a route is a plain function from a call to a response. */
import type { AssumedRoute, PlaceText } from "./assumed-routes.js";
import type { Form } from "./forms.js";
import { isoMicros } from "./clock.js";
import type { Overrides } from "./exchange.js";
import type { Listings } from "./listings.js";
import type { TokenLimits } from "./windows.js";
import type { Settings } from "./options.js";
import type { EmulatorState } from "./lists.js";
import type { StoredUser } from "./state.js";

export interface Service {
  readonly state: EmulatorState;
  readonly settings: Settings;
  readonly listings: Listings;
  readonly limits: TokenLimits;
  /** Available once the service listens. */
  readonly address: () => string;
}

export type Body = Record<string, unknown>;

/** One request to a route that needs no token. */
export interface OpenCall extends Overrides {
  /** The path parameter. NaN if it is not a number, so that no record matches. */
  id: number;
  /** The path parameter as text. */
  key: string;
  /** The address of the route, for the links of a page. */
  url: string;
  query: Record<string, unknown>;
  body: Body;
  /** Added to the headers of the response. */
  headers: Record<string, string>;
}

/** One authenticated request. */
export interface Call extends OpenCall {
  user: StoredUser;
}

interface AnyRoute {
  /** The method and path, or the assumed route whose place the settings give. */
  at: PlaceText | AssumedRoute;
  /** The status of a success. Default: 200. */
  status?: number;
  /** The message of a 500 on this route (spec 7). Default: "Server Error". */
  failure?: string;
  /** Spec 5.2 requires Accept and Content-Type for this route. Checked in strict mode. */
  requiresJsonHeaders?: boolean;
  /** The only form that has this route. Default: both. */
  form?: Form;
}

/** A route returns the body of the response, or throws an `HttpError`. */
export type Route = AnyRoute &
  (
    | { handle(call: Call): unknown }
    /** Needs no token. */
    | { open(call: OpenCall): unknown }
  );

export function isoNow(service: Service): string {
  return isoMicros(service.settings.clock.now());
}

/** The body without the fields that a fault drops. */
export function withoutDropped<T extends object>(body: T, dropped: string[]): Partial<T> {
  return Object.fromEntries(Object.entries(body).filter(([key]) => !dropped.includes(key))) as Partial<T>;
}
