/** A listing is read record by record: any size, and as strict as if the whole text were parsed at once. */
import zlib from "node:zlib";
import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { systemClock } from "../../provider/base/clock.js";
import { createClient } from "../../provider/http/client.js";
import { listAll } from "../../provider/http/pages.js";
import { RecordsCutter, largestResponse, withRecords } from "../../provider/http/records-cutter.js";
import { createTransport } from "../../provider/http/transport.js";
import { closeAfterTest } from "../support/after-test.js";
import { failed, serve, serveSockets, settingsFor, type TestServer } from "./http-support.js";

/** The content that the cutter makes of a text that arrives in chunks of this size, and what it cut. */
function cut(text: string, size: number): { content: unknown; records: readonly unknown[] } {
  const cutter = new RecordsCutter("the response (200)", (record) => record);
  const bytes = Buffer.from(text);
  // An empty chunk between two others changes nothing.
  for (let at = 0; at < bytes.length; at += size)
    for (const chunk of [bytes.subarray(at, at + size), Buffer.alloc(0)]) cutter.write(chunk);
  const { text: around, records = [] } = cutter.end();
  return { content: withRecords(JSON.parse(around), { records }), records };
}

const rows = (count: number, more: object = {}): object[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `größe "${index}" \\ {[`, ...more }));

describe("the content is what JSON.parse reads", () => {
  test.each<[string, unknown, number]>([
    ["a plain list", rows(3), 3],
    ["a page with links", { current_page: 1, data: rows(2), links: [{ url: null }], total: 2 }, 3],
    ["a list below a key", { campaigns: rows(2) }, 2],
    ["lists in records", rows(2, { tools: [{ id: 1 }], more: [[{ a: [] }]] }), 2],
    ["an object of records, as PHP writes a list", { 0: { id: 1 }, 2: { id: 2 } }, 0],
    ["deeper lists", { data: { rows: rows(2) } }, 0],
    ["other items", [1, "two", null, [3, { "": 0 }], { id: 4 }, { "": 0 }], 2],
    ["an empty list", [], 0],
    ["no list", { message: "x" }, 0],
  ])("%s", (_, content, count) => {
    const text = JSON.stringify(content);
    for (const size of [1, 2, 7, text.length]) {
      const got = cut(text, size);
      expect(got.content).toEqual(content);
      expect(got.records).toHaveLength(count);
    }
  });

  test("of any JSON, in any chunks", () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 1, max: 9 }), (text, size) => {
        expect(cut(text, size).content).toEqual(JSON.parse(text));
      }),
      { numRuns: 2_000 },
    );
  });
});

const opened = async (server: Promise<TestServer>): Promise<TestServer> => closeAfterTest(await server);

const listed = (url: string, timeout = 20_000) => {
  const client = closeAfterTest(
    createClient(
      { ...settingsFor(url), timeout },
      { clock: { ...systemClock, sleep: () => Promise.resolve() } },
    ),
  );
  return listAll(client, { route: "listTools", item: z.object({ id: z.int() }), purpose: "list the tools" });
};

describe("a listing that is larger than a response may be", () => {
  const text = JSON.stringify(rows(110, { prompt: "p".repeat(100_000) }));

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ["identity", (bytes) => bytes],
    ["gzip", (bytes) => zlib.gzipSync(bytes)],
    ["deflate", (bytes) => zlib.deflateRawSync(bytes)],
    [
      "br",
      (bytes) => zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
    ],
    ["gzip, deflate", (bytes) => zlib.deflateSync(zlib.gzipSync(bytes))],
  ])("is read whole: %s", async (encoding, encode) => {
    const body = encode(Buffer.from(text));
    const server = await opened(
      serve((_, response) => response.writeHead(200, { "content-encoding": encoding }).end(body)),
    );
    expect(await listed(server.url)).toHaveLength(110);
  });
});

const huge = "x".repeat(largestResponse);

describe("a listing that is not read", () => {
  test.each<[string, string, RegExp]>([
    ["cut off in a record", '[{"id":1},{"id":', /the response \(200\) is not JSON/],
    ["with two lists", '[{"id":1}][{"id":2}]', /the response \(200\) is not JSON/],
    ["with bytes before it", '12 [{"id":1}]', /the response \(200\) is not JSON/],
    ["with bytes after it", '[{"id":1}] Warning: x', /the response \(200\) is not JSON/],
    ["with a record that is no JSON", '[{"id":01}]', /the response \(200\) is not JSON/],
    ["without a comma", '[{"id":1}{"id":2}]', /the response \(200\) is not JSON/],
    ["with a record twice", '[{"id":1},{"id":1}]', /contains id 1 twice/],
    [
      "with a record that never ends",
      `[{"id":1,"name":"${huge}`,
      /a record of the response \(200\) is larger than 10 MB/,
    ],
    [
      "with much around its records",
      `{"note":"${huge}","data":[]}`,
      /: the response \(200\) is larger than 10 MB/,
    ],
    ["of records without ids", '[{"name":"a"},{"name":"b"}]', /0\.id: expected (int|number); 1\.id/],
  ])("%s", async (_, body, says) => {
    const server = await opened(serve((_, response) => response.end(body)));
    expect((await failed(listed(server.url))).message).toMatch(says);
  });

  test("whose connection is cut in the middle", async () => {
    const head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n";
    const server = await opened(serveSockets((socket) => socket.end(`${head}[{"id":1},{"id":2}`)));
    expect((await failed(listed(server.url))).message).toContain("the response was cut off");
  });

  test("an error of the service is not cut", async () => {
    const body = JSON.stringify([{ message: "Invalid." }]);
    const server = await opened(serve((_, response) => response.writeHead(400).end(body)));
    const transport = closeAfterTest(createTransport({ connections: 1, timeout: 20_000 }));
    const request = { method: "GET", url: server.url, headers: {}, timeout: 20_000 } as const;
    const answer = await transport.send({ ...request, cut: () => expect.fail("cut") });
    expect(answer).toMatchObject({ status: 400, body });
    expect(answer.records).toBeUndefined();
  });
});

test("the time limit is for the next record, not for the whole listing", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const sent: { next?: (text: string) => void; end?: () => void } = {};
  const server = await opened(
    serve((_, response) => {
      response.flushHeaders();
      sent.next = (text) => void response.write(text);
      sent.end = () => void response.end("]");
    }),
  );
  const arrived: unknown[] = [];
  const transport = closeAfterTest(createTransport({ connections: 1, timeout: 60_000 }));
  const seen = (count: number) => vi.waitUntil(() => arrived.length === count);
  const send = () =>
    transport.send({
      method: "GET",
      url: server.url,
      headers: {},
      timeout: 20_000,
      cut: (record) => arrived.push(record),
    });
  const whole = send();
  await vi.waitUntil(() => sent.next);
  for (let id = 1; id <= 4; id += 1) {
    sent.next!(`${id === 1 ? "[" : ","}{"id":${id}}`);
    await seen(id);
    await vi.advanceTimersByTimeAsync(15_000);
  }
  sent.end!();
  expect((await whole).records).toHaveLength(4);
});
