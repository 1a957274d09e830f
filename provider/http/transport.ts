import type { Duplex } from "node:stream";
import zlib from "node:zlib";
import type { Dispatcher } from "undici";
// The main entry of undici loads ninety more modules, which takes a quarter of the start-up time of a provider
// host.
import Agent from "undici/lib/dispatcher/agent.js";
import { type Proxy, proxyFor } from "./proxy.js";
import { type Body, type Collector, type Cut, RecordsCutter, TooLarge, WholeBody } from "./records-cutter.js";
import type { Method } from "./routes.js";

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
    /** What to do, if it is not to check the connection. */
    readonly remedy?: string,
  ) {
    super(message);
  }
}

const longestConnect = 10_000;

/**
 * Milliseconds until this side closes an idle connection. Web servers close idle connections after two seconds or
 * later. If the service closed a connection just as a create was sent on it, the create would have a lost response.
 */
const longestIdle = 1000;

interface Opened {
  readonly agent: Dispatcher;
  readonly proxy?: Proxy;
}

/**
 * @param options.connections maximum number of connections to one host
 * @param options.timeout maximum duration of an attempt, in milliseconds
 */
export function createTransport(options: { connections: number; timeout: number }): Required<Transport> {
  const connect = { timeout: Math.min(longestConnect, options.timeout) };
  const common = {
    connections: options.connections,
    headersTimeout: options.timeout,
    bodyTimeout: options.timeout,
    // The collectors have limits of their own.
    maxResponseSize: -1,
    keepAliveTimeout: longestIdle,
    keepAliveMaxTimeout: longestIdle,
  };
  // All requests of a transport go to one host.
  let opened: Opened | Promise<Opened> | undefined;
  let isClosed = false;
  const open = (url: string): Opened | Promise<Opened> => {
    const proxy = proxyFor(url);
    return proxy ? openThrough(proxy) : { agent: new Agent({ ...common, connect }) };
  };
  const openThrough = async (proxy: Proxy): Promise<Opened> => {
    const { Pool, ProxyAgent } = await import("undici");
    const agent = new ProxyAgent({
      ...common,
      uri: proxy.url,
      proxyTls: connect,
      requestTls: connect,
      clientFactory: (origin, poolOptions) => {
        const pool = new Pool(origin, poolOptions);
        const tunnel = pool.connect.bind(pool);
        // Otherwise undici asks a proxy that cuts the connection again and again, without a pause.
        const once = (to: Dispatcher.ConnectOptions) =>
          tunnel(to).catch((error: unknown) => {
            throw codeOf(error) === "UND_ERR_SOCKET"
              ? Object.assign(new Error("cut"), { code: "CUT" })
              : error;
          });
        return Object.assign(pool, { connect: once });
      },
    });
    return { agent, proxy };
  };
  return {
    send: async (request) => {
      if (isClosed) throw new TransportError("not-sent", unsent["UND_ERR_CLOSED"]!);
      opened ??= open(request.url);
      // Without a proxy, the time limit starts at once.
      const { agent, proxy } = opened instanceof Promise ? await opened : opened;
      return attempt(agent, request, proxy);
    },
    close: async () => {
      isClosed = true;
      await (await opened)?.agent.close();
    },
  };
}

/** Uses `dispatch` and not `request`, because only `dispatch` reports whether sending has begun. */
function attempt(
  agent: Dispatcher,
  request: TransportRequest,
  proxy: Proxy | undefined,
): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    const url = new URL(request.url);
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
      settle(() => reject(asTransportError(error, controller !== undefined, status, proxy)));
      controller?.abort(new Error("failed"));
    };
    const timer = setTimeout(
      () => fail(Object.assign(new Error("total time-out"), { code: "TOTAL_TIMEOUT" })),
      request.timeout,
    );
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
      agent.dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method: request.method,
          headers: { "accept-encoding": Object.keys(decoders).join(", "), ...request.headers },
          body: request.body ?? null,
        },
        handler,
      );
    } catch (error) {
      fail(error);
    }
  });
}

