import { printable } from "../quoted.js";
import { shortLines } from "./lines.js";

/**
 * The one family of errors. Only the text crosses the host process, so it tells what was attempted, on which resource,
 * what the service said, and what to do next.
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

/** What an error is about, apart from what happened. */
export interface ErrorDetails {
  /** What was attempted, on which resource, e.g. `create Assistant "Support"`. */
  readonly operation?: string | undefined;
  /** The resource, where the mistake is in its declaration, whatever was attempted. */
  readonly resource?: string | undefined;
  /** The request that failed, where it serves many operations, e.g. `list assistants`. */
  readonly request?: string | undefined;
  /** Whether the service carried it out, where that is not known; whoever finds out takes it away. */
  readonly doubt?: string | undefined;
  /** What to do. */
  readonly remedy?: string | undefined;
  readonly status?: number | undefined;
  /** True when a request was sent and it is not known whether the service processed it. */
  readonly lost?: boolean;
  readonly cause?: unknown;
}

/** Decisions are taken by code and details; the text is made of them here and nowhere else. */
export class VoicecallError extends Error {
  override readonly name = "VoicecallError";
  /** No `cause` as other errors have it: Node prints that, and a foreign one may quote anything. */
  readonly #cause: { stack?: string };
  readonly details: Omit<ErrorDetails, "cause">;

  /** @param what happened, in one or more sentences */
  constructor(
    readonly code: ErrorCode,
    readonly what: string,
    { cause, ...details }: ErrorDetails = {},
  ) {
    super(textOf(what, details));
    this.details = details;
    this.#cause = cause instanceof Error ? cause : {};
    if (!(cause instanceof Error)) Error.captureStackTrace(this.#cause, new.target);
    // The host prints `e.stack` of check, diff, read and delete into the user's terminal.
    this.stack = "";
  }

  get status(): number | undefined {
    return this.details.status;
  }

  get lost(): boolean {
    return this.details.lost ?? false;
  }

  /** Where it was thrown, for `voicecall:debug`: no text of the error itself. */
  get trace(): string {
    if (this.#cause instanceof VoicecallError) return this.#cause.trace;
    const { stack = "" } = this.#cause;
    const frames = stack.split("\n").filter((line) => /^ {4}at /.test(line));
    return frames.join("\n");
  }

  /** The same failure with what was found out since. */
  with({ code = this.code, what = this.what, ...details }: ErrorChanges): VoicecallError {
    return new VoicecallError(code, what, { cause: this, ...this.details, ...details });
  }
}

export type ErrorChanges = ErrorDetails & { readonly code?: ErrorCode; readonly what?: string };

function textOf(what: string, { operation, resource, request, doubt, remedy }: ErrorDetails): string {
  const about = [operation ?? resource, request].filter((part) => part !== undefined);
  const advice = [doubt, remedy].filter(Boolean).join(" ");
  // What the service said of single fields stands on lines of their own.
  const gap = what.includes("\n") ? "\n" : " ";
  const text = advice === "" ? what : `${what}${gap}${advice}`;
  return shortLines(printable([...about, text].join(": ")));
}

/** The text of whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function isVoicecallError(error: unknown, ...codes: ErrorCode[]): error is VoicecallError {
  return error instanceof VoicecallError && (codes.length === 0 || codes.includes(error.code));
}
