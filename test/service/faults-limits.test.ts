/** A rate limit, a plan limit and a token that expires. */
import { describe, expect } from "vitest";
import { aTool, client, fakeClock, pluck, service, type Client, test } from "./harness.js";

async function statuses(call: Client, requests: number): Promise<number[]> {
  const seen: number[] = [];
  while (seen.length < requests) seen.push((await call("GET", "/user/tools")).status);
  return seen;
}

describe("a rate limit", () => {
  test("a burst, then a rate per second, by the clock and per token", async () => {
    const clock = fakeClock();
    const { call, other, emulator } = await service({ clock });
    emulator.faults.add({ fault: { ratePerSecond: 5, burst: 3 } });
    expect(await statuses(call, 5)).toEqual([200, 200, 200, 429, 429]);
    expect(await statuses(other, 1)).toEqual([200]);
    clock.advance(199);
    expect(await statuses(call, 1)).toEqual([429]);
    clock.advance(1);
    expect(await statuses(call, 2)).toEqual([200, 429]);
    clock.advance(60_000);
    expect(await statuses(call, 4)).toEqual([200, 200, 200, 429]);
  });

  test("the remaining count and rejections agree, to the millisecond", async () => {
    const clock = fakeClock();
    const { call, emulator } = await service({ clock });
    emulator.faults.add({ fault: { ratePerSecond: 5, burst: 3 } });
    await statuses(call, 3);
    clock.advance(398);
    const { headers } = await call("GET", "/user/tools");
    expect(headers["x-ratelimit-remaining"]).toBe("0");
    expect(await statuses(call, 1)).toEqual([429]);
  });

  test("is described by headers", async ({ call, emulator }) => {
    emulator.faults.add({ fault: { ratePerSecond: 0.5, burst: 2 } });
    const responses: Record<string, string>[] = [];
    for (let count = 0; count < 3; count++) responses.push((await call("GET", "/user/tools")).headers);
    expect(pluck(responses, "x-ratelimit-limit")).toEqual(["2", "2", "2"]);
    expect(pluck(responses, "x-ratelimit-remaining")).toEqual(["1", "0", "0"]);
    expect(pluck(responses, "retry-after")).toEqual([undefined, undefined, "2"]);
    const reset = String(Date.UTC(2026, 0, 2, 3, 4, 8) / 1000);
    expect(pluck(responses, "x-ratelimit-reset")).toEqual([undefined, undefined, reset]);
  });

  test("can send the pause as a date, or no headers", async ({ call, emulator }) => {
    const id = emulator.faults.add({ fault: { ratePerSecond: 1, burst: 1, retryAfter: "date" } });
    await call("GET", "/user/tools");
    expect((await call("GET", "/user/tools")).headers["retry-after"]).toBe("Fri, 02 Jan 2026 03:04:07 GMT");
    emulator.faults.remove(id);
    emulator.faults.add({ fault: { ratePerSecond: 1, burst: 1, headers: false } });
    await call("GET", "/user/tools");
    const { status, json, headers } = await call("GET", "/user/tools");
    expect({ status, json }).toEqual({ status: 429, json: { message: "Too Many Attempts." } });
    expect(Object.keys(headers).filter((name) => /ratelimit|retry/.test(name))).toEqual([]);
  });

  test("a rejected write is not processed", async ({ call, emulator }) => {
    emulator.faults.add({ method: "POST", fault: { ratePerSecond: 1, burst: 1 } });
    await call("POST", "/user/tools", aTool);
    await call("POST", "/user/tools", { ...aTool, name: "second" });
    expect(pluck(emulator.state.tools, "name")).toEqual(["check_order"]);
  });

  test("can be removed while the service runs, and other rules stay", async ({ call, emulator }) => {
    const id = emulator.faults.add({ fault: { ratePerSecond: 1, burst: 1 } });
    emulator.faults.add({ method: "DELETE", fault: "html" });
    expect(await statuses(call, 2)).toEqual([200, 429]);
    emulator.faults.remove(id);
    expect(await statuses(call, 2)).toEqual([200, 200]);
    expect(emulator.faults.list()).toHaveLength(1);
  });
});

test.each([
  [{ planLimit: 1 }, 422],
  [{ planLimit: 1, status: 403 }, 403],
])("the plan limit %j is reported with %i while the rule exists", async (fault, status) => {
  const { call, emulator } = await service();
  emulator.faults.add({ fault });
  expect((await call("POST", "/user/tools", aTool)).status).toBe(201);
  const second = await call("POST", "/user/tools", { ...aTool, name: "second" });
  expect(second.status).toBe(status);
  expect(second.json).toEqual({ message: expect.stringMatching(/plan limit of 1 mid call tools.*upgrade/) });
  emulator.faults.clear();
  expect((await call("POST", "/user/tools", { ...aTool, name: "second" })).status).toBe(201);
});

test("a token expires after two requests; the token that replaces it does not", async ({
  call,
  other,
  emulator,
}) => {
  emulator.faults.add({ fault: { tokenExpiresAfter: 2 } });
  expect(await statuses(call, 4)).toEqual([200, 200, 401, 401]);
  expect((await call("GET", "/user/tools")).json).toEqual({ message: "Unauthenticated." });
  expect(await statuses(other, 4)).toEqual([200, 200, 200, 200]);
  const changed = await call("PATCH", "/_emulator/records/users/1", { token: "fresh-token" });
  expect(changed.json).toMatchObject({ id: 1, token: "[masked]" });
  expect(await statuses(client(emulator.address, "fresh-token"), 4)).toEqual([200, 200, 200, 200]);
  expect(await statuses(call, 1)).toEqual([401]);
  expect((await call("DELETE", "/_emulator/records/users/1")).status).toBe(405);
});
