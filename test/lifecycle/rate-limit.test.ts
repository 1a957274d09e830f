/**
 * 200 resources at once, with a limit of 5 requests per second: no error, and few more requests than without
 * the limit.
 */
import { expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator/index.js";
import { createRuntime, type Hosted } from "../../provider/runtime.js";
import type { Props } from "../support/engine-part.js";
import { virtualTime } from "../support/virtual-time.js";
import { assistant, tool } from "../support/world.js";
import { closeAfterTest } from "../support/after-test.js";
import { inSoak } from "../support/soak.js";

type Played = [kind: string, props: (n: number) => Props, changed: Props];

const ASSISTANT: Played = [
  "Assistant",
  (n) => ({ ...assistant, name: `Assistant ${n}` }),
  { maxCallDuration: 77 },
];

/** `npm run soak -- leads` plays assistants too. */
const programs: Played[] = [
  ["MidCallTool", (n) => ({ ...tool, name: `tool_${word(n)}` }), { timeout: 7 }],
  ...(inSoak("leads") ? [ASSISTANT] : []),
];

/** A tool's name must not contain digits. */
const word = (n: number): string => [...String(n)].map((digit) => "abcdefghij"[Number(digit)]).join("");

test.each(programs)("200 of %s: created, read, updated and deleted", async (kind, props, changed) => {
  const free = await played(kind, props, changed);
  const limited = await played(kind, props, changed, { ratePerSecond: 5, burst: 10 });
  const least = (limited.accepted - 10) / 5;
  expect(limited.seconds).toBeGreaterThanOrEqual(least);
  expect(limited.seconds).toBeLessThan(least * 1.1);
  expect(limited.requests).toBeLessThanOrEqual(free.requests * 1.05);
  expect(limited.writes).toEqual(free.writes);
});

test("200 tools under a limit without rate-limit headers: each write is accepted once", async () => {
  const [kind, props, changed] = programs[0]!;
  const limited = await played(kind, props, changed, { ratePerSecond: 5, burst: 10, headers: false });
  expect(limited.writes).toEqual({ POST: 200, PUT: 200, DELETE: 200 });
});

interface Limit {
  ratePerSecond: number;
  burst: number;
  headers?: boolean;
}

/**
 * Checks, creates, reads, updates and deletes 200 resources. Each step runs for all of them in parallel.
 * Fails on the first error.
 */
async function played(kind: string, props: (n: number) => Props, changed: Props, limit?: Limit) {
  const { clock, transport } = virtualTime();
  const emulator = await startEmulator({ clock: { now: clock.now, sleep: clock.sleep } });
  closeAfterTest(emulator);
  closeAfterTest(transport);
  emulator.faults.add({ fault: { planLimit: 200 } });
  if (limit) emulator.faults.add({ fault: limit });
  const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token };
  const begun = clock.now();
  const each = async <T, R>(items: T[], run: (hosted: Hosted, item: T, n: number) => Promise<R>) => {
    const hosted = createRuntime({ clock, env, transport, print: () => undefined }).open(kind);
    return Promise.all(items.map((item, n) => run(hosted, item, n)));
  };
  const inputs = await each(
    Array.from({ length: 200 }, (_, n) => props(n)),
    async (hosted, declared) => {
      const { inputs, failures } = await hosted.check({}, declared);
      expect(failures).toEqual([]);
      return inputs;
    },
  );
  const created = await each(inputs, (hosted, one) => hosted.create(one));
  const read = await each(created, (hosted, { id, outs }) => hosted.read(id, outs));
  const updated = await each(read, (hosted, { id, props: olds }, n) =>
    hosted.update(id!, olds!, { ...inputs[n], ...changed }),
  );
  expect(rowsOf(kind, emulator)).toHaveLength(200);
  await each(updated, (hosted, { outs }, n) => hosted.delete(created[n]!.id, outs));
  expect(rowsOf(kind, emulator)).toEqual([]);

  const requests = emulator.requests();
  const accepted = requests.filter(({ status }) => status !== 429);
  const count = (method: string): number => accepted.filter((one) => one.method === method).length;
  return {
    requests: requests.length,
    accepted: accepted.length,
    seconds: (clock.now() - begun) / 1000,
    writes: { POST: count("POST"), PUT: count("PUT"), DELETE: count("DELETE") },
  };
}

const rowsOf = (kind: string, { state }: Emulator): unknown[] =>
  kind === "Assistant" ? state.assistants : state.tools;
