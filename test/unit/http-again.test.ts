import { describe, expect, test } from "vitest";
import { call, failed, played, type Script } from "./http-support.js";

describe("retries", () => {
  type Row = [
    name: string,
    call: string,
    script: Script[],
    attempts: number,
    code: string | undefined,
    lost: boolean,
  ];
  const again: Row[] = [
    [
      "a read, until it succeeds",
      "read",
      [{ status: 503 }, { fails: "cut" }, { fails: "timeout" }, { status: 200 }],
      4,
      undefined,
      false,
    ],
    ["a read, four times", "read", [{ status: 502 }], 4, "server", false],
    ["a read that fails, four times", "read", [{ status: 500 }], 4, "server", false],
    ["a read that cannot connect", "read", [{ fails: "not-sent" }], 4, "network", false],
    ["a POST that was not sent", "create", [{ fails: "not-sent" }, { status: 201 }], 2, undefined, false],
    ["a POST that is never sent", "create", [{ fails: "not-sent" }], 4, "network", false],
    ["a POST under a limit", "create", [{ status: 429 }, { status: 201 }], 2, undefined, false],
    ["a POST under a lasting limit", "create", [{ status: 429 }], 4, "rate-limited", false],
    ["never a POST that was cut", "create", [{ fails: "cut" }], 1, "network", true],
    ["never a POST that timed out", "campaign", [{ fails: "timeout" }], 1, "network", true],
    ["never a POST after 503", "create", [{ status: 503 }], 1, "server", true],
    ["a POST, not sent, then cut", "create", [{ fails: "not-sent" }, { fails: "cut" }], 2, "network", true],
    ["a PUT that is cut each time", "update", [{ fails: "cut" }], 4, "network", true],
    ["a PUT, cut, then not sent", "update", [{ fails: "cut" }, { fails: "not-sent" }], 4, "network", true],
    ["a PUT, cut, then limited", "update", [{ fails: "cut" }, { status: 429 }], 4, "rate-limited", true],
    ["a PUT, cut, then rejected", "updateLead", [{ fails: "cut" }, { status: 422 }], 2, "refused", false],
    ["a PUT, cut, then forbidden", "update", [{ fails: "cut" }, { status: 403 }], 2, "refused", true],
    ["a DELETE, cut, then not found", "delete", [{ fails: "cut" }, { status: 404 }], 2, "not-found", true],
    ...[429, 503].map((status): Row => [
      `never a request after a ${status} that forbids it`,
      "read",
      [{ status, headers: { "x-should-retry": "false" } }],
      1,
      status === 429 ? "rate-limited" : "server",
      false,
    ]),
    [
      "never a POST after 503, even if the header asks for it",
      "create",
      [{ status: 503, headers: { "x-should-retry": "true" } }],
      1,
      "server",
      true,
    ],
    ["never a rejected request", "update", [{ status: 422 }], 1, "refused", false],
    ["a PUT that meets a locked database", "update", [{ status: 500 }, { status: 200 }], 2, undefined, false],
    ["a PUT that fails each time", "update", [{ status: 500 }], 4, "server", true],
    ["a PUT, 500, then rejected", "updateLead", [{ status: 500 }, { status: 422 }], 2, "refused", false],
    ["never a POST after 500", "create", [{ status: 500 }], 1, "server", true],
  ];
  test.each(again)("%s", async (_, name, script, attempts, code, lost) => {
    const { client, transport } = played(script);
    const response = client.request(call(name));
    if (code === undefined) await response;
    else expect(await failed(response)).toMatchObject({ code, lost });
    expect(transport.sent).toHaveLength(attempts);
  });

  test.each<[Script, string, boolean]>([
    [{ status: 429, headers: { "retry-after": "1" } }, "rate-limited", false],
    [{ status: 503 }, "server", true],
    [{ fails: "not-sent" }, "network", false],
    [{ fails: "cut" }, "network", true],
  ])("%j: no retry of a request that must be sent only once", async (script, code, lost) => {
    const { client, transport } = played([script, { status: 200 }]);
    expect(await failed(client.request(call("create", { once: true })))).toMatchObject({ code, lost });
    expect(transport.sent).toHaveLength(1);
  });

  test("waits longer each time, with jitter", async () => {
    const { client, clock } = played([{ status: 503 }]);
    await failed(client.request(call("read")));
    expect(clock.slept).toEqual([250, 500, 1_000]);
  });

  test.each([
    ["retry-after", 3_000],
    // This header describes the rate limit, so it does not apply to a 503.
    ["x-ratelimit-reset", 250],
  ])("after a 503 with %s: 3, waits %i ms", async (header, pause) => {
    const { client, clock } = played([{ status: 503, headers: { [header]: "3" } }, { status: 200 }]);
    await client.request(call("read"));
    await client.request(call("read"));
    expect(clock.slept).toEqual([pause]);
  });

  test("after a 429, the rejected request is sent before requests that were not sent yet", async () => {
    const { client, clock, transport } = played([{ status: 429 }, { status: 200 }], { maxInFlight: "1" });
    let end = (): void => undefined;
    clock.sleep = (milliseconds) => {
      clock.slept.push(milliseconds);
      return new Promise((resolve) => (end = resolve));
    };
    const responses = [1, 2, 3].map((id) => client.request(call("read", { params: { id } })));
    await new Promise((resolve) => setImmediate(resolve));
    clock.time += 250;
    end();
    await Promise.all(responses);
    expect(transport.sent.map(({ url }) => url.at(-1))).toEqual(["1", "1", "2", "3"]);
    expect(clock.slept).toEqual([250]);
  });

  test("a 429 also pauses all other requests, even after its own request gives up", async () => {
    const { client, clock, transport } = played([
      ...Array.from({ length: 4 }, () => ({ status: 429, headers: { "retry-after": "7" } })),
      { status: 200 },
    ]);
    const error = await failed(client.request(call("read")));
    expect(error.message).toContain("voicecall:maxInFlight (now 8)");
    expect(clock.slept).toEqual([7_000, 7_000, 7_000]);
    await client.request(call("delete"));
    expect(clock.slept).toEqual([7_000, 7_000, 7_000, 7_000]);
    expect(transport.sent).toHaveLength(5);
  });
});
