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

const unsent: Record<string, string> = {
  ECONNREFUSED: "the connection was refused",
  ENOTFOUND: "the host name was not found",
  EAI_AGAIN: "the host name could not be looked up",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ECONNRESET: "the connection was reset while it was being established",
  UND_ERR_CONNECT_TIMEOUT: "connecting took too long",
  TOTAL_TIMEOUT: "connecting took too long",
  CUT: "the proxy cut the connection",
};

/** Failures of TLS, by the code of OpenSSL or Node. */
const untrusted: Record<string, string> = {
  CERT_HAS_EXPIRED: "it has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "it is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "its authority is private",
  UNABLE_TO_GET_ISSUER_CERT: "its authority is not known",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its authority is not known",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its authority is not known",
};

/** Why there is no connection, and what to do if it is not to check the connection. */
export function unconnected(code: string): readonly [what: string, remedy?: string] {
  const reason = untrusted[code];
  if (reason !== undefined)
    return [
      `the server's certificate is not trusted: ${reason}`,
      "If a company proxy or a private authority issues it, set NODE_EXTRA_CA_CERTS to the file of that authority's certificate",
    ];
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return [
      "the server's certificate is for another host name",
      "Set the base URL to the host name in the certificate",
    ];
  if (code === "EPROTO" || code.startsWith("ERR_SSL_"))
    return ["the server does not answer with TLS", "Check the scheme and the port of the base URL"];
  return [unsent[code] ?? `no connection could be made (${code})`];
}

/** A code such as ECONNREFUSED. The error's message may contain parts of the request, so it is not used. */
export function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : "unknown error";
}
