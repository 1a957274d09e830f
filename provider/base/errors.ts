import { printable } from "./quoted.js";
import { shortLines } from "./lines.js";

export type ErrorCode =
  /** A setting is missing, malformed or wrong, such as the base URL or a route. */
  | "config"
  /** 401, a redirect, an HTML page, or a 403 without JSON: the token was probably not accepted. */
  | "auth"
  /** 404 for an object, on a documented route. */
  | "not-found"
  /** 404 or 405 on an assumed route, which may mean that the route itself is missing. */
  | "route-missing"
  /** 400, 422 or another 4xx status, or `success: false`: the service rejected the request. */
  | "refused"
  /** 429, after any retries. */
  | "rate-limited"
  /** 5xx, after any retries. */
  | "server"
  /**
   * No connection, a broken connection, a timeout, a request that the provider withheld, or a response that may be the
   * proxy's.
   */
  | "network"
  /** The response could not be parsed: it is not JSON, too large, or of an unknown shape. */
  | "unreadable"
  /** The provider cannot prove something, such as that an object is gone or that the token is right. */
  | "could-not-tell"
  /** Another object has the key, or another resource of the program has the same key or object. */
  | "exists"
  /**
   * An update would overwrite a manual change, or the program may not want a start: the campaign is a different
   * one than before, or a refresh may have set `state` to "started". Also used for predicted failures if
   * `voicecall:willFail` is "error".
   */
  | "conflict"
  /** The service reported success, but did not keep a field, or did not start or stop the campaign. */
  | "not-kept"
  /** State was recorded with another account. */
  | "wrong-account"
  /** No object in the account has this name or id. */
  | "unknown-name"
  /** Several objects in the account have this name. */
  | "ambiguous-name"
  /** `callOnly` or `maxLeads` does not let this stack call these people, or `deletions` does not let it delete. */
  | "fenced"
  /** The object is gone from the service. */
  | "gone"
  /** Another object still uses the object or its phone number, or belongs to the object, as a lead to a campaign. */
  | "in-use"
  /** The outcome of a write is unknown. For example, its response was lost, and no listing shows a result. */
  | "lost"
  /** The pulumi command has exited, so nothing was sent. */
  | "orphaned"
  /** The service or the provider does not support the operation. */
  | "unsupported"
  /** The program declares something invalid, or an id or the state is unusable. */
  | "invalid"
  /** A bug in this package. */
  | "internal";

export interface ErrorDetails {
  /** The operation and its resource, such as `create Assistant "Support"`. */
  readonly operation?: string | undefined;
  /** The resource, if its declaration is wrong regardless of the operation. */
  readonly resource?: string | undefined;
  /** The failed request, if it serves many operations, such as `list assistants`. */
  readonly request?: string | undefined;
  /** A sentence saying that the outcome is unknown. Removed as soon as the outcome is known. */
  readonly doubt?: string | undefined;
  /** What the user can do. */
  readonly remedy?: string | undefined;
  /** For a missing route: how to set another route, or "none". */
  readonly setRoute?: string | undefined;
  readonly status?: number | undefined;
  /** Whether the service names this request field in its rejection (spec 7). */
  readonly rejects?: ((field: string) => boolean) | undefined;
  /** True if the request was sent but may or may not have been processed. */
  readonly lost?: boolean;
  readonly cause?: unknown;
}

/** An error as data. Decisions depend on `code` and `details`, never on the text. */
export class VoicecallError extends Error {
  override readonly name = "VoicecallError";
  /** Not the standard property `cause`: Node would print its value, and a library's error may contain secrets. */
  readonly #cause: { stack?: string };
  readonly details: Omit<ErrorDetails, "cause">;

  /** @param what what happened, in one or more sentences */
  constructor(
    readonly code: ErrorCode,
    readonly what: string,
    { cause, ...details }: ErrorDetails = {},
  ) {
    super(textOf(what, details));
    this.details = details;
    this.#cause = cause instanceof Error ? cause : {};
    if (!(cause instanceof Error)) Error.captureStackTrace(this.#cause, new.target);
    // The provider host prints the `stack` of errors from check, diff, read and delete to the user's terminal.
    this.stack = "";
  }

  get status(): number | undefined {
    return this.details.status;
  }

  get lost(): boolean {
    return this.details.lost ?? false;
  }

  /** The text without the operation, the resource and the request. */
  get reason(): string {
    return textOf(this.what, { doubt: this.details.doubt, remedy: this.details.remedy });
  }

  /** The stack trace for `voicecall:debug`, without the error's text. */
  get trace(): string {
    if (this.#cause instanceof VoicecallError) return this.#cause.trace;
    const { stack = "" } = this.#cause;
    const frames = stack.split("\n").filter((line) => /^ {4}at /.test(line));
    return frames.join("\n");
  }

  with({ code = this.code, what = this.what, ...details }: ErrorChanges): VoicecallError {
    return new VoicecallError(code, what, { cause: this, ...this.details, ...details });
  }
}

export type ErrorChanges = ErrorDetails & { readonly code?: ErrorCode; readonly what?: string };

function textOf(what: string, { operation, resource, request, doubt, remedy }: ErrorDetails): string {
  const about = [operation ?? resource, request].filter((part) => part !== undefined);
  const advice = [doubt, remedy].filter(Boolean).join(" ");
  // Put the remedy on its own line if the service's messages about individual fields are on separate lines.
  const gap = what.includes("\n") ? "\n" : " ";
  const text = advice === "" ? what : `${what}${gap}${advice}`;
  return shortLines(printable([...about, text].join(": ")));
}

export function isVoicecallError(error: unknown, ...codes: ErrorCode[]): error is VoicecallError {
  return error instanceof VoicecallError && (codes.length === 0 || codes.includes(error.code));
}

/** For `catch`: gives the value instead of an error with one of these codes, or without codes instead of any. */
export const orElse =
  <T>(value: T, ...codes: ErrorCode[]) =>
  (error: unknown): T => {
    if (isVoicecallError(error, ...codes)) return value;
    throw error;
  };
