/** One request, with the data that faults can read and the changes that they can make. */
import type { Readable } from "node:stream";
import type { EmulatorClock } from "./clock.js";
import type { PageLie } from "./page-lies.js";

/**
 * "arrival": the head of the request has been read, but not the body.
 * "before": the whole request has been read.
 * "during": the request has been processed, but its changes are undone, as in an aborted transaction.
 * "after": the request has been processed.
 */
export type Moment = "arrival" | "before" | "during" | "after";

/** How faults change the processing of a request. */
export interface Overrides {
  /** Fields of the body that are accepted but not stored. */
  dropped: string[];
  /** Whether an update resets what its body lacks. */
  resets: boolean;
  /** How long listings lag behind writes, in milliseconds. */
  listLag: number;
  /** Replaces the plan limit of the account. */
  planLimit?: { limit: number; status: number };
  /** A wrong page envelope for the response. */
  pageLie?: PageLie;
}

export interface Exchange {
  readonly token: string | undefined;
  /** The message of a 500 on this route (spec 7). */
  readonly failure: string | undefined;
  /** The response as text, once there is one. A fault may rewrite it. */
  responseBody: string | undefined;
  /** Added to the headers of the response. */
  readonly headers: Record<string, string>;
  readonly overrides: Overrides;
  readonly clock: EmulatorClock;
}

/** Replaces the response. Without a status, the original status is kept. */
export interface Substitute {
  status?: number;
  headers?: Record<string, string>;
  body: string | Readable;
}

/** Undefined if the request continues. */
export type Effect = { cut: true } | Substitute | undefined;
