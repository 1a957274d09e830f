/** Connections through a proxy, by CONNECT. */
import http from "node:http";
import https from "node:https";
import type { buildConnector } from "undici";
import connector from "undici/lib/core/connect.js";
import { type Proxy, refusedBy, unreached } from "./proxy.js";
import { codeOf } from "./transport-error.js";

/**
 * For an agent of undici. Its own ProxyAgent says the proxy's status in a text only, and asks a proxy that cuts the
 * connection again and again.
 * @param timeout milliseconds to connect to the proxy, and as many to establish TLS with the service
 */
export function tunnel(proxy: Proxy, timeout: number): buildConnector.connector {
  const establishTls = connector({ timeout });
  return (options, callback) => {
    const target = `${options.hostname}:${options.port || (options.protocol === "https:" ? 443 : 80)}`;
    const { request } = proxy.url.protocol === "https:" ? https : http;
    const asking = request(proxy.url, {
      ...{ method: "CONNECT", path: target, agent: false, timeout },
      headers: { ...proxy.headers, host: target },
    });
    asking.once("connect", ({ statusCode: status = 0 }, socket) => {
      socket.setTimeout(0);
      if (status < 200 || status > 299) {
        socket.on("error", () => undefined).destroy();
        callback(refusedBy(proxy, status, options.host ?? target), null);
      } else if (options.protocol === "https:") establishTls({ ...options, httpSocket: socket }, callback);
      else callback(null, socket);
    });
    const late = Object.assign(new Error("late"), { code: "UND_ERR_CONNECT_TIMEOUT" });
    asking.once("timeout", () => asking.destroy(late));
    asking.once("error", (error) =>
      callback(unreached(proxy, codeOf(error).replace("ECONNRESET", "CUT")), null),
    );
    asking.end();
  };
}
