/** Compression, redirects and certificates, with real servers. */
import zlib from "node:zlib";
import { describe, expect, test } from "vitest";
import { createTransport, type TransportRequest } from "../../provider/http/transport.js";
import { largestResponse } from "../../provider/http/records-cutter.js";
import { closeAfterTest, rejection } from "../support/after-test.js";
import { tlsInFrontOf } from "../support/network.js";
import { call, serve, settingsFor, token, failed } from "./http-support.js";
import { createClient } from "../../provider/http/client.js";
import { systemClock } from "../../provider/base/clock.js";

const transport = () => closeAfterTest(createTransport({ connections: 2, timeout: 20_000 }));
const post = (url: string): TransportRequest => ({
  ...{ method: "POST", url, headers: { authorization: `Bearer ${token}` }, body: "{}", timeout: 20_000 },
});
const portOf = (url: string): number => Number(new URL(url).port);

describe("compression", () => {
  const text = JSON.stringify({ name: "größe ".repeat(1000) });
  const bytes = Buffer.from(text);
  const answered = async (encoding: string, body: Buffer) => {
    const server = closeAfterTest(
      await serve((_, response) => response.writeHead(200, { "content-encoding": encoding }).end(body)),
    );
    const sending = transport().send(post(server.url));
    return { sending, server };
  };

  test.each<[string, Buffer]>([
    ["gzip", zlib.gzipSync(bytes)],
    ["x-gzip", zlib.gzipSync(bytes)],
    ["GZIP", zlib.gzipSync(bytes)],
    ["deflate", zlib.deflateSync(bytes)],
    ["deflate", zlib.deflateRawSync(bytes)],
    ["br", zlib.brotliCompressSync(bytes)],
    ["gzip, br", zlib.brotliCompressSync(zlib.gzipSync(bytes))],
    ["identity", bytes],
  ])("%s is decoded", async (encoding, body) => {
    const { sending, server } = await answered(encoding, body);
    expect((await sending).body).toBe(text);
    expect(server.seen[0]?.headers["accept-encoding"]).toBe("gzip, deflate, br");
  });

  test("an empty body needs no decoding", async () => {
    const { sending } = await answered("gzip", Buffer.alloc(0));
    expect((await sending).body).toBe("");
  });

  test.each<[string, string, Buffer, string, RegExp]>([
    [
      "too large after decoding",
      "gzip",
      zlib.gzipSync(Buffer.alloc(largestResponse + 1)),
      "too-large",
      /larger/,
    ],
    ["cut", "gzip", zlib.gzipSync(bytes).subarray(0, 40), "cut", /could not be decompressed$/],
    ["of another encoding", "zstd", bytes, "cut", /could not be decompressed$/],
    ["not compressed at all", "br", bytes, "cut", /could not be decompressed$/],
  ])("a response that is %s fails, and may have been processed", async (_, encoding, body, kind, says) => {
    const { sending } = await answered(encoding, body);
    expect(await rejection(sending)).toMatchObject({ kind, message: expect.stringMatching(says) as string });
  });
});

describe("a redirect", () => {
  const told = async (location: (url: string) => string | undefined, prefix = ""): Promise<string> => {
    const server = closeAfterTest(
      await serve(({ path }, response) => {
        const to = location(path);
        response.writeHead(301, to === undefined ? {} : { location: to.replace("{host}", host) }).end();
      }),
    );
    const host = new URL(server.url).host;
    const client = closeAfterTest(createClient(settingsFor(server.url + prefix), { clock: systemClock }));
    const { message } = await failed(client.request(call("campaigns")));
    expect(server.seen).toHaveLength(1);
    expect(message).not.toContain(token);
    return message.replaceAll(host, "HOST");
  };

  test.each<[string, (path: string) => string | undefined, RegExp]>([
    [
      "to https",
      (path) => `https://{host}${path}`,
      /redirects to https:\/\/HOST \(301\).*Set the base URL to https:\/\/HOST \(now http:\/\/HOST, from /,
    ],
    ["to another path", (path) => `/api${path}`, /Set the base URL to http:\/\/HOST\/api \(now/],
    [
      "to another path with a slash",
      (path) => `/api/v1${path.replace(/\?.*/, "")}/`,
      /Set the base URL to http:\/\/HOST\/api\/v1 \(now/,
    ],
    [
      "to the same path with a slash",
      (path) => `${path.replace(/\?.*/, "")}/`,
      /with a slash \(301\), as for a folder/,
    ],
    ["to another host", () => "https://www.example.com/", /redirects to another host \(301\)/],
    ["to a page of the host", () => "/welcome", /a redirect \(301\) instead of JSON/],
    ["without a target", () => undefined, /a redirect \(301\) instead of JSON/],
    [
      "to a path with the token",
      (path) => `/${token.slice(0, 30)}${path}`,
      /a redirect \(301\) instead of JSON|\/\[masked\]/,
    ],
  ])("%s names what to set, and does not blame the token", async (_, location, says) => {
    const message = await told(location);
    expect(message).toMatch(says);
    expect(message).not.toMatch(/token/);
  });

  test.each(["/login", "https://id.example.com/oauth/authorize", "/users/sign_in"])(
    "to the sign-in page %s speaks of the token",
    async (location) => {
      expect(await told(() => location)).toContain("to a sign-in page. Check the token");
    },
  );
});

test("JSON after a warning of PHP: the error shows its first known words", async () => {
  const warning = "<br />\n<b>Warning</b>: the request failed in /var/www/s3cret.php\n";
  const server = closeAfterTest(
    await serve((_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end(`${warning}{"data":[]}`),
    ),
  );
  const client = closeAfterTest(createClient(settingsFor(server.url), { clock: systemClock }));
  const { message } = await failed(client.request(call("read")));
  expect(message).toMatch(/the response \(200\) is not JSON; it begins with .*the request failed/);
  expect(message).not.toContain("s3cret");
});

test("a certificate of an unknown authority: not sent, with what to set", async () => {
  const server = closeAfterTest(await serve((_, response) => response.end("{}")));
  const port = await tlsInFrontOf(portOf(server.url));
  const error = await rejection(transport().send(post(`https://localhost:${port}/user`)));
  expect(error).toMatchObject({
    kind: "not-sent",
    message: "the server's certificate is not trusted: its authority is not known",
    remedy: expect.stringContaining("NODE_EXTRA_CA_CERTS") as string,
  });
  expect(server.seen).toEqual([]);
});

test("plain text where TLS is expected: not sent, with what to check", async () => {
  const server = closeAfterTest(await serve((_, response) => response.end("{}")));
  const url = server.url.replace("http:", "https:");
  expect(await rejection(transport().send(post(url)))).toMatchObject({
    kind: "not-sent",
    message: "the server does not answer with TLS",
  });
});
