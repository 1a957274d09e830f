import { subscribe } from "node:diagnostics_channel";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createTransport, type Transport, type TransportRequest } from "../../provider/http/transport.js";
import { TransportError } from "../../provider/http/transport-error.js";
import { largestResponse } from "../../provider/http/records-cutter.js";
import { deadUrl, heldTimeout, serve, serveSockets, type TestServer } from "./http-support.js";
import { closeAfterTest, rejection } from "../support/after-test.js";

function transport(timeout = 20_000): Transport {
  return closeAfterTest(createTransport({ connections: 4, timeout }));
}

const opened = async (server: Promise<TestServer>): Promise<TestServer> => closeAfterTest(await server);

const get = (url: string, others: Partial<TransportRequest> = {}): TransportRequest => ({
  method: "GET",
  url,
  headers: { accept: "application/json" },
  timeout: 20_000,
  ...others,
});

async function failure(sending: Promise<unknown>): Promise<TransportError> {
  const error = await rejection(sending);
  expect(error).toBeInstanceOf(TransportError);
  expect(error).toMatchObject({ name: "TransportError" });
  return error as TransportError;
}

describe("responses", () => {
  test("status, headers and body are returned unchanged", async () => {
    const server = await opened(
      serve((_, response) => {
        response.writeHead(201, { "X-One": "1", "Set-Cookie": ["a=1", "b=2"] }).end("größe");
      }),
    );
    const answer = await transport().send(get(`${server.url}/a/b?c=d`, { method: "POST", body: '{"x":1}' }));
    expect(answer).toMatchObject({
      status: 201,
      body: "größe",
      headers: { "x-one": "1", "set-cookie": "a=1, b=2" },
    });
    expect(server.seen[0]).toMatchObject({ method: "POST", path: "/a/b?c=d", body: '{"x":1}' });
  });

  test("a redirect is a response and is not followed", async () => {
    const server = await opened(
      serve((_, response) => response.writeHead(302, { location: "/login" }).end()),
    );
    expect(await transport().send(get(server.url))).toMatchObject({
      status: 302,
      headers: { location: "/login" },
    });
    expect(server.seen).toHaveLength(1);
  });

  test("requests of every method share connections", async () => {
    const server = await opened(serve((_, response) => response.end("{}")));
    const shared = transport();
    for (const method of ["GET", "POST", "PATCH", "PUT", "DELETE"] as const)
      for (let i = 0; i < 5; i += 1) await shared.send(get(server.url, { method }));
    expect(server.seen).toHaveLength(25);
    expect(server.connections()).toBeLessThanOrEqual(4);
  });

  test("an idle connection is reused within a second, and not later", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const server = await opened(serve((_, response) => response.end("{}")));
    const single = closeAfterTest(createTransport({ connections: 1, timeout: 20_000 }));
    const post = async (): Promise<number> => {
      await single.send(get(server.url, { method: "POST", body: "{}" }));
      // The connection becomes idle after the response is reported.
      await new Promise((resolve) => setImmediate(resolve));
      return server.connections();
    };
    expect(await post()).toBe(1);
    await vi.advanceTimersByTimeAsync(999);
    expect(await post()).toBe(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await post()).toBe(2);
  });

  test("a response of the maximum size is read, a larger one is not", async () => {
    const server = await opened(
      serve((request, response) =>
        response.end(Buffer.alloc(largestResponse + (request.path === "/more" ? 1 : 0), "x")),
      ),
    );
    expect((await transport().send(get(server.url))).body).toHaveLength(largestResponse);
    expect(await failure(transport().send(get(`${server.url}/more`)))).toMatchObject({
      kind: "too-large",
      message: "the response (200) is larger than 10 MB",
    });
  });
});

