import { describe, expect, test } from "vitest";
import { Gate } from "../../provider/http/gate.js";
import { FakeClock } from "./http-support.js";

/** A task that runs until the test ends it. */
function job(): { run: () => Promise<void>; end: () => void; begun: () => boolean } {
  let begun = false;
  let end = (): void => undefined;
  const done = new Promise<void>((resolve) => (end = resolve));
  return {
    run: () => {
      begun = true;
      return done;
    },
    end: () => end(),
    begun: () => begun,
  };
}

/** A response without information about a limit. */
const silent = () => ({});

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("requests in flight", () => {
  test("no more than the limit, and the request that waited longest is next", async () => {
    const gate = new Gate(2, new FakeClock());
    const jobs = [job(), job(), job(), job()];
    const passing = jobs.map((one) => gate.pass(one.run, silent));
    const begun = () => jobs.map((one) => one.begun());
    await settled();
    expect(begun()).toEqual([true, true, false, false]);
    jobs[1]?.end();
    await settled();
    expect(begun()).toEqual([true, true, true, false]);
    for (const one of jobs) one.end();
    await Promise.all(passing);
  });

  test("a failed request frees its place", async () => {
    const gate = new Gate(1, new FakeClock());
    await expect(gate.pass(() => Promise.reject(new Error("no")), silent)).rejects.toThrow("no");
    await expect(gate.pass(() => Promise.resolve(1), silent)).resolves.toBe(1);
  });
});

test("time without requests does not look like a low limit", async () => {
  const clock = new FakeClock();
  const gate = new Gate(8, clock);
  const pass = (heard: object) =>
    gate.pass(
      () => Promise.resolve(),
      () => heard,
    );
  for (let n = 0; n < 10; n += 1) await pass({});
  clock.time += 600_000;
  await pass({ limitedFor: 1_000 });
  await pass({ remaining: 0 });
  await pass({});
  expect(clock.slept).toEqual([1_000, 100]);
});

describe("the shared pause", () => {
  const refused = (gate: Gate, limitedFor: number) =>
    gate.pass(
      () => Promise.resolve(),
      () => ({ limitedFor }),
    );

  test("all requests wait for it once, and a shorter pause does not end it", async () => {
    const clock = new FakeClock();
    const gate = new Gate(8, clock);
    await Promise.all([refused(gate, 5_000), refused(gate, 1_000)]);
    const begun = clock.now();
    expect(await gate.pass(() => Promise.resolve(clock.now() - begun), silent)).toBe(5_000);
    await gate.pass(() => Promise.resolve(), silent);
    expect(clock.slept).toEqual([5_000]);
  });

  test("requests wait for the end of a prolonged pause", async () => {
    const clock = new FakeClock();
    const gate = new Gate(8, clock);
    const late = job();
    const prolonging = gate.pass(late.run, () => ({ limitedFor: 7_000 }));
    await refused(gate, 5_000);
    const sleep = clock.sleep.bind(clock);
    clock.sleep = async (milliseconds) => {
      if (clock.slept.length === 0) {
        late.end();
        await prolonging;
      }
      await sleep(milliseconds);
    };
    await gate.pass(() => Promise.resolve(), silent);
    expect(clock.slept).toEqual([5_000, 2_000]);
  });

  test("a stopped clock blocks no request forever", async () => {
    const gate = new Gate(8, { now: () => 0, sleep: () => Promise.resolve(), random: () => 0 });
    await refused(gate, 5_000);
    await expect(gate.pass(() => Promise.resolve(1), silent)).resolves.toBe(1);
  });

  test("after it, one request tests the limit before the others, and a rejected request is first", async () => {
    const pause = job();
    const gate = new Gate(8, { now: () => 0, sleep: pause.run, random: () => 0 });
    await refused(gate, 1_000);
    const order: string[] = [];
    const asking = (name: string, isRepeated: boolean, one = job()) => {
      void gate.pass(() => (order.push(name), one.run()), silent, isRepeated);
      return one;
    };
    asking("new", false);
    asking("newer", false);
    const first = asking("refused", true);
    pause.end();
    await settled();
    expect(order).toEqual(["refused"]);
    first.end();
    await settled();
    expect(order).toEqual(["refused", "new", "newer"]);
  });
});
