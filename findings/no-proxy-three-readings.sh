#!/usr/bin/env bash
# One value of NO_PROXY sends a request through the proxy in one client and past it in another, on the same machine.
#
# One would guess: NO_PROXY is an old convention, so curl, undici (which Node's fetch is made of) and proxy-from-env
# (which axios uses) agree at least on a domain and its subdomains. If curl works, so does the program.
# What happens: no two of the three agree on all forms below. For proxy-from-env, "clinic.test" is that host only, and
# ".clinic.test" its subdomains only; for the others, both are both. Only curl knows networks such as "10.0.0.0/8", and
# only curl does not know "*.clinic.test". An asterisk beside other entries counts for proxy-from-env alone.
# So write both "clinic.test" and ".clinic.test", and hosts instead of networks and asterisks.
# Seen with proxy-from-env 2.1.0 and undici 7.30.0 (EnvHttpProxyAgent) on Node 20.20, and curl 7.88.1. Needs npm and
# curl. Both the proxy and the end of each direct connection are on this machine.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . proxy-from-env@2.1.0 undici@7.30.0 >/dev/null

cat >ask.js <<'JS'
const { once } = require("node:events");
const { createServer } = require("node:http");
const { promisify } = require("node:util");
const execFile = promisify(require("node:child_process").execFile);
const { getProxyForUrl } = require("proxy-from-env");
const { EnvHttpProxyAgent, request } = require("undici");

let proxied = false;

async function main() {
  const proxy = createServer((_, response) => {
    proxied = true;
    response.end();
  });
  proxy.on("connect", (_, socket) => {
    proxied = true;
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  process.env.http_proxy = `http://127.0.0.1:${proxy.address().port}`;
  const show = (...cells) => console.log(cells.map((cell) => cell.padEnd(18)).join("").trimEnd());
  const answer = () => (proxied ? "proxy" : "direct");

  show("NO_PROXY", "host", "proxy-from-env", "undici", "curl");
  for (const [list, host] of [
    ["clinic.test", "clinic.test"],
    ["clinic.test", "api.clinic.test"],
    [".clinic.test", "clinic.test"],
    ["*.clinic.test", "api.clinic.test"],
    ["*.clinic.test", "clinic.test"],
    ["10.0.0.0/8", "10.1.2.3"],
    ["clinic.test:8080", "clinic.test:8080"],
    ["[::1]", "[::1]"],
    ["::1", "[::1]"],
    ["clinic.test,*", "other.test"],
  ]) {
    process.env.no_proxy = list;
    const url = `http://${host}/`;
    const first = getProxyForUrl(url) === "" ? "direct" : "proxy";

    proxied = false;
    const dispatcher = new EnvHttpProxyAgent({ connect: (_, done) => done(new Error("direct")) });
    await request(url, { dispatcher }).catch(() => undefined);
    await dispatcher.destroy();
    const second = answer();

    proxied = false;
    // Nobody listens on port 1, and curl ends with an error.
    await execFile("curl", ["--silent", "--connect-to", "::127.0.0.1:1", url]).catch(() => undefined);
    show(list, host, first, second, answer());
  }
  proxy.closeAllConnections();
  proxy.close();
}
main();
JS
node ask.js | tee seen

diff - seen <<'SEEN'
NO_PROXY          host              proxy-from-env    undici            curl
clinic.test       clinic.test       direct            direct            direct
clinic.test       api.clinic.test   proxy             direct            direct
.clinic.test      clinic.test       proxy             direct            direct
*.clinic.test     api.clinic.test   direct            direct            proxy
*.clinic.test     clinic.test       proxy             direct            proxy
10.0.0.0/8        10.1.2.3          proxy             proxy             direct
clinic.test:8080  clinic.test:8080  direct            direct            proxy
[::1]             [::1]             direct            direct            proxy
::1               [::1]             proxy             proxy             direct
clinic.test,*     other.test        direct            proxy             proxy
SEEN
echo "as described: three clients, three readings"
