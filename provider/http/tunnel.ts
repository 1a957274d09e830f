/** Connections through a proxy, by CONNECT. */
import http from "node:http";
import https from "node:https";
import type { buildConnector } from "undici";
import connector from "undici/lib/core/connect.js";
import type { Proxy } from "./proxy.js";

/** Why a proxy opened no connection. */
export class ProxyError extends Error {
  constructor(
    /** "REFUSED", or the code of a connection to the proxy. */
    readonly code: string,
    /** What the proxy answered. */
    readonly status = 0,
  ) {
    super(code);
  }
}

/**
 * For an agent of undici. Its own ProxyAgent says the proxy's status in a text only, and asks a proxy that cuts the
 * connection again and again.
 * @param timeout milliseconds to connect to the proxy, and as many to establish TLS with the service
 */
export function tunnel({ url, headers }: Proxy, timeout: number): buildConnector.connector {
  const establishTls = connector({ timeout });
  return (options, callback) => {
    const target = `${options.hostname}:${options.port || (options.protocol === "https:" ? 443 : 80)}`;
    const { request } = url.protocol === "https:" ? https : http;
    const asking = request(url, {
      ...{ method: "CONNECT", path: target, agent: false, timeout },
      headers: { ...headers, host: target },
    });
    asking.once("connect", ({ statusCode: status = 0 }, socket) => {
      socket.setTimeout(0);
      if (status < 200 || status > 299) {
        socket.on("error", () => undefined).destroy();
        callback(new ProxyError("REFUSED", status), null);
      } else if (options.protocol === "https:") establishTls({ ...options, httpSocket: socket }, callback);
      else callback(null, socket);
    });
    asking.once("timeout", () => asking.destroy(new ProxyError("UND_ERR_CONNECT_TIMEOUT")));
    asking.once("error", ({ code = "unknown error" }: NodeJS.ErrnoException) =>
      callback(new ProxyError(code === "ECONNRESET" ? "CUT" : code), null),
    );
    asking.end();
  };
}
