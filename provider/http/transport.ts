import type { Dispatcher } from "undici";
// The main entry of undici loads ninety more modules, which takes a quarter of the start-up time of a provider
// host.
import Agent from "undici/lib/dispatcher/agent.js";
import type { Method } from "./routes.js";

export interface Transport {
  /** One attempt, without retries and without following redirects. Throws TransportError. */
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Closes idle connections immediately, and the other connections after their response. */
  close?(): Promise<void>;
}

export interface TransportRequest {
  /** `voicecall doctor` sends OPTIONS to find out which methods a path allows. */
  method: Method | "OPTIONS";
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** Milliseconds, from connecting until the last byte of the response. */
  timeout: number;
}

export interface TransportResponse {
  status: number;
  /** Header names are in lower case. */
  headers: Record<string, string>;
  body: string;
}

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
  ) {
    super(message);
  }
}

/** The maximum size of a response, in bytes. */
export const largestResponse = 10 * 1024 * 1024;

const longestConnect = 10_000;

/**
 * Milliseconds until this side closes an idle connection. Web servers close idle connections after two seconds or
 * later. If the service closed a connection just as a create was sent on it, the create would have a lost response.
 */
const longestIdle = 1000;

/**
 * @param options.connections maximum number of connections to one host
 * @param options.timeout maximum duration of an attempt, in milliseconds
 */
export function createTransport(options: { connections: number; timeout: number }): Required<Transport> {
  const agent = new Agent({
    connections: options.connections,
    connect: { timeout: Math.min(longestConnect, options.timeout) },
    headersTimeout: options.timeout,
    bodyTimeout: options.timeout,
    maxResponseSize: largestResponse,
    keepAliveTimeout: longestIdle,
    keepAliveMaxTimeout: longestIdle,
  });
  return {
    send: (request) => attempt(agent, request),
    close: () => agent.close(),
  };
}

/** Uses `dispatch` and not `request`, because only `dispatch` reports whether sending has begun. */
function attempt(agent: Dispatcher, request: TransportRequest): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    const url = new URL(request.url);
    let controller: Dispatcher.DispatchController | undefined;
    let status = 0;
    let headers: Record<string, string> = {};
    let settled = false;
    const chunks: Buffer[] = [];
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      settled = true;
      finish();
    };
    const fail = (error: unknown) =>
      settle(() => reject(asTransportError(error, controller !== undefined, status)));
    const timer = setTimeout(() => {
      const late = new Error("total time-out");
      fail(Object.assign(late, { code: "TOTAL_TIMEOUT" }));
      controller?.abort(late);
    }, request.timeout);
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (started) => {
        // After the timeout, nothing may be sent: the caller has already received "not-sent".
        if (settled) started.abort(new Error("too late"));
        else controller = started;
      },
      onResponseStart: (_, statusCode, received) => {
        status = statusCode;
        headers = flat(received);
      },
      onResponseData: (_, chunk) => void chunks.push(chunk),
      onResponseEnd: () =>
        settle(() => resolve({ status, headers, body: Buffer.concat(chunks).toString("utf8") })),
      onResponseError: (_, error) => fail(error),
    };
    try {
      agent.dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method: request.method,
          headers: request.headers,
          body: request.body ?? null,
        },
        handler,
      );
    } catch (error) {
      fail(error);
    }
  });
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().join(", ")]),
  );
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
  UND_ERR_CLOSED: "the client was closed",
  UND_ERR_DESTROYED: "the client was closed",
};

const timeouts = new Set(["TOTAL_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);

function asTransportError(error: unknown, hasBegun: boolean, status: number): TransportError {
  const code = codeOf(error);
  if (!hasBegun)
    return new TransportError("not-sent", unsent[code] ?? `no connection could be made (${code})`);
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") {
    return new TransportError(
      "too-large",
      `the response (${status}) is larger than ${largestResponse / 1024 / 1024} MB`,
    );
  }
  if (timeouts.has(code)) {
    return new TransportError(
      "timeout",
      status === 0 ? "no response arrived in time" : "the response did not end in time",
    );
  }
  return new TransportError(
    "cut",
    status === 0 ? "the connection was cut before a response arrived" : "the response was cut off",
  );
}

/** A code such as ECONNREFUSED. The error's message may contain parts of the request, so it is not used. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "unknown error";
}
