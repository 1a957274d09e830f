/** What operations of one account wait for. */
import type { Age } from "../../provider/core/records/snapshot.js";
import { describe, expect, test } from "vitest";
import { EngineCalls } from "../../provider/core/run/engine-calls.js";
import { opened } from "./core-opened.js";

describe("lookUntil", () => {
  const never = async () => ({ done: false, value: "seen" });

  test("looks at growing intervals until the listing lag has passed, and returns what it saw", async () => {
    const { session, clock } = opened({}, { listLag: "3" });
    const ages: Age[] = [];
    const look = async (age: Age) => ({ done: false, value: ages.push(age) });
    expect(await session.lookUntil(look)).toBe(5);
    expect(clock.slept).toEqual([250, 500, 1000, 1250]);
    expect(ages).toEqual(["current", "now", "now", "now", "now"]);
  });

  test("ends as soon as the look is done", async () => {
    const { session, clock } = opened();
    let looks = 0;
    const look = async () => ({ done: (looks += 1) === 2, value: looks });
    expect(await session.lookUntil(look)).toBe(2);
    expect(clock.slept).toEqual([250]);
  });

  test("looks once if the time has already passed", async () => {
    const { session, clock } = opened();
    expect(await session.lookUntil(never, clock.now())).toBe("seen");
    expect(await session.lookUntil(never, clock.now() - 1)).toBe("seen");
    expect(clock.slept).toEqual([]);
    expect(await session.lookUntil(never, clock.now() + 100)).toBe("seen");
    expect(clock.slept).toEqual([100]);
  });
});

describe("quiet", () => {
  test("waits a moment if the engine calls nothing", async () => {
    const { session, clock } = opened();
    await session.engineCalls.quiet();
    expect(clock.slept).toEqual([250]);
  });

  test("waits at most a second for a program that keeps registering resources", async () => {
    const { session, clock } = opened();
    const calls = session.engineCalls;
    clock.sleep = async (ms) => {
      clock.slept.push(ms);
      calls.begun += 1;
    };
    await session.engineCalls.quiet();
    expect(clock.slept).toEqual([250, 250, 250, 250]);
  });

  test("waits for a slow check, and then for a moment without calls", async () => {
    const { session, clock } = opened();
    Object.assign(session.engineCalls, { begun: 3, open: 1 });
    clock.sleep = async (ms) => {
      if (clock.slept.push(ms) === 10) session.engineCalls.open = 0;
    };
    await session.engineCalls.quiet();
    expect(clock.slept).toHaveLength(10);
  });

  test("waits half a minute for a check that never ends", async () => {
    const { session, clock } = opened();
    session.engineCalls.open = 1;
    await session.engineCalls.quiet();
    expect(clock.slept).toHaveLength(120);
  });
});

describe("a read-back waits for other operations", () => {
  /** The number of pauses. Each calls `during` with its number. */
  async function waited(
    applying: number,
    during: (calls: EngineCalls, moment: number, join: () => void) => void = () => undefined,
  ): Promise<number> {
    const { clock } = opened();
    const calls = Object.assign(new EngineCalls(clock), { applying, mostApplying: applying });
    let waiting = 1;
    clock.sleep = async (ms) => during(calls, clock.slept.push(ms), () => (waiting += 1));
    await calls.allWait(() => waiting);
    expect(clock.slept).toEqual(clock.slept.map(() => 25));
    return clock.slept.length;
  }
  const half = 500 / 25;

  test("not at all if the engine runs one operation at a time, and for a moment if it begins no call", async () => {
    expect([await waited(1), await waited(8)]).toEqual([0, 5]);
  });

  test("at most half a second while the engine begins calls that do not read back", async () => {
    expect(await waited(8, (calls) => (calls.begun += 1))).toBe(half);
    expect(await waited(8, (calls) => (calls.open = 1))).toBe(half);
  });

  test("again whenever another read-back joins, and only until all operations wait", async () => {
    const joining = (until: number) => (calls: EngineCalls, moment: number, join: () => void) => {
      calls.begun += 1;
      if (moment === until) join();
    };
    expect(await waited(2, joining(1))).toBe(1);
    expect(await waited(3, joining(3))).toBe(3 + half);
  });
});
