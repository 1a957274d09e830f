/** Facts that the provider hosts of one engine share, with real sockets. */
import { Server, type Socket } from "node:net";
import { expect, test, vi } from "vitest";
import type { Fact } from "../../provider/core/run/ledger.js";
import { sharedFacts } from "../../provider/shared-facts.js";

let engines = 1000;
const newEngine = (): { host: string; port: number } => ({ host: "127.0.0.1", port: (engines += 1) });

function host(engine = newEngine(), accessToken: string | undefined = "token") {
  const [facts, learned]: [Fact[], Fact[]] = [[], []];
  const account = { baseUrl: "https://voice.example.com/api", accessToken };
  const exchange = sharedFacts(engine)(account, { facts, learn: (fact) => void learned.push(fact) });
  return { facts, learned, exchange };
}

test("each host learns the facts of all other hosts, in order and once", async () => {
  const engine = newEngine();
  const hosts = [host(engine), host(engine), host(engine)] as const;
  for (const round of [1, 2])
    for (const [index, { facts, exchange }] of hosts.entries()) {
      facts.push(["reported", index * 10 + round]);
      await exchange();
    }
  for (const { exchange } of hosts) await exchange();
  expect(hosts.map(({ learned }) => learned.map(([, place]) => place))).toEqual([
    [11, 21, 12, 22],
    [1, 21, 2, 22],
    [1, 11, 2, 12],
  ]);
});

test("another engine, another token and a host without a token share nothing", async () => {
  const engine = newEngine();
  const one = host(engine);
  one.facts.push(["reported", 1]);
  await one.exchange();
  for (const other of [host(), host(engine, "other"), offline(engine)]) {
    await other.exchange();
    expect(other.learned).toEqual([]);
  }
});

function offline(engine: { host: string; port: number }) {
  const learned: Fact[] = [];
  const account = { baseUrl: "https://voice.example.com/api", accessToken: undefined };
  return {
    learned,
    exchange: sharedFacts(engine)(account, { facts: [], learn: (fact) => void learned.push(fact) }),
  };
}

test("simultaneous exchanges of many hosts lose nothing", async () => {
  const engine = newEngine();
  const hosts = Array.from({ length: 5 }, () => host(engine));
  for (const [index, { facts }] of hosts.entries()) facts.push(["reported", index]);
  await Promise.all(hosts.map(({ exchange }) => exchange()));
  await Promise.all(hosts.map(({ exchange }) => exchange()));
  for (const [index, { learned }] of hosts.entries())
    expect(learned.map(([, place]) => place).sort()).toEqual(
      [0, 1, 2, 3, 4].filter((place) => place !== index),
    );
});

test("if the host with the log ends, another one takes its place and keeps what it knows", async () => {
  const listening = vi.spyOn(Server.prototype, "listen");
  const engine = newEngine();
  const [first, second, third] = [host(engine), host(engine), host(engine)];
  await first.exchange();
  const server = listening.mock.contexts[0] as Server;
  listening.mockRestore();
  const ended = new Promise((resolve) => {
    server.on("connection", (socket: Socket) => server.once("ending", () => socket.destroy()));
    server.on("close", resolve);
  });
  second.facts.push(["reported", 2]);
  await second.exchange();
  server.close();
  server.emit("ending");
  await ended;
  await second.exchange();
  await third.exchange();
  expect(third.learned).toEqual([["reported", 2]]);
});
