/** The errors of spec 7. Routes throw them, and the server sends them. */
import type { RouteResponse } from "./service.js";

export type FieldErrors = Record<string, string[]>;

export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly response: RouteResponse;

  constructor(
    status: number,
    body: { message: string; [key: string]: unknown },
    headers?: Record<string, string>,
  ) {
    super(body.message);
    this.response = headers ? { status, body, headers } : { status, body };
  }
}

export function httpError(status: number, message: string): HttpError {
  return new HttpError(status, { message });
}

/** 422 {message, errors} (spec 7). */
export function validationError(errors: FieldErrors): HttpError {
  return new HttpError(422, { message: "Validation failed", errors });
}

/** The default message of a status, as in common web frameworks. */
export function plainMessage(status: number): string {
  const messages: Record<number, string> = {
    401: "Unauthenticated.",
    403: "This action is unauthorized.",
    404: "Not Found",
    429: "Too Many Attempts.",
    503: "Service Unavailable",
  };
  return messages[status] ?? (status >= 500 ? "Server Error" : "Bad Request");
}
