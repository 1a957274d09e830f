/** A running local service, closed after the test, and a client with real sockets. */
import { fetch } from "undici";
import { test as base } from "vitest";
import type { Emulator, EmulatorClock, EmulatorOptions } from "../../emulator/index.js";
import { subjects } from "../kinds/index.js";
import type { Row } from "../kinds/fixture.js";
import { serviceForTest } from "../support/service.js";

/** The bodies of create requests, in form 2025. */
export const [aTool, anAssistant, aLead] = subjects.map(({ body }) => body) as [Row, Row, Row];

/** The body of a create request for an assistant, in form 2026. */
export const anAssistant2026: Row = {
  name: "Receptionist",
  voice_id: 1,
  language_id: 1,
  type: "outbound",
  mode: "pipeline",
  llm_model_id: 1,
  timezone: "Europe/Berlin",
  initial_message: "Hello!",
  system_prompt: "You answer the phone.",
};

export interface Reply {
  status: number;
  // Each test knows the shape that it requests.
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
  text: string;
  headers: Record<string, string>;
}

export type Client = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply>;

export interface Running {
  emulator: Emulator;
  /** A client with the token of user 1. */
  call: Client;
  /** A client with the token of user 2. */
  other: Client;
}

export async function service(options: EmulatorOptions = {}): Promise<Running> {
  const emulator = await serviceForTest({ clock: fakeClock(), ...options });
  return {
    emulator,
    call: client(emulator.address, emulator.token),
    other: client(emulator.address, "other-token"),
  };
}

/** A test with its own service in the default mode. */
export const test = base.extend<Running & { running: Running }>({
  // oxlint-disable-next-line no-empty-pattern
  running: async ({}, use) => use(await service()),
  emulator: ({ running }, use) => use(running.emulator),
  call: ({ running }, use) => use(running.call),
  other: ({ running }, use) => use(running.other),
});

export function client(address: string, token?: string): Client {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(address + path, {
      method,
      redirect: "manual",
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      json: parsed(text),
      text,
      headers: Object.fromEntries(response.headers),
    };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface FakeClock extends EmulatorClock {
  advance(ms: number): void;
  slept: number[];
}

/**
 * A clock that starts at 2026-01-02T03:04:05.123Z. It advances only if a test advances it, or if something
 * sleeps.
 */
export function fakeClock(): FakeClock {
  let time = Date.UTC(2026, 0, 2, 3, 4, 5, 123);
  const slept: number[] = [];
  return {
    slept,
    now: () => time,
    advance: (ms) => {
      time += ms;
    },
    sleep: (ms) => {
      time += ms;
      slept.push(ms);
      return Promise.resolve();
    },
  };
}

export async function assistantRecords(call: Client): Promise<Record<string, unknown>[]> {
  return (await call("GET", "/user/assistants/get?per_page=100")).json.data as Record<string, unknown>[];
}

/** The record of one assistant, from the listing, because by default no route returns a single assistant. */
export async function assistantRecord(call: Client, id: number): Promise<Record<string, unknown>> {
  const found = (await assistantRecords(call)).find((record) => record["id"] === id);
  if (!found) throw new Error(`no assistant ${id} in the listing`);
  return found;
}

export function keysOf(value: unknown): string[] {
  return Object.keys(value as object);
}

export function pluck(rows: unknown, key: string): unknown[] {
  return (rows as Record<string, unknown>[]).map((row) => row[key]);
}
