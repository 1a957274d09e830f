// The least that a client of the service can do, in a bare process: with a file, it posts each line of it, as many at
// once as `maxInFlight` allows by default; without one, it reads all leads.
import { readFileSync } from "node:fs";
import { Agent, request } from "undici";

const CONNECTIONS = 8;

const [address, token, file] = process.argv.slice(2);
const dispatcher = new Agent({ connections: CONNECTIONS });
const headers = {
  authorization: `Bearer ${token}`,
  accept: "application/json",
  "content-type": "application/json",
};

async function send(route, options) {
  const { statusCode, body } = await request(address + route, { dispatcher, headers, ...options });
  const text = await body.text();
  if (statusCode >= 300) throw new Error(`${route}: ${statusCode}`);
  return JSON.parse(text);
}

async function post(lines) {
  for (const line of lines) await send("/user/lead", { method: "POST", body: line });
}

if (file === undefined) console.log((await send("/user/leads")).length);
else {
  const lines = readFileSync(file, "utf8").split("\n").values();
  await Promise.all(Array.from({ length: CONNECTIONS }, () => post(lines)));
}
await dispatcher.close();
