/** One request as the faults see it, and what they can make of it. */
import type { Readable } from "node:stream";
import type { PageLie } from "./page-lies.js";

/**
 * arrival: the head of the request has been read, its body has not. before: all of it has been read. during: it
 * has been processed and what it changed is undone, as when a transaction does not come to its end. after: it has
 * been processed.
 */
export type Moment = "arrival" | "before" | "during" | "after";

/** How faults bend the processing of a request. */
export interface Bends {
  /** Fields of the body that are accepted and not kept. */
  dropped: string[];
  /** Milliseconds by which the listings that it reads lag behind writes. */
  listLag: number;
  /** Instead of the plan limit of the account. */
  planLimit?: { most: number; status: number };
  /** What its page envelope says that is not so. */
  pageLie?: PageLie;
}

export interface Exchange {
  readonly token: string | undefined;
  /** The message of a 500 on this route (spec 7). */
  readonly failure: string | undefined;
  /** The answer as text, once there is one; a fault may rewrite it. */
  answer: string | undefined;
  /** Added to those of the answer. */
  readonly headers: Record<string, string>;
  readonly bends: Bends;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** What is sent in place of the answer; without a status, under the one it has. */
export interface Substitute {
  status?: number;
  headers?: Record<string, string>;
  body: string | Readable;
}

/** Undefined: the request goes on. */
export type Effect = { cut: true } | Substitute | undefined;
