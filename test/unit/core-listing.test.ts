import { describe, expect, test } from "vitest";
import { Listing } from "../../provider/core/records/listing.js";
import { pending } from "./core-listed-rows.js";

/** A listing whose reads wait for the test. */
function listing() {
  const readings: ReturnType<typeof pending<number[]>>[] = [];
  const shared = new Listing(() => {
    const reading = pending<number[]>();
    readings.push(reading);
    return reading.promise;
  });
  return { shared, readings };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A listing that was read once. */
async function read() {
  const { shared, readings } = listing();
  const rows = shared.rows();
  await settled();
  readings[0]!.end([1]);
  expect(await rows).toEqual([1]);
  await settled();
  return { shared, readings };
}

describe("reading", () => {
  test("callers during a reading share it, and so do later callers", async () => {
    const { shared, readings } = listing();
    const reads = [shared.rows(), shared.rows(), shared.anew()];
    await settled();
    expect(readings).toHaveLength(1);
    readings[0]!.end([1]);
    expect(await Promise.all(reads)).toEqual([[1], [1], [1]]);
    expect(await shared.rows()).toEqual([1]);
    expect(readings).toHaveLength(1);
  });

  test("anew() reads even without a write of this process", async () => {
    const { shared, readings } = await read();
    const again = shared.anew();
    await settled();
    readings[1]!.end([2]);
    expect(await again).toEqual([2]);
    expect(await shared.rows()).toEqual([2]);
    expect(readings).toHaveLength(2);
  });

  test("list() reads once, and again on request", async () => {
    const { shared, readings } = await read();
    expect(await shared.list()).toEqual([1]);
    expect(await shared.list(false)).toEqual([1]);
    expect(readings).toHaveLength(1);
    const again = shared.list(true);
    await settled();
    readings[1]!.end([2]);
    expect(await again).toEqual([2]);
  });

  test("a failed reading is repeated", async () => {
    const { shared, readings } = listing();
    const first = shared.rows();
    await settled();
    readings[0]!.fail(new Error("no"));
    await expect(first).rejects.toThrow("no");
    const second = shared.rows();
    await settled();
    readings[1]!.end([1]);
    expect(await second).toEqual([1]);
  });
});

describe("writing", () => {
  test("makes earlier rows stale, even if it fails", async () => {
    const { shared, readings } = await read();
    expect(await shared.write(() => Promise.resolve("done"))).toBe("done");
    const after = shared.rows();
    await settled();
    readings[1]!.end([2]);
    expect(await after).toEqual([2]);
    await expect(shared.write(() => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
    void shared.rows();
    await settled();
    expect(readings).toHaveLength(3);
  });

  test("a reading waits for every pending write", async () => {
    const { shared, readings } = listing();
    const [one, other] = [pending<void>(), pending<void>()];
    const writes = [shared.write(() => one.promise), shared.write(() => other.promise)];
    await settled();
    const rows = shared.rows();
    await settled();
    expect(readings).toHaveLength(0);
    one.end();
    await settled();
    expect(readings).toHaveLength(0);
    other.end();
    await Promise.all(writes);
    await settled();
    expect(readings).toHaveLength(1);
    readings[0]!.end([1]);
    expect(await rows).toEqual([1]);
  });

  test("a write waits for the pending reading, whether that succeeds or fails", async () => {
    const { shared, readings } = listing();
    for (const end of ["end", "fail"] as const) {
      const rows = shared.anew().catch(() => "failed");
      await settled();
      let sent = false;
      const write = shared.write(async () => void (sent = true));
      await settled();
      expect(sent).toBe(false);
      if (end === "end") readings.at(-1)!.end([]);
      else readings.at(-1)!.fail(new Error("no"));
      await write;
      expect(sent).toBe(true);
      expect(await rows).toEqual(end === "end" ? [] : "failed");
    }
  });
});
