#!/usr/bin/env bash
# undici 7 asks a proxy for a tunnel even to a service on plain http, which most proxies refuse.
#
# One would guess: a client sends a request for an http:// address to the proxy in absolute form, "GET http://host/path", as
# HTTP says and curl and axios do, and uses CONNECT for https:// alone. Proxies rely on that: the default rules of squid let
# CONNECT reach port 443 only.
# What happens: undici 7 sends CONNECT for both, with ProxyAgent and with EnvHttpProxyAgent, so a service inside the company
# on http is reached by every tool but this one, which reports "Proxy response (403) !== 200 when HTTP Tunneling". undici 8 sends the absolute form. In undici 7, `proxyTunnel: false` does.
# Node has a copy of undici of its own for `fetch`: which of the two a program does depends on where its fetch comes from.
# Seen with undici 7.30.0 and 8.13.1, and axios 1.13.2, on Node 22.23.0. Needs npm.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . node@22.23.0 axios@1.13.2 \
  undici7@npm:undici@7.30.0 undici8@npm:undici@8.13.1 >/dev/null

cat >clients.js <<'JS'
const { createServer } = require("node:http");
const axios = require("axios");

const seen = [];
const proxy = createServer((request, response) => {
  seen.push(`${request.method} ${request.url}`);
  response.end("by the proxy");
});
proxy.on("connect", (request, socket) => {
  seen.push(`${request.method} ${request.url}`);
  socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
});

proxy.listen(0, "127.0.0.1", async () => {
  const { port } = proxy.address();
  const uri = `http://127.0.0.1:${port}`;
  const clients = {
    "undici 7": viaUndici(require("undici7"), { uri }),
    "undici 7, proxyTunnel: false": viaUndici(require("undici7"), { uri, proxyTunnel: false }),
    "undici 8": viaUndici(require("undici8"), { uri }),
    axios: (url) => axios.get(url, { proxy: { protocol: "http", host: "127.0.0.1", port } }).then(({ data }) => data),
  };
  for (const [name, get] of Object.entries(clients)) {
    const result = await get("http://calls.example/api").catch((error) => error.cause?.message ?? error.message);
    console.log(`${name}: ${seen.splice(0).join(", ")}: ${result}`);
  }
  proxy.close();
  proxy.closeAllConnections();
});

function viaUndici({ ProxyAgent, request }, options) {
  const dispatcher = new ProxyAgent(options);
  return async (url) => (await request(url, { dispatcher })).body.text();
}
JS
node_modules/.bin/node clients.js | tee seen

diff - seen <<'SEEN'
undici 7: CONNECT calls.example:80: Proxy response (403) !== 200 when HTTP Tunneling
undici 7, proxyTunnel: false: GET http://calls.example/api: by the proxy
undici 8: GET http://calls.example/api: by the proxy
axios: GET http://calls.example/api: by the proxy
SEEN
echo "as described: undici 7 asks for a tunnel"
