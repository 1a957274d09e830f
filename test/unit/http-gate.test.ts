import { describe, expect, test } from "vitest";
import { Gate } from "../../provider/http/gate.js";
import { FakeClock } from "./http-support.js";

/** Work that goes on until it is told to end. */
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

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("requests in flight", () => {
  test("no more than the limit, and the one who waited longest comes next", async () => {
    const gate = new Gate(2, new FakeClock());
    const jobs = [job(), job(), job(), job()];
    const passing = jobs.map((one) => gate.pass(one.run));
    const begun = () => jobs.map((one) => one.begun());
    await settled();
    expect(begun()).toEqual([true, true, false, false]);
    jobs[1]?.end();
    await settled();
    expect(begun()).toEqual([true, true, true, false]);
    for (const one of jobs) one.end();
    await Promise.all(passing);
  });

  test("a failure gives its place back", async () => {
    const gate = new Gate(1, new FakeClock());
    await expect(gate.pass(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await expect(gate.pass(() => Promise.resolve(1))).resolves.toBe(1);
  });
});

describe("the shared pause", () => {
  test("everybody waits for it, and a shorter one does not end it", async () => {
    const clock = new FakeClock();
    const gate = new Gate(8, clock);
    gate.pause(5_000);
    gate.pause(1_000);
    const begun = clock.now();
    expect(await gate.pass(() => Promise.resolve(clock.now() - begun))).toBe(5_000);
    await gate.pass(() => Promise.resolve());
    expect(clock.slept).toEqual([5_000]);
  });

  test("one that is prolonged meanwhile is waited for to its end", async () => {
    const clock = new FakeClock();
    const gate = new Gate(8, clock);
    const sleep = clock.sleep.bind(clock);
    clock.sleep = (milliseconds) => {
      if (clock.slept.length === 0) gate.pause(7_000);
      return sleep(milliseconds);
    };
    gate.pause(5_000);
    await gate.pass(() => Promise.resolve());
    expect(clock.slept).toEqual([5_000, 2_000]);
  });

  test("a clock that stands still holds nobody for ever", async () => {
    const gate = new Gate(8, { now: () => 0, sleep: () => Promise.resolve(), random: () => 0 });
    gate.pause(5_000);
    await expect(gate.pass(() => Promise.resolve(1))).resolves.toBe(1);
  });
});
