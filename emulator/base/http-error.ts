/** Errors that routes throw and the server sends, such as those of spec 7. */

export type FieldErrors = Record<string, string[]>;

export class HttpError extends Error {
  override readonly name = "HttpError";

  constructor(
    readonly status: number,
    readonly body: Record<string, unknown>,
  ) {
    super(String(body["message"] ?? body["error"]));
  }
}

export function httpError(status: number, message: string): HttpError {
  return new HttpError(status, { message });
}

/** The message of a validation error, which depends on the route. */
const messages = {
  general: () => "Validation failed",
  invalid: () => "The given data was invalid.",
  field: (errors: FieldErrors) => Object.values(errors)[0]?.[0] ?? "Validation failed",
};

export type Message = keyof typeof messages;

/** 422 {message, errors} (spec 7). */
export function validationError(errors: FieldErrors, message: Message = "general"): HttpError {
  return new HttpError(422, { message: messages[message](errors), errors });
}

/** The message of a status if the specification gives none, as in common web frameworks. */
export function plainMessage(status: number): string {
  const texts: Record<number, string> = {
    401: "Unauthenticated.",
    403: "This action is unauthorized.",
    404: "Not Found",
    429: "Too Many Attempts.",
    503: "Service Unavailable",
  };
  return texts[status] ?? (status >= 500 ? "Server Error" : "Bad Request");
}

export const loginPage =
  "<!DOCTYPE html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>";
