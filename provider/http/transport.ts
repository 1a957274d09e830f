import type { Dispatcher } from "undici";
// The main entry of undici loads ninety more modules, which takes a quarter of the start-up time of a provider
// host.
import Agent from "undici/lib/dispatcher/agent.js";
import { type Proxy, proxyFor, refusedBy, unreached } from "./proxy.js";
import { type Cut, RecordsCutter, TooLarge, WholeBody } from "./records-cutter.js";
import { type Reader, decoders, readerOf } from "./response-reader.js";
import type { Method } from "./routes.js";
import { TransportError, codeOf, unconnected } from "./transport-error.js";
import { tunnel } from "./tunnel.js";

export interface Transport {
  /** One attempt, without retries and without following redirects. Throws TransportError. */
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Closes idle connections immediately, and the other connections after their response. */
  close?(): Promise<void>;
}

export interface TransportRequest {
  method: Method;
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** Milliseconds, from connecting until the last byte of the response, or until its next record. */
  timeout: number;
  /** Set if the response is a listing, which is then read record by record. */
  cut?: Cut;
}

export interface TransportResponse {
  status: number;
  /** Header names are in lower case. */
  headers: Record<string, string>;
  body: string;
  /** What `cut` returned, if the response is successful. */
  records?: readonly unknown[] | undefined;
  /** The proxy through which it came, which may have written it. */
  proxy?: string;
}

const longestConnect = 10_000;

/**
 * Milliseconds until this side closes an idle connection. Web servers close idle connections after two seconds or
 * later. If the service closed a connection just as a create was sent on it, the create would have a lost response.
 */
const longestIdle = 1000;

interface Opened {
  readonly agent: Dispatcher;
  readonly proxy: Proxy | undefined;
  /** The proxy gets whole requests, as most allow tunnels to port 443 only. */
  readonly isWhole: boolean;
}

/**
 * @param options.connections maximum number of connections to one host
 * @param options.timeout maximum duration of an attempt, in milliseconds
 */
export function createTransport(options: { connections: number; timeout: number }): Required<Transport> {
  const longest = Math.min(longestConnect, options.timeout);
  const open = (url: string): Opened => {
    const proxy = proxyFor(url);
    const isWhole = proxy?.url.protocol === "http:" && url.startsWith("http:");
    const agent = new Agent({
      connections: options.connections,
      headersTimeout: options.timeout,
      bodyTimeout: options.timeout,
      // The collectors have limits of their own.
      maxResponseSize: -1,
      keepAliveTimeout: longestIdle,
      keepAliveMaxTimeout: longestIdle,
      connect: proxy && !isWhole ? tunnel(proxy, longest) : { timeout: longest },
    });
    return { agent, proxy, isWhole };
  };
  // All requests of a transport go to one host.
  let opened: Opened | undefined;
  let isClosed = false;
  return {
    send: async (request) => {
      if (isClosed) throw new TransportError("not-sent", "the client was closed", undefined, true);
      opened ??= open(request.url);
      const { proxy } = opened;
      const response = await attempt(opened, request);
      if (!proxy) return response;
      if (response.status === 407) throw refusedBy(proxy, 407, new URL(request.url).host);
      return { ...response, proxy: proxy.url.origin };
    },
    close: async () => {
      isClosed = true;
      await opened?.agent.close();
    },
  };
}

/** Uses `dispatch` and not `request`, because only `dispatch` reports whether sending has begun. */
function attempt(opened: Opened, request: TransportRequest): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    const url = new URL(request.url);
    const path = url.pathname + url.search;
    const whole = opened.isWhole ? opened.proxy : undefined;
    let controller: Dispatcher.DispatchController | undefined;
    let status = 0;
    let headers: Record<string, string> = {};
    let settled = false;
    let reader: Reader | undefined;
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      settled = true;
      finish();
    };
    const fail = (error: unknown) => {
      if (settled) return;
      settle(() => reject(asTransportError(error, controller !== undefined, status, opened)));
      controller?.abort(new Error("failed"));
    };
    const timer = setTimeout(() => fail({ code: "TOTAL_TIMEOUT" }), request.timeout);
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (started) => {
        // After the timeout, nothing may be sent: the caller has already received "not-sent".
        if (settled) started.abort(new Error("too late"));
        else controller = started;
      },
      onResponseStart: (_, statusCode, received) => {
        status = statusCode;
        headers = flat(received);
        const what = `the response (${status})`;
        const isListing = request.cut !== undefined && status >= 200 && status <= 299;
        const collector = isListing ? new RecordsCutter(what, request.cut!) : new WholeBody(what);
        reader = readerOf(collector, headers["content-encoding"] ?? "", {
          ended: ({ text, records }) => settle(() => resolve({ status, headers, body: text, records })),
          failed: fail,
          progressed: () => timer.refresh(),
          isOver: () => settled,
        });
      },
      onResponseData: (started, chunk) => {
        if (!reader!.write(chunk, () => started.resume())) started.pause();
      },
      onResponseEnd: () => reader!.end(),
      onResponseError: (_, error) => fail(error),
    };
    try {
      opened.agent.dispatch(
        {
          origin: (whole?.url ?? url).origin,
          path: whole ? url.origin + path : path,
          method: request.method,
          headers: {
            "accept-encoding": Object.keys(decoders).join(", "),
            ...request.headers,
            ...(whole && { host: url.host, ...whole.headers }),
          },
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

const timeouts = new Set(["TOTAL_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);

function asTransportError(error: unknown, hasBegun: boolean, status: number, opened: Opened): TransportError {
  if (!hasBegun) return notSent(error, opened);
  const code = codeOf(error);
  const hasStatus = status !== 0;
  if (code.startsWith("Z_") || code.startsWith("ERR__ERROR_FORMAT") || code === "UNKNOWN_ENCODING")
    return new TransportError("cut", `the response (${status}) could not be decompressed`);
  if (error instanceof TooLarge) return new TransportError("too-large", error.message);
  if (timeouts.has(code)) {
    const what = hasStatus ? "the response did not end in time" : "no response arrived in time";
    return new TransportError("timeout", what);
  }
  const what = hasStatus ? "the response was cut off" : "the connection was cut before a response arrived";
  return new TransportError("cut", what);
}

function notSent(error: unknown, { proxy, isWhole }: Opened): TransportError {
  if (error instanceof TransportError) return error;
  const [what, remedy] = unconnected(codeOf(error));
  const isOfProxy = proxy && (isWhole || remedy === undefined);
  return isOfProxy ? unreached(proxy, codeOf(error)) : new TransportError("not-sent", what, remedy);
}
