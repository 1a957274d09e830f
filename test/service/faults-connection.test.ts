/** Connections that are refused or cut at each step, and responses that are cut, slow or far too large. */
import { describe, expect, vi } from "vitest";
import { fetch } from "undici";
import { systemClock } from "../../emulator/base/clock.js";
import type { Fault } from "../../emulator/index.js";
import { aTool, fakeClock, pluck, service, type Client, test } from "./harness.js";
import { bodyOf, rawExchange } from "./raw-exchange.js";

const text = JSON.stringify(aTool);

describe("cut", () => {
  test("cut-on-arrival: before the body arrives", async ({ emulator }) => {
    emulator.faults.add({ fault: "cut-on-arrival" });
    // The body never arrives, and the fault must not wait for it.
    const { received } = await rawExchange(emulator, "POST /user/tools", "", 1000);
    expect(received).toBe("");
    expect(emulator.requests()).toMatchObject([{ path: "/user/tools", status: null, body: null }]);
  });

  const steps: [Fault, number, number][] = [
    ["cut-on-arrival", 0, 101],
    ["cut-before", 0, 101],
    ["cut-during", 0, 102],
    ["cut-after", 1, 102],
  ];
  test.each(steps)("%s: no response, %i tools stored, the next id is %i", async (fault, stored, next) => {
    const { call, emulator } = await service();
    emulator.faults.add({ fault });
    const { received } = await rawExchange(emulator, "POST /user/tools", text);
    expect(received).toBe("");
    expect(emulator.state.tools).toHaveLength(stored);
    emulator.faults.clear();
    expect((await call("POST", "/user/tools", aTool)).json.data.id).toBe(next);
  });

  test("cut-during leaves no trace of an update, valid or not, or a deletion", async ({ call, emulator }) => {
    await call("POST", "/user/tools", aTool);
    const before = structuredClone(emulator.state.tools);
    emulator.faults.add({ fault: "cut-during" });
    for (const [method, body] of [["PUT", { timeout: 3 }], ["PUT", { timeout: 99 }], ["DELETE"]] as const)
      await expect(call(method, "/user/tools/101", body)).rejects.toThrow();
    expect(emulator.state.tools).toEqual(before);
  });

  test("a status with when: during: the request fails halfway", async ({ call, emulator }) => {
    emulator.faults.add({ fault: { status: 500 }, when: "during" });
    expect((await call("POST", "/user/tools", aTool)).status).toBe(500);
    expect(emulator.state.tools).toEqual([]);
    expect(emulator.state.lastIds["tools"]).toBe(101);
  });

  test("cut-answer: the head and half of the body, without the last chunk", async ({ call, emulator }) => {
    emulator.faults.add({ fault: "cut-answer" });
    const exchange = await rawExchange(emulator, "POST /user/tools", text);
    expect(exchange.received).toMatch(/^HTTP\/1\.1 201 Created\r\n/);
    expect(bodyOf(exchange)).toMatch(/^[0-9a-f]+\r\n\{"message":"Tool created/);
    expect(exchange.received).not.toContain("updated_at");
    expect(exchange.received).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(pluck(emulator.state.tools, "name")).toEqual(["check_order"]);
    await expect(call("GET", "/user/tools")).rejects.toThrow();
  });
});

describe("delivery", () => {
  test("short-answer: the announced length exceeds the body", async ({ call, emulator }) => {
    emulator.faults.add({ fault: "short-answer" });
    const exchange = await rawExchange(emulator, "POST /user/tools", text);
    const length = Number(/content-length: (\d+)/.exec(exchange.received)?.[1]);
    expect(Buffer.byteLength(bodyOf(exchange))).toBe(Math.ceil(length / 2));
    expect(exchange.code).toBeUndefined();
    expect(emulator.state.tools).toHaveLength(1);
    await expect(call("GET", "/user/tools")).rejects.toThrow();
  });

  test("trickle: byte by byte, by the clock", async () => {
    const clock = fakeClock();
    const { call, emulator } = await service({ clock });
    emulator.faults.add({ fault: { trickleMs: 40 } });
    const { status, json, text: rawText } = await call("POST", "/user/tools", aTool);
    expect({ status, name: json.data.name }).toEqual({ status: 201, name: "check_order" });
    expect(clock.slept).toEqual(Array.from({ length: Buffer.byteLength(rawText) - 1 }, () => 40));
  });

  test("trickle: the head is sent before the first wait", async () => {
    const { emulator } = await service({
      clock: { now: () => 0, sleep: () => new Promise(() => undefined) },
    });
    emulator.faults.add({ fault: { trickleMs: 1 } });
    const response = await fetch(`${emulator.address}/user/tools`, {
      headers: { accept: "application/json", authorization: `Bearer ${emulator.token}` },
    });
    expect(response.status).toBe(200);
    const unread = expect(response.text()).rejects.toThrow();
    await emulator.close();
    await unread;
  });

  test("pad: valid JSON with extra bytes, without Content-Length", async ({ call, emulator }) => {
    emulator.faults.add({ fault: { padBytes: 3_000_000 } });
    const { json, text: rawText, headers } = await call("POST", "/user/tools", aTool);
    expect(rawText.length).toBe(3_000_000 + JSON.stringify(json).length);
    expect(json.data.id).toBe(101);
    expect(headers).toMatchObject({ "transfer-encoding": "chunked" });
    expect(headers).not.toHaveProperty("content-length");
  });
});

describe("refuse", () => {
  const refused = async (emulator: { address: string; token: string }) =>
    (await rawExchange(emulator, "GET /user/tools")).code;
  const codeOf = async (sent: ReturnType<Client>) =>
    sent.then(
      () => undefined,
      (error: { cause?: { code?: string } }) => error.cause?.code,
    );

  test("after a request, for the given time, and then accepts connections on the same port", async () => {
    const clock = fakeClock();
    const { call, emulator } = await service({ clock });
    emulator.faults.add({ method: "POST", times: 1, fault: { refuseMs: 1000 } });
    expect((await call("POST", "/user/tools", aTool)).status).toBe(201);
    // The service has closed the first connection, so fetch must open a new one.
    expect(await codeOf(call("GET", "/user/tools"))).toBe("ECONNREFUSED");
    expect(await refused(emulator)).toBe("ECONNREFUSED");
    clock.advance(999);
    expect(await refused(emulator)).toBe("ECONNREFUSED");
    clock.advance(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect((await call("GET", "/user/tools")).json).toHaveLength(1);
    expect(emulator.requests()).toHaveLength(2);
  });

  test("can be added by the control route, with the machine's clock", async () => {
    const { call, emulator } = await service({ clock: systemClock });
    await call("POST", "/_emulator/faults", { times: 1, fault: { refuseMs: 1 } });
    expect((await call("GET", "/user/tools")).headers["connection"]).toBe("close");
    while ((await refused(emulator)) === "ECONNREFUSED");
    expect((await call("GET", "/user/tools")).status).toBe(200);
  });

  test("a timer that fires early does not open the port, which opens later", async () => {
    const { call, emulator } = await service({ clock: systemClock });
    const now = vi.spyOn(Date, "now").mockReturnValue(Date.now());
    emulator.faults.add({ times: 1, fault: { refuseMs: 1 } });
    await call("GET", "/user/tools");
    const clockReads = now.mock.calls.length;
    while (now.mock.calls.length === clockReads) await new Promise((resolve) => setImmediate(resolve));
    expect(await refused(emulator)).toBe("ECONNREFUSED");
    now.mockRestore();
    while ((await refused(emulator)) === "ECONNREFUSED");
    expect((await call("GET", "/user/tools")).status).toBe(200);
  });

  test("a fault's timer ends when the port opens or closes for good", async () => {
    const { call, emulator } = await service({ clock: systemClock });
    const timers = vi.spyOn(globalThis, "setTimeout");
    const cleared = vi.spyOn(globalThis, "clearTimeout");
    emulator.faults.add({ times: 1, fault: { refuseMs: 50 } });
    await call("GET", "/user/tools");
    emulator.refuseConnections(true);
    await new Promise((resolve) => void setTimeout(resolve, 100));
    const times = timers.mock.calls.map(([, ms]) => ms);
    const [first] = timers.mock.results.filter((_, index) => times[index] === 50);
    vi.restoreAllMocks();
    expect(times.every((ms = 0) => ms < 2 ** 31)).toBe(true);
    expect(cleared.mock.calls).toContainEqual([first?.value]);
    expect(await refused(emulator)).toBe("ECONNREFUSED");
  });

  test("on arrival: the request's connection is cut, nothing is processed", async ({ call, emulator }) => {
    emulator.faults.add({ fault: { refuseMs: Infinity }, when: "arrival" });
    expect((await rawExchange(emulator, "POST /user/tools", text)).received).toBe("");
    expect(await refused(emulator)).toBe("ECONNREFUSED");
    emulator.faults.clear();
    expect((await call("GET", "/user/tools")).json).toEqual([]);
  });

  test("removing the rule opens the port", async ({ call, emulator }) => {
    const id = emulator.faults.add({ fault: { refuseMs: Infinity } });
    expect((await call("GET", "/user/tools")).headers["connection"]).toBe("close");
    expect(await refused(emulator)).toBe("ECONNREFUSED");
    emulator.faults.remove(id);
    expect((await call("GET", "/user/tools")).status).toBe(200);
  });

  test("refuseConnections may be repeated; close works with a closed port", async ({ call, emulator }) => {
    await call("GET", "/user/tools");
    emulator.refuseConnections(true);
    emulator.refuseConnections(true);
    expect(await refused(emulator)).toBe("ECONNREFUSED");
    emulator.refuseConnections(false);
    emulator.refuseConnections(false);
    expect((await call("GET", "/user/tools")).status).toBe(200);
    emulator.refuseConnections(true);
    await emulator.close();
    emulator.refuseConnections(false);
    expect(await refused(emulator)).toBe("ECONNREFUSED");
  });
});
