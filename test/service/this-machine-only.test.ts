/**
 * A web page must not reach the local service through a name that resolves to this machine (DNS rebinding).
 */
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { hostname, networkInterfaces } from "node:os";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { aTool, service } from "./harness.js";

async function responseTo(
  { address, token }: { address: string; token: string },
  headers: Record<string, string>,
  method = "GET",
  path = "/user/tools",
) {
  const authorization = `Bearer ${token}`;
  const content = { accept: "application/json", "content-type": "application/json" };
  const sent = request(address + path, { method, headers: { ...content, authorization, ...headers } });
  sent.end(method === "POST" ? JSON.stringify(aTool) : undefined);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return { status: response.statusCode, body: await text(response) };
}

const ownAddresses = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ family }) => family === "IPv4")
  .map(({ address }) => address);

test.each([
  "localhost:4010",
  "LOCALHOST",
  "127.0.0.1:1",
  "127.1.2.3",
  "[::1]:4010",
  hostname(),
  ...ownAddresses,
])("the Host %s is accepted, and so is an Origin with it", async (host) => {
  const { emulator } = await service();
  expect((await responseTo(emulator, { host })).status).toBe(200);
  expect((await responseTo(emulator, { host, origin: `http://${host}` })).status).toBe(200);
});

const foreign = [
  "attacker.example.com",
  "attacker.example.com:4010",
  "localhost.example.com",
  "127.0.0.1.example.com",
  "203.0.113.7",
  "localhost@attacker.example.com",
  "not a host",
];

test.each(foreign)("the Host %s is rejected on all routes, and no request is recorded", async (host) => {
  const { emulator } = await service();
  for (const [method, path] of [
    ["GET", "/user/tools"],
    ["POST", "/user/tools"],
    ["POST", "/_emulator/reset"],
    ["GET", "/_emulator/state"],
    ["GET", "/nowhere"],
  ] as const) {
    const { status, body } = await responseTo(emulator, { host }, method, path);
    expect([status, JSON.parse(body)]).toEqual([403, { message: expect.stringContaining("Host") }]);
  }
  expect(emulator.state.tools).toEqual([]);
  expect(emulator.requests()).toEqual([]);
});

test.each(["http://attacker.example.com", "https://localhost.example.com", "null", "file://", "nonsense"])(
  "the Origin %s is rejected, whatever the Host",
  async (origin) => {
    const { emulator } = await service();
    const { status, body } = await responseTo(emulator, { origin }, "POST");
    expect([status, JSON.parse(body)]).toEqual([403, { message: expect.stringContaining("Origin") }]);
    expect(emulator.state.tools).toEqual([]);
  },
);

test("the address of --host is accepted", async () => {
  const { emulator } = await service({ host: "127.0.0.9" });
  expect((await responseTo(emulator, {})).status).toBe(200);
});
