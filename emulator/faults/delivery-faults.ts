/** Correct responses that arrive late, slowly or incompletely, or that are too long. */
import { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { z } from "zod";
import type { EmulatorClock } from "../base/clock.js";
import { kind, named } from "./kind.js";

const chunk = " ".repeat(64 * 1024);

export const deliveryFaults = {
  /** Delays the request or its response by this many milliseconds of the clock. */
  delay: kind({
    form: '{"delayMs": 100}',
    schema: z.strictObject({ delayMs: z.number().min(0) }),
    moments: ["before", "after", "arrival"],
    arm:
      ({ delayMs }) =>
      async ({ clock }) => {
        await clock.sleep(delayMs);
        return undefined;
      },
  }),
  /**
   * Sends the head and the first byte immediately, then one byte every `trickleMs` milliseconds of the clock.
   */
  trickle: kind({
    form: '{"trickleMs": 10}',
    schema: z.strictObject({ trickleMs: z.number().min(0) }),
    moments: ["after"],
    arm:
      ({ trickleMs }) =>
      ({ responseBody = "", clock }) => ({
        headers: announced(responseBody),
        body: streamed(bytes(responseBody, trickleMs, clock)),
      }),
  }),
  /** Announces the full length, sends half of the response, and then closes the connection normally. */
  shortAnswer: named("short-answer", ["after"], ({ responseBody = "" }) => ({
    headers: { ...announced(responseBody), connection: "close" },
    body: streamed([half(responseBody)]),
  })),
  /** Sends a head without Content-Length, then half of the response, and then cuts the connection. */
  cutAnswer: named("cut-answer", ["after"], ({ responseBody = "" }) => ({
    body: streamed(halfThenCut(responseBody)),
  })),
  /** Sends this many spaces before the JSON of the body, and no Content-Length. JSON allows these spaces. */
  pad: kind({
    form: '{"padBytes": 20000000}',
    schema: z.strictObject({ padBytes: z.int().min(1) }),
    moments: ["after"],
    arm:
      ({ padBytes }) =>
      ({ responseBody = "" }) => ({ body: streamed(padded(responseBody, padBytes)) }),
  }),
};

function announced(responseBody: string): Record<string, string> {
  return { "content-length": String(Buffer.byteLength(responseBody)) };
}

function half(responseBody: string): Buffer {
  const whole = Buffer.from(responseBody);
  return whole.subarray(0, Math.ceil(whole.length / 2));
}

function streamed(parts: Iterable<string | Buffer> | AsyncIterable<string | Buffer>): Readable {
  return Readable.from(parts, { objectMode: false });
}

async function* bytes(responseBody: string, ms: number, clock: EmulatorClock): AsyncGenerator<Buffer> {
  for (const [index, byte] of Buffer.from(responseBody).entries()) {
    if (index > 0) await clock.sleep(ms);
    yield Buffer.of(byte);
  }
}

async function* halfThenCut(responseBody: string): AsyncGenerator<Buffer> {
  yield half(responseBody);
  // One turn of the event loop lets Node send the first half before the error destroys the connection.
  await turn();
  throw new Error("A fault cut the response");
}

function* padded(responseBody: string, amount: number): Generator<string> {
  for (let left = amount; left > 0; left -= chunk.length) yield chunk.slice(0, left);
  yield responseBody;
}
