/** What a 429 can contain about the next request, over real sockets. */
import { describe, expect, test } from "vitest";
import { createClient } from "../../provider/http/client.js";
import { closeAfterTest } from "../support/after-test.js";
import { virtualTime } from "../support/virtual-time.js";
import { start, windows } from "./http-pace-simulation.js";
import { FakeClock, call, played, serve, settingsFor } from "./http-support.js";

interface Limited {
  headers?: Record<string, string>;
  body?: object;
}

describe("the pause after a 429", () => {
  const inSevenSeconds = new FakeClock().time / 1000 + 7;

  test.each<[string, Limited, number]>([
    ["Retry-After", { headers: { "retry-after": "7" } }, 7_000],
    ["retry_after in the body", { body: { message: "Too Many Attempts.", retry_after: 7 } }, 7_000],
    ["retry_after as text", { body: { retry_after: "7" } }, 7_000],
    ["a part of a second in retry_after", { body: { retry_after: 6.2 } }, 7_000],
    ["X-RateLimit-Reset as a time", { headers: { "x-ratelimit-reset": String(inSevenSeconds) } }, 7_000],
    [
      "X-RateLimit-Reset in milliseconds",
      { headers: { "x-ratelimit-reset": `${inSevenSeconds}000` } },
      7_000,
    ],
    ["X-RateLimit-Reset in seconds from now", { headers: { "x-ratelimit-reset": "7" } }, 7_000],
    ["Retry-After before the body", { headers: { "retry-after": "7" }, body: { retry_after: 9 } }, 7_000],
    [
      "the body before X-RateLimit-Reset",
      { headers: { "x-ratelimit-reset": "9" }, body: { retry_after: 7 } },
      7_000,
    ],
    ["no usable retry_after", { body: { retry_after: "soon" } }, 250],
    ["an empty retry_after", { headers: { "x-ratelimit-reset": "7" }, body: { retry_after: "" } }, 7_000],
    ["a retry_after of 0", { headers: { "x-ratelimit-reset": "7" }, body: { retry_after: 0 } }, 250],
    ["a retry_after that is not a number", { body: { retry_after: [7] } }, 250],
    ["a retry_after of true", { body: { retry_after: true } }, 250],
    ["a negative retry_after", { body: { retry_after: -7 } }, 250],
    ["nothing", {}, 250],
  ])("%s", async (_name, { headers = {}, body = {} }, pause) => {
    const server = closeAfterTest(
      await serve((_request, response, index) => {
        response.writeHead(index === 0 ? 429 : 200, { "content-type": "application/json", ...headers });
        response.end(JSON.stringify(index === 0 ? body : {}));
      }),
    );
    const clock = new FakeClock();
    const client = closeAfterTest(createClient(settingsFor(server.url), { clock }));
    await client.request(call("create"));
    expect(clock.slept).toEqual([pause]);
    expect(server.seen).toHaveLength(2);
  });
});

test("a pause of 5 seconds or more is one line, however many requests wait for it", async () => {
  const limited = (seconds: string) => ({ status: 429, headers: { "retry-after": seconds } });
  const { client, clock, lines } = played([limited("4"), limited("5"), limited("47"), { status: 200 }]);
  await client.request(call("create"));
  expect(clock.slept.slice(0, 3)).toEqual([4_000, 5_000, 47_000]);
  expect(lines).toEqual([5, 47].map((n) => `The service limits requests: waiting ${n} seconds.`));
  const several = played([limited("47"), { status: 200 }]);
  await Promise.all(Array.from({ length: 3 }, () => several.client.request(call("create"))));
  expect(several.lines).toEqual(["The service limits requests: waiting 47 seconds."]);
});

test.each([
  ["12", 12],
  [" 12 ", 12],
  ["12 left", 20],
  ["-12", 20],
  ["", 20],
])("X-RateLimit-Remaining %j: of 20 requests, %i are in flight", async (remaining, inFlight) => {
  const headers = { "x-ratelimit-remaining": remaining };
  const pending: (() => void)[] = [];
  const answer = { status: 200, headers, body: "{}" };
  const transport = {
    send: async () => {
      if (pending.length > 0) await new Promise<void>((resolve) => pending.push(resolve));
      return answer;
    },
  };
  const client = createClient(settingsFor("https://example.com/api", { maxInFlight: "32" }), {
    clock: new FakeClock(),
    transport,
  });
  await client.request(call("create"));
  pending.push(() => undefined);
  for (let request = 0; request < 20; request += 1) void client.request(call("create"));
  await new Promise((resolve) => setImmediate(resolve));
  expect(pending.length - 1).toBe(inFlight);
});

test("limits of two windows: 100 a minute and 20 in ten seconds; 250 requests get through", async () => {
  const { clock, transport } = virtualTime();
  closeAfterTest(transport);
  const minute = { allows: 100, ms: 60_000 };
  const limit = windows([minute, { allows: 20, ms: 10_000 }], minute);
  const begun = clock.now();
  const server = closeAfterTest(
    await serve((_request, response) => {
      const { heard, passed } = limit(start + clock.now() - begun);
      response.writeHead(passed ? 200 : 429, {
        "content-type": "application/json",
        "x-ratelimit-limit": "100",
        "x-ratelimit-remaining": String(heard.remaining),
      });
      const seconds = (heard.limitedFor ?? 0) / 1000;
      response.end(JSON.stringify(passed ? {} : { message: "Too Many Attempts.", retry_after: seconds }));
    }),
  );
  const client = createClient(settingsFor(server.url), { clock, transport });
  await Promise.all(Array.from({ length: 250 }, () => client.request(call("create"))));
  expect(server.seen.length).toBeLessThanOrEqual(250 * 1.1);
  // At best, the first 200 requests take two minutes. The other 50 need three windows, which begin ten seconds apart.
  expect((clock.now() - begun) / 1000).toBeLessThanOrEqual((120 + 20) * 1.3);
});
