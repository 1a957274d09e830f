import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSocketServer, type AddressInfo, type Server, type Socket } from "node:net";
import { expect } from "vitest";
import { z } from "zod";
import type { Clock } from "../../provider/base/clock.js";
import type { Engine } from "../../provider/http/engine.js";
import type { Secrets } from "../../provider/http/shown-text.js";
import { fieldNames } from "../../provider/catalog.js";
import { createClient, type Call } from "../../provider/http/client.js";
import { VoicecallError } from "../../provider/base/errors.js";
import { type Transport, type TransportRequest } from "../../provider/http/transport.js";
import { TransportError, type TransportErrorKind } from "../../provider/http/transport-error.js";
import { parseSettings, type Settings } from "../../provider/http/settings.js";
import { canaries } from "../support/canaries.js";
import { look, lookAtThrown } from "../support/canary-watch.js";
import { rejection, closeAfterTest } from "../support/after-test.js";

export const token = canaries.token;

/** A clock whose `sleep` advances the time without waiting. */
export class FakeClock implements Clock {
  time = Date.UTC(2030, 0, 1);
  readonly slept: number[] = [];
  constructor(private readonly chance = 0.5) {}
  now(): number {
    return this.time;
  }
  sleep(milliseconds: number): Promise<void> {
    this.slept.push(milliseconds);
    this.time += milliseconds;
    return Promise.resolve();
  }
  random(): number {
    return this.chance;
  }
}

export function settingsFor(baseUrl: string, others: Record<string, string> = {}): Settings {
  const config: Record<string, string> = { baseUrl, accessToken: token, ...others };
  return parseSettings((key) => config[key], {});
}

export interface Seen {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

export interface TestServer {
  url: string;
  seen: Seen[];
  connections(): number;
  close(): Promise<void>;
}

/** A server on loopback. Passes each complete request to `answer`. */
export async function serve(
  answer: (request: Seen, response: ServerResponse, index: number) => void,
): Promise<TestServer> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      const one = { method: request.method ?? "", path: request.url ?? "", headers: request.headers, body };
      answer(one, response, seen.push(one) - 1);
    });
  });
  return { ...(await listening(server)), seen };
}

/** A server with plain sockets, for responses that an HTTP library would not send. */
export async function serveSockets(meet: (socket: Socket, index: number) => void): Promise<TestServer> {
  let index = 0;
  const server = createSocketServer((socket) => {
    socket.on("error", () => undefined);
    meet(socket, index++);
  });
  return { ...(await listening(server)), seen: [] };
}

async function listening(server: Server): Promise<Omit<TestServer, "seen">> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** A timeout that a test ends. It does not depend on the clock, because a busy machine may be slow. */
export function heldTimeout(): { ms: number; end(): void } {
  const real = globalThis.setTimeout;
  const held = { ms: 29_873, end: (): void => undefined };
  const holding = (run: () => void, ms?: number): NodeJS.Timeout => {
    if (ms !== held.ms) return real(run, ms);
    held.end = run;
    return real(() => undefined, 0);
  };
  globalThis.setTimeout = holding as typeof setTimeout;
  closeAfterTest({ close: () => void (globalThis.setTimeout = real) });
  return held;
}

/** A URL at which nothing listens. */
export async function deadUrl(): Promise<string> {
  const server = await serveSockets(() => undefined);
  await server.close();
  return server.url;
}

export type Script =
  { status: number; body?: unknown; headers?: Record<string, string> } | { fails: TransportErrorKind };

/** Responds to each request with the next row of the script. Repeats the last row. */
export function scripted(...script: Script[]): Transport & { sent: TransportRequest[] } {
  const sent: TransportRequest[] = [];
  return {
    sent,
    send: async (request) => {
      const line = script[Math.min(sent.push(request), script.length) - 1];
      if (line === undefined) throw new Error("the script is empty");
      if ("fails" in line) throw new TransportError(line.fails, "it failed as the script says");
      const body = typeof line.body === "string" ? line.body : JSON.stringify(line.body ?? {});
      return { status: line.status, headers: line.headers ?? {}, body };
    },
  };
}

/** A client with a scripted transport, which records its requests. */
export function played(
  script: Script[],
  others: Record<string, string> = {},
  sending: { clock?: FakeClock; engine?: Engine; secrets?: Secrets } = {},
) {
  const transport = scripted(...script);
  const { clock = new FakeClock(), engine, secrets } = sending;
  const lines: string[] = [];
  const client = createClient(settingsFor("https://example.com/api", others), {
    clock,
    transport,
    fieldNames,
    ...(engine && { engine }),
    ...(secrets && { secrets }),
    log: (line) => {
      look("logged", "a line of voicecall:debug", line);
      lines.push(line);
    },
  });
  return { client, transport, clock, lines };
}

const calls: Record<string, Call<unknown>> = {
  read: { route: "getTool", params: { id: 7 }, schema: z.unknown(), purpose: "read tool 7" },
  create: { route: "createAssistant", body: {}, schema: z.unknown(), purpose: 'create assistant "Support"' },
  update: { route: "updateTool", params: { id: 7 }, body: {}, schema: z.unknown(), purpose: "update tool 7" },
  updateLead: {
    route: "updateLead",
    params: { id: 7 },
    body: {},
    schema: z.unknown(),
    purpose: "update lead 7",
  },
  delete: { route: "deleteAssistant", params: { id: 7 }, schema: z.unknown(), purpose: "delete assistant 7" },
  campaigns: {
    route: "listCampaigns",
    schema: z.unknown(),
    purpose: "list the campaigns",
    isShared: true,
  },
  campaign: { route: "updateCampaignStatus", body: {}, schema: z.unknown(), purpose: "start campaign 3" },
};

export function call(name: string, others: Partial<Call<unknown>> = {}): Call<unknown> {
  const found = calls[name];
  if (found === undefined) throw new Error(`there is no call named ${name}`);
  return { ...found, ...others };
}

/** The error of a promise that must be rejected. */
export async function failed(promise: Promise<unknown>): Promise<VoicecallError> {
  const error = await rejection(promise);
  lookAtThrown("the client's error", error);
  expect(error).toBeInstanceOf(VoicecallError);
  return error as VoicecallError;
}
