/** Under a rate limit, each request takes a second. All pending creates share one read-back. */
import { expect, test } from "vitest";
import { startEmulator } from "../../emulator/index.js";
import { createRuntime } from "../../provider/runtime.js";
import { closeAfterTest } from "../support/after-test.js";
import { virtualTime } from "../support/virtual-time.js";
import { assistant } from "../support/world.js";

const COUNT = 80;
/** The engine's number of parallel operations on two cores. */
const PARALLEL = 8;

/**
 * Creates assistants as the engine does, and counts the pages that were read.
 * @param pause the engine's time between two creates, in milliseconds
 */
async function pagesRead(pause: number, burst: number): Promise<number> {
  const { clock, transport } = virtualTime();
  const emulator = await startEmulator({ clock: { now: clock.now, sleep: clock.sleep } });
  closeAfterTest(emulator);
  closeAfterTest(transport);
  emulator.faults.add({ fault: { ratePerSecond: 1, burst } });
  const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token };
  const hosted = createRuntime({ clock, env, transport, print: () => undefined }).open("Assistant");
  const running = new Set<Promise<unknown>>();
  for (let index = 0; index < COUNT; index += 1) {
    while (running.size >= PARALLEL) await Promise.race(running);
    await clock.sleep(pause);
    const { inputs } = await hosted.check({}, { ...assistant, name: `Assistant ${index}` });
    const run = hosted.create(inputs).finally(() => running.delete(run));
    running.add(run);
  }
  await Promise.all(running);
  expect(emulator.state.assistants).toHaveLength(COUNT);
  const read = emulator.requests().filter(({ path }) => path === "/user/assistants/get");
  return read.filter(({ status }) => status === 200).length;
}

test.for([
  [20, 2],
  [20, 8],
  [100, 2],
  [300, 2],
])(
  "with %i ms between two creates and a burst of %i, reads serve several creates",
  async ([pause, burst]) => {
    // One page is read for every eight creates. The listing is also read again whenever it is older than the listing
    // lag, before the next create.
    expect(await pagesRead(pause!, burst!)).toBeLessThanOrEqual((2 * COUNT) / PARALLEL);
  },
);