const decoders: Record<string, (first: number) => Duplex> = {
  gzip: () => zlib.createGunzip(),
  // Some servers send the format of the header `deflate` without its header.
  deflate: (first) => ((first & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw()),
  br: () => zlib.createBrotliDecompress(),
};

interface Reader {
  /** Returns false if it will call `resume` when it can take more. */
  write(this: void, chunk: Buffer, resume?: () => void): boolean;
  end(this: void): void;
}

interface Reading {
  readonly ended: (body: Body) => void;
  readonly failed: (error: unknown) => void;
  readonly progressed: () => void;
  readonly isOver: () => boolean;
}

const collecting = (collector: Collector, { ended, failed, progressed, isOver }: Reading): Reader => {
  const unlessOver = (run: () => void): void => {
    try {
      if (!isOver()) run();
    } catch (error) {
      failed(error);
    }
  };
  return {
    write: (chunk) => {
      const before = collector.progress;
      unlessOver(() => collector.write(chunk));
      if (collector.progress > before) progressed();
      return true;
    },
    end: () => unlessOver(() => ended(collector.end())),
  };
};

/** Removes one encoding. An empty body needs no decoding. */
function decoding(name: string, next: Reader, { failed, isOver }: Reading): Reader {
  let decoder: Duplex | undefined;
  const opened = (first: number): Duplex => {
    const open = decoders[name];
    if (!open) throw Object.assign(new Error("unknown encoding"), { code: "UNKNOWN_ENCODING" });
    const stream = open(first);
    stream.on("data", (chunk: Buffer) => (isOver() ? stream.destroy() : next.write(chunk)));
    return stream.on("end", next.end).on("error", failed);
  };
  return {
    write: (chunk, resume) => {
      try {
        decoder ??= opened(chunk[0]!);
      } catch (error) {
        failed(error);
        return true;
      }
      const takesMore = decoder.write(chunk);
      if (!takesMore && resume) decoder.once("drain", resume);
      return takesMore;
    },
    end: () => (decoder ? decoder.end() : next.end()),
  };
}

/** Removes the compression, which may be several encodings after one another. */
const readerOf = (collector: Collector, encodings: string, reading: Reading): Reader =>
  encodings
    .toLowerCase()
    .split(",")
    .map((name) => name.trim().replace(/^x-/, ""))
    .filter((name) => name !== "" && name !== "identity")
    .reduce((next, name) => decoding(name, next, reading), collecting(collector, reading));

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
  CUT: "the proxy cut the connection",
  UND_ERR_CLOSED: "the client was closed",
  UND_ERR_DESTROYED: "the client was closed",
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

const timeouts = new Set(["TOTAL_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);

function asTransportError(
  error: unknown,
  hasBegun: boolean,
  status: number,
  proxy: Proxy | undefined,
): TransportError {
  const code = codeOf(error);
  if (!hasBegun) return new TransportError("not-sent", ...whyNotSent(code, error, proxy));
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

function whyNotSent(code: string, error: unknown, proxy: Proxy | undefined): [what: string, remedy?: string] {
  const reason = untrusted[code];
  if (reason !== undefined)
    return [
      `the server's certificate is not trusted: ${reason}`,
      "If a company proxy or a private authority issues it, set NODE_EXTRA_CA_CERTS to the file of that authority's certificate",
    ];
  // undici has a code of its own for this failure behind a proxy.
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID" || code === "UND_ERR_PRX_TLS")
    return [
      "the server's certificate is for another host name",
      "Set the base URL to the host name in the certificate",
    ];
  if (code === "EPROTO" || code.startsWith("ERR_SSL_"))
    return ["the server does not answer with TLS", "Check the scheme and the port of the base URL"];
  const what = unsent[code] ?? `no connection could be made (${code})`;
  if (!proxy) return [what];
  // The one text of the library that is read: only it has the status.
  const status = /^Proxy response \((\d{3})\)/.exec(error instanceof Error ? error.message : "")?.[1];
  if (status === "407")
    return [
      `the proxy ${proxy.shown} asks for a user name and a password (407)`,
      "Put them into HTTPS_PROXY, as in http://user:password@proxy:8080",
    ];
  return [
    status === undefined
      ? `there was no connection through the proxy ${proxy.shown}: ${what}`
      : `the proxy ${proxy.shown} refused the connection (${status})`,
    "Check HTTPS_PROXY, or add the host of the base URL to NO_PROXY",
  ];
}

/** A code such as ECONNREFUSED. The error's message may contain parts of the request, so it is not used. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "unknown error";
}
