/** What operations of one account wait for. */
import type { Age } from "../../provider/core/records/snapshot.js";
import { describe, expect, test } from "vitest";
import { pending } from "./core-listed-rows.js";
import { type Opened, listed, opened } from "./core-opened.js";

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe("inTurn", () => {
  test("only operations with the same key wait for each other", async () => {
    const { session } = opened();
    const [one, two] = [pending<string>(), pending<string>()];
    const began: string[] = [];
    const started = (name: string, result: Promise<string>) => () => {
      began.push(name);
      return result;
    };
    const first = session.inTurn("a", started("first", one.promise));
    const second = session.inTurn("a", started("second", two.promise));
    const third = session.inTurn("a", started("third", Promise.resolve("third")));
    expect(await session.inTurn("b", started("other", Promise.resolve("other")))).toBe("other");
    await turns();
    expect(began).toEqual(["first", "other"]);
    one.fail(new Error("no"));
    await expect(first).rejects.toThrow("no");
    await turns();
    expect(began).toEqual(["first", "other", "second"]);
    const fourth = session.inTurn("a", started("fourth", Promise.resolve("fourth")));
    await turns();
    expect(began).toEqual(["first", "other", "second"]);
    two.end("second");
    expect(await Promise.all([second, third, fourth])).toEqual(["second", "third", "fourth"]);
  });
});

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

describe("engineIsQuiet", () => {
  test("waits a moment if the engine calls nothing", async () => {
    const { session, clock } = opened();
    await session.engineIsQuiet();
    expect(clock.slept).toEqual([250]);
  });

  test("waits at most a second for a program that keeps registering resources", async () => {
    const { session, clock } = opened();
    const calls = session.engineCalls;
    clock.sleep = async (ms) => {
      clock.slept.push(ms);
      calls.begun += 1;
    };
    await session.engineIsQuiet();
    expect(clock.slept).toEqual([250, 250, 250, 250]);
  });

  test("waits for a slow check, and then for a moment without calls", async () => {
    const { session, clock } = opened();
    Object.assign(session.engineCalls, { begun: 3, open: 1 });
    clock.sleep = async (ms) => {
      if (clock.slept.push(ms) === 10) session.engineCalls.open = 0;
    };
    await session.engineIsQuiet();
    expect(clock.slept).toHaveLength(10);
  });

  test("waits half a minute for a check that never ends", async () => {
    const { session, clock } = opened();
    session.engineCalls.open = 1;
    await session.engineIsQuiet();
    expect(clock.slept).toHaveLength(120);
  });
});

describe("a read-back waits for other operations", () => {
  const record = { id: 1, name: "one" };

  /** The pauses before the read-back of one object. Each pause calls `during` with its number. */
  async function waited(applying: number, during: (here: Opened, moment: number) => void = () => undefined) {
    const here = opened({ MidCallTool: listed(record, { id: 2 }, { id: 3 }) });
    const { session, clock } = here;
    Object.assign(session.engineCalls, { applying, mostApplying: applying });
    clock.sleep = async (ms) => {
      during(here, clock.slept.push(ms));
    };
    expect(await session.records("MidCallTool").shown(1)).toEqual(record);
    return clock.slept;
  }

  test("not at all if the engine runs one operation at a time", async () => {
    expect(await waited(1)).toEqual([]);
  });

  test("for a moment if the engine begins no call", async () => {
    expect(await waited(8)).toEqual([25, 25, 25, 25, 25]);
  });

  test("at most half a second while the engine begins calls that do not read back", async () => {
    const half = 500 / 25;
    expect(await waited(8, ({ session }) => void (session.engineCalls.begun += 1))).toHaveLength(half);
    expect(await waited(8, ({ session }) => void (session.engineCalls.open = 1))).toHaveLength(half);
  });

  test("again whenever another read-back joins, and only until all operations wait", async () => {
    const joining = (until: number) => (here: Opened, moment: number) => {
      here.session.engineCalls.begun += 1;
      if (moment === until) void here.session.records("MidCallTool").shown(2);
    };
    expect(await waited(2, joining(1))).toEqual([25]);
    expect(await waited(3, joining(3))).toHaveLength(3 + 500 / 25);
  });
});
