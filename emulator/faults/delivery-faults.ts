/** Answers that are right and do not come as they should: late, slowly, in part, too large. */
import { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { z } from "zod";
import { kind } from "./kind.js";

const chunk = " ".repeat(64 * 1024);

export const deliveryFaults = {
  /** The request, or its answer, is held for so many milliseconds of the clock. */
  delay: kind({
    form: '{"delayMs": 100}',
    schema: z.strictObject({ delayMs: z.number().min(0) }),
    moments: ["before", "after", "arrival"],
    arm:
      ({ delayMs }) =>
      async ({ sleep }) => {
        await sleep(delayMs);
        return undefined;
      },
  }),
  /** The head of the answer and a byte at once, the others one by one after so many milliseconds of the clock each. */
  trickle: kind({
    form: '{"trickleMs": 10}',
    schema: z.strictObject({ trickleMs: z.number().min(0) }),
    moments: ["after"],
    arm:
      ({ trickleMs }) =>
      ({ answer = "", sleep }) => ({
        headers: announced(answer),
        body: streamed(bytes(answer, trickleMs, sleep)),
      }),
  }),
  /** The length of the whole answer is announced, half of it sent, and the connection ended in good order. */
  shortAnswer: kind({
    form: '"short-answer"',
    schema: z.literal("short-answer"),
    moments: ["after"],
    arm:
      () =>
      ({ answer = "" }) => ({
        headers: { ...announced(answer), connection: "close" },
        body: streamed([half(answer)]),
      }),
  }),
  /** The head and half of the answer are sent, its length not announced, then the connection is cut. */
  cutAnswer: kind({
    form: '"cut-answer"',
    schema: z.literal("cut-answer"),
    moments: ["after"],
    arm:
      () =>
      ({ answer = "" }) => ({ body: streamed(halfThenCut(answer)) }),
  }),
  /** The answer behind so many bytes of blanks, which JSON allows; streamed, its length not announced. */
  pad: kind({
    form: '{"padBytes": 20000000}',
    schema: z.strictObject({ padBytes: z.int().min(1) }),
    moments: ["after"],
    arm:
      ({ padBytes }) =>
      ({ answer = "" }) => ({ body: streamed(padded(answer, padBytes)) }),
  }),
};

function announced(answer: string): Record<string, string> {
  return { "content-length": String(Buffer.byteLength(answer)) };
}

function half(answer: string): Buffer {
  const whole = Buffer.from(answer);
  return whole.subarray(0, Math.ceil(whole.length / 2));
}

function streamed(parts: Iterable<string | Buffer> | AsyncIterable<string | Buffer>): Readable {
  return Readable.from(parts, { objectMode: false });
}

async function* bytes(
  answer: string,
  ms: number,
  sleep: (ms: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  for (const [index, byte] of Buffer.from(answer).entries()) {
    if (index > 0) await sleep(ms);
    yield Buffer.of(byte);
  }
}

async function* halfThenCut(answer: string): AsyncGenerator<Buffer> {
  yield half(answer);
  // What has been written leaves the process before the connection is destroyed.
  await turn();
  throw new Error("The answer was cut by a fault");
}

function* padded(answer: string, amount: number): Generator<string> {
  for (let left = amount; left > 0; left -= chunk.length) yield chunk.slice(0, left);
  yield answer;
}
