/** The answers of spec 7: thrown as a refusal, sent by the server. */
import type { Answer } from "./service.js";

export type FieldErrors = Record<string, string[]>;

export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly answer: Answer;

  constructor(
    status: number,
    body: { message: string; [key: string]: unknown },
    headers?: Record<string, string>,
  ) {
    super(body.message);
    this.answer = headers ? { status, body, headers } : { status, body };
  }
}

export function refused(status: number, message: string): Refusal {
  return new Refusal(status, { message });
}

/** 422 {message, errors} (spec 7). */
export function invalid(errors: FieldErrors): Refusal {
  return new Refusal(422, { message: "Validation failed", errors });
}

/** What a bare status says when nothing more precise is known, as a web framework words it. */
export function plainMessage(status: number): string {
  const known: Record<number, string> = {
    401: "Unauthenticated.",
    403: "This action is unauthorized.",
    404: "Not Found",
    429: "Too Many Attempts.",
    503: "Service Unavailable",
  };
  return known[status] ?? (status >= 500 ? "Server Error" : "Bad Request");
}