describe("failures", () => {
  test("no listener: not sent", async () => {
    const error = await failure(transport().send(get(await deadUrl(), { method: "POST", body: "{}" })));
    expect(error).toMatchObject({ kind: "not-sent", message: "the connection was refused" });
  });

  test("a TLS handshake that fails: not sent", async () => {
    const server = await opened(serveSockets((socket) => socket.end("not TLS")));
    const url = server.url.replace("http:", "https:");
    expect(await failure(transport().send(get(url, { method: "POST", body: "{}" })))).toMatchObject({
      kind: "not-sent",
      message: "the server does not answer with TLS",
    });
  });

  test("a TLS handshake that never ends: not sent, after the total time", async () => {
    const server = await opened(serveSockets(() => undefined));
    const url = server.url.replace("http:", "https:");
    expect(await failure(transport(50).send(get(url, { timeout: 50 })))).toMatchObject({
      kind: "not-sent",
      message: "connecting took too long",
    });
  });

  test("a connection that opens only after the timeout: not sent, not even later", async () => {
    const server = await opened(serve((_, response) => response.end("{}")));
    const shared = transport();
    await new Promise((resolve) => setImmediate(resolve));
    const sending = shared.send(get(`${server.url}/late`, { method: "POST", body: "{}", timeout: 1 }));
    // Blocks the event loop, so that the timer fires before the connection is handled.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    expect(await failure(sending)).toMatchObject({ kind: "not-sent", message: "connecting took too long" });
    await shared.send(get(`${server.url}/next`, { method: "POST", body: "{}" }));
    await shared.send(get(`${server.url}/last`));
    expect(server.seen.map(({ path }) => path)).toEqual(["/next", "/last"]);
  });

  test.each([
    ["before the response", "", "the connection was cut before a response arrived"],
    ["in the headers", "HTTP/1.1 200 OK\r\nContent-Le", "the connection was cut before a response arrived"],
    ["in the body", 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"a":', "the response was cut off"],
    [
      "in a chunked body",
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n',
      "the response was cut off",
    ],
    ["no HTTP at all", "hello\r\n\r\n", "the connection was cut before a response arrived"],
  ])("cut %s", async (_, answer, message) => {
    const server = await opened(serveSockets((socket) => socket.once("data", () => socket.end(answer))));
    expect(await failure(transport().send(get(server.url, { method: "POST", body: "{}" })))).toMatchObject({
      kind: "cut",
      message,
    });
  });

  test("reset before the response: cut", async () => {
    const server = await opened(
      serveSockets((socket) => socket.once("data", () => socket.resetAndDestroy())),
    );
    expect(await failure(transport().send(get(server.url)))).toMatchObject({ kind: "cut" });
  });

  test("no response in time: a timeout", async () => {
    const held = heldTimeout();
    const server = await opened(serve(() => held.end()));
    const error = await failure(transport().send(get(server.url, { timeout: held.ms })));
    expect(error).toMatchObject({ kind: "timeout", message: "no response arrived in time" });
  });

  test("a response that never ends: a timeout", async () => {
    const held = heldTimeout();
    const server = await opened(serve((_, response) => void response.write("{")));
    const sending = failure(transport().send(get(server.url, { timeout: held.ms })));
    // undici publishes an event for each response head.
    await new Promise<void>((resolve) => subscribe("undici:request:headers", () => resolve()));
    held.end();
    const error = await sending;
    expect(error).toMatchObject({ kind: "timeout", message: "the response did not end in time" });
  });

  test("nothing that was sent is in the message, even if the library rejects it", async () => {
    const server = await opened(serve((_, response) => response.end()));
    const error = await failure(
      transport().send(get(server.url, { headers: { authorization: "s3cret\n" } })),
    );
    expect(error.kind).toBe("not-sent");
    expect(error.message).not.toContain("s3cret");
    expect(server.seen).toHaveLength(0);
  });

  test("a request after close: not sent", async () => {
    const closed = createTransport({ connections: 1, timeout: 1000 });
    await closed.close();
    expect(await failure(closed.send(get("http://127.0.0.1:9")))).toMatchObject({
      kind: "not-sent",
      message: "the client was closed",
    });
  });
});
