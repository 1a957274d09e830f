/** Errors and debug lines stay readable, however long responses and ids are. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { call, failed, played, token, type Script } from "./http-support.js";

const long = `${"so it is. ".repeat(100_000)}${token}`;
const many = (item: unknown) =>
  Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`${long.slice(0, 500)}${index}`, item]));
const answer = z.object({ data: z.record(z.string(), z.number()) });

const statuses = [400, 401, 403, 404, 405, 409, 418, 422, 429, 500, 503];

describe.each<[string, Script]>([
  ...statuses.map((status): [string, Script] => [
    `${status} with a message of 1 MB`,
    { status, body: { message: long, errors: { [long]: [long, long], more: long } } },
  ]),
  ["422, thousands of fields", { status: 422, body: { message: "no", errors: many([long.slice(0, 900)]) } }],
  ["422, thousands of errors", { status: 422, body: { errors: Array.from({ length: 5_000 }, () => "no") } }],
  ["400 with 1 MB of text", { status: 400, body: long }],
  ["200 with 1 MB of text", { status: 200, body: long }],
  ["a redirect to a long address", { status: 302, headers: { location: `https://x.example.com/${long}` } }],
  ["200 with long keys", { status: 200, body: { data: many("text") } }],
  ["200 with a key of 1 MB", { status: 200, body: { data: { [long]: "text" } } }],
  ["no response", { fails: "timeout" }],
])("%s", (_, script) => {
  test.each(["create", "read", "delete", "campaign"])("to %s", async (name) => {
    const { client, lines } = played([script], { debug: "true" });
    const { message } = await failed(client.request(call(name, { schema: answer })));
    expect(message.length).toBeLessThan(14_000);
    expect(message.split("\n").length).toBeLessThan(25);
    expect(Math.max(...message.split("\n").map((line) => line.length))).toBeLessThan(2_100);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(line).toMatch(/^[A-Z]+ \/user\/\S+ → .+, \d+ ms, attempt \d$/);
      expect(line.length).toBeLessThan(200);
    }
  });
});

test("a debug line contains the longest possible id", async () => {
  const { client, lines } = played([{ status: 200 }], { debug: "true" });
  await client.request(call("read", { params: { id: "9".repeat(19) } }));
  expect(lines).toEqual([`GET /user/tools/${"9".repeat(19)} → 200, 0 ms, attempt 1`]);
});

test.each(["9".repeat(20), "9".repeat(1_000_000), `1/../${token}`, `1?${token}`])(
  "an invalid id is rejected without being repeated (%#)",
  async (id) => {
    const { client, lines, transport } = played([{ status: 200 }], { debug: "true" });
    const { message } = await failed(client.request(call("read", { params: { id } })));
    expect(message).toBe(
      "read tool 7: the id in the path is not a whole number above zero. Nothing was sent.",
    );
    expect(lines).toEqual([]);
    expect(transport.sent).toEqual([]);
  },
);
