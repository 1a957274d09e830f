import { printable } from "../quoted.js";
import { shortLines } from "./lines.js";

/**
 * The one family of errors. Only the text crosses the host process, so a message says by itself what was
 * attempted, on which resource, what the service said, and what to do next.
 */
export type ErrorCode =
  /** A setting is missing, malformed or contradicts another one. */
  | "config"
  /** 401/403, a redirect or an HTML page: the token was not accepted. */
  | "auth"
  /** 404 on the record of a documented route. */
  | "not-found"
  /** 404 or 405 on an assumed route, which may mean that the route itself is missing. */
  | "route-missing"
  /** 400/422 or any other 4xx refusal of what was sent. */
  | "refused"
  /** 429 after all retries. */
  | "rate-limited"
  /** 5xx after all retries. */
  | "server"
  /** No connection, a cut connection, or a time-out. */
  | "network"
  /** The answer could not be understood: not JSON, too large, or of an unknown shape. */
  | "unreadable"
  /** A listing contradicted itself or could not prove what was asked of it. */
  | "could-not-tell"
  /** An object with this key exists already. */
  | "exists"
  /** Somebody changed by hand what is about to be overwritten. */
  | "conflict"
  /** The service accepted a field and did not keep it. */
  | "not-kept"
  /** State was made with another account. */
  | "wrong-account"
  /** A name that the account does not have, or that stands for several objects. */
  | "unknown-name"
  /** The object is gone from the service. */
  | "gone"
  /** The object is still used by another one. */
  | "in-use"
  /** A create was sent and its answer lost, and looking did not settle what became of it. */
  | "lost"
  /** The command that asked for it is dead, so nothing was sent. */
  | "orphaned"
  /** The service offers no way to do this. */
  | "unsupported"
  /** What the program declares cannot be. */
  | "invalid"
  /** A mistake in this package. */
  | "internal";

export interface ErrorDetails {
  status?: number;
  /** True when a request was sent and it is not known whether the service processed it. */
  lost?: boolean;
  /** The message without what to do, and what to do: for whoever looks what became of the request and knows more. */
  parts?: { readonly what: string; readonly remedy: string };
}

export class VoicecallError extends Error {
  override readonly name = "VoicecallError";
  readonly code: ErrorCode;
  readonly status: number | undefined;
  readonly lost: boolean;
  readonly parts: ErrorDetails["parts"];

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(shortLines(printable(message)));
    this.code = code;
    this.status = details.status;
    this.lost = details.lost ?? false;
    this.parts = details.parts;
    // The host prints `e.stack` of check, diff, read and delete into the user's terminal.
    this.stack = "";
  }
}

/** The text of whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function isVoicecallError(error: unknown, ...codes: ErrorCode[]): error is VoicecallError {
  return error instanceof VoicecallError && (codes.length === 0 || codes.includes(error.code));
}
