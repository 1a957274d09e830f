/**
 * "not-sent": no byte of the request left this process.
 * "withheld": the provider decided not to send the request.
 * "cut" and "timeout": the service may have processed the request.
 * "too-large": a response arrived and was dropped.
 */
export type TransportErrorKind = "not-sent" | "withheld" | "cut" | "timeout" | "too-large";

export class TransportError extends Error {
  override readonly name = "TransportError";
  constructor(
    readonly kind: TransportErrorKind,
    /** Never the message of the HTTP library, which may contain parts of the request. */
    message: string,
    /** What to do, if it is not to check the connection. */
    readonly remedy?: string,
    /** Set if the same request would fail again. Repeating a wrong password may lock an account. */
    readonly isFinal = false,
  ) {
    super(message);
  }
}
