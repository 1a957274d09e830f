#!/usr/bin/env bash
# openai 6 does not hear an AbortSignal while it waits for a retry: a call with a limit of half a second takes as long as
# the server's Retry-After says.
#
# One would guess: `timeout` limits the attempt, and `signal` limits the whole call, whatever happens in it. So a phone
# assistant that may think for half a second gives `AbortSignal.timeout(500)`.
# What happens: after a 429 or 503 with Retry-After, openai 6 sleeps that long, without a limit. It looks at the signal
# only when it sends the next attempt, and then says "Request was aborted.", which is true and late. With
# "Retry-After: 3600", that is an hour later. openai 7 rejects at once. It also takes no Retry-After of more than 60
# seconds: it tries again after about half a second instead.
# So with openai 6, give `maxRetries: 0` where time matters, or race the call with a timer of one's own.
# Seen with openai 6.49.0 and 7.59.0 on Node 20.20. The script waits 3 seconds. Needs npm.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . openai6@npm:openai@6.49.0 openai7@npm:openai@7.59.0 >/dev/null

cat >call.js <<'JS'
const { createServer } = require("node:http");
const { once } = require("node:events");

async function main(name, retryAfter) {
  const { default: OpenAI } = require(name);
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.resume();
    response.writeHead(429, { "Retry-After": retryAfter, "Content-Type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseURL = `http://127.0.0.1:${server.address().port}`;
  const client = new OpenAI({ apiKey: "none", baseURL, timeout: 500, maxRetries: 1 });
  const start = performance.now();
  const signal = AbortSignal.timeout(500);
  const error = await client.models.list({ signal }).catch((error) => error);
  const time = performance.now() - start >= 3000 ? "after the Retry-After" : "before the Retry-After";
  console.log(`${name}  Retry-After: ${retryAfter}  ${error.message}  ${time}, ${requests} request`);
  server.closeAllConnections();
  server.close();
}
main("openai6", "3").then(() => main("openai7", "3"));
JS
node call.js | tee seen

diff - seen <<'SEEN'
openai6  Retry-After: 3  Request was aborted.  after the Retry-After, 1 request
openai7  Retry-After: 3  Request was aborted.  before the Retry-After, 1 request
SEEN
echo "as described: the abort waits for the Retry-After"
