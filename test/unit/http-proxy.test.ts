/** How the variables of proxies are read, which `npm run soak -- proxies` compares with curl, and requests through proxies. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { systemClock } from "../../provider/base/clock.js";
import { createClient } from "../../provider/http/client.js";
import { proxyFor } from "../../provider/http/proxy.js";
import { createTransport, type TransportRequest } from "../../provider/http/transport.js";
import { closeAfterTest, rejection } from "../support/after-test.js";
import { proxyTo } from "../support/network.js";
import { asPromised, leftOut, PROXY_VARIABLES } from "../support/proxy-variables.js";
import { call, deadUrl, failed, serve, settingsFor, token } from "./http-support.js";

const transport = () => closeAfterTest(createTransport({ connections: 2, timeout: 20_000 }));
const post = (url: string): TransportRequest => ({
  ...{ method: "POST", url, headers: { authorization: `Bearer ${token}` }, body: "{}", timeout: 20_000 },
});
const portOf = (url: string): number => Number(new URL(url).port);

beforeEach(() => {
  for (const name of PROXY_VARIABLES) vi.stubEnv(name, undefined);
  return () => vi.unstubAllEnvs();
});

describe.each(["no_proxy", "NO_PROXY"])("%s as curl 7.88.1 reads it", (name) => {
  test.each([...leftOut, ...asPromised])("%s, %s: %s", (list, host, how) => {
    vi.stubEnv("HTTP_PROXY", "http://proxy.test:3128");
    vi.stubEnv(name, list);
    expect(proxyFor(`http://${host}/user`) === undefined ? "direct" : "proxy").toBe(how);
  });
});

test.each(["http://localhost:8080", "http://127.0.0.1", "https://127.1.2.3", "http://[::1]:80"])(
  "%s is this machine, and needs no proxy",
  (url) => {
    vi.stubEnv("ALL_PROXY", "http://proxy.test:3128");
    expect(proxyFor(url)).toBeUndefined();
  },
);

test.each<[string, Record<string, string>, string | undefined]>([
  ["https", { HTTP_PROXY: "http://proxy.test" }, undefined],
  ["http", { HTTPS_PROXY: "http://proxy.test" }, undefined],
  ["https", { HTTPS_PROXY: "http://proxy.test:3128/" }, "HTTPS_PROXY http://proxy.test:3128"],
  ["https", { HTTPS_PROXY: "127.0.0.1:3128" }, "HTTPS_PROXY http://127.0.0.1:3128"],
  ["https", { HTTPS_PROXY: "user:p%40ss@proxy.test:3128" }, "HTTPS_PROXY http://proxy.test:3128"],
  ["http", { http_proxy: "localhost:3128" }, "http_proxy http://localhost:3128"],
  ["https", { https_proxy: "HTTPS://proxy.test" }, "https_proxy https://proxy.test"],
  ["https", { https_proxy: "http://a.test", HTTPS_PROXY: "http://b.test" }, "https_proxy http://a.test"],
  ["https", { https_proxy: "", HTTPS_PROXY: "http://b.test" }, "HTTPS_PROXY http://b.test"],
  ["https", { ALL_PROXY: "http://all.test" }, "ALL_PROXY http://all.test"],
  ["http", { all_proxy: "http://all.test", HTTP_PROXY: "http://b.test" }, "HTTP_PROXY http://b.test"],
  ["https", { HTTPS_PROXY: "http://b.test", no_proxy: "", NO_PROXY: "*" }, undefined],
  ["https", { HTTPS_PROXY: "http://b.test", no_proxy: "x.test", NO_PROXY: "*" }, "HTTPS_PROXY http://b.test"],
])("for %s, %j: %s", (scheme, variables, expected) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const proxy = proxyFor(`${scheme}://api.voicecall.test/user`);
  expect(proxy && `${proxy.variable} ${proxy.url.origin}`).toBe(expected);
});

describe("a proxy", () => {
  const answering = async () => closeAfterTest(await serve((_, response) => response.end("{}")));

  test.each([
    ["HTTP_PROXY", "user:100%25%40", "user:100%@"],
    ["http_proxy", "user:100%zz", "user:100%zz"],
    ["ALL_PROXY", "user", "user:"],
  ])("in %s, of %s, gets whole requests", async (name, user, sent) => {
    const server = await answering();
    const proxy = await proxyTo(portOf(server.url));
    vi.stubEnv(name, `${user}@127.0.0.1:${proxy.port}`);
    const { status } = await transport().send(post("http://api.voicecall.test/user?page=1"));
    const { path, headers } = server.seen[0]!;
    expect([status, path, headers.host, headers.authorization]).toEqual([
      200,
      "/user?page=1",
      "api.voicecall.test",
      `Bearer ${token}`,
    ]);
    const credentials = `Basic ${Buffer.from(sent).toString("base64")}`;
    expect(proxy.asked).toEqual([{ target: "http://api.voicecall.test/user?page=1", credentials }]);
  });

  test("is not used for NO_PROXY and for this machine", async () => {
    const server = await answering();
    vi.stubEnv("HTTP_PROXY", await deadUrl());
    expect((await transport().send(post(server.url))).status).toBe(200);
    vi.stubEnv("NO_PROXY", "example.com,0.0.0.0");
    expect((await transport().send(post(server.url.replace("127.0.0.1", "0.0.0.0")))).status).toBe(200);
    expect(proxyFor("https://api.voicecall.test")).toBeUndefined();
    vi.stubEnv("HTTPS_PROXY", "http://user:s3cret@proxy.test:8080");
    expect(proxyFor("https://api.voicecall.test")?.url.origin).toBe("http://proxy.test:8080");
  });

  // Only what may pass is repeated: a wrong password, sent again and again, may lock an account.
  test.each<[string, string, number | undefined, string, string, boolean]>([
    [
      "does not accept the credentials",
      "user:s3cret@",
      407,
      "the proxy PROXY does not accept the user name or the password (407)",
      "Correct them in HTTPS_PROXY; there, @ is written as %40, and / as %2F",
      true,
    ],
    [
      "does not accept them, as tinyproxy says it",
      "user:s3cret@",
      401,
      "the proxy PROXY does not accept the user name or the password (401)",
      "Correct them in HTTPS_PROXY; there, @ is written as %40, and / as %2F",
      true,
    ],
    [
      "asks for credentials",
      "",
      407,
      "the proxy PROXY asks for a user name and a password (407)",
      "Put them into HTTPS_PROXY, as in http://user:password@proxy:8080",
      true,
    ],
    [
      "refuses the host",
      "user:s3cret@",
      403,
      "the proxy PROXY refuses connections to api.voicecall.test (403)",
      "Ask who runs the proxy to allow them, or add the host to NO_PROXY",
      true,
    ],
    // squid with an unknown host and with a closed port, mitmproxy
    ...[500, 503, 502].map((status): [string, string, number, string, string, boolean] => [
      "cannot reach the host",
      "user:s3cret@",
      status,
      `the proxy PROXY does not reach api.voicecall.test (${status})`,
      "Check the base URL, and that the proxy can reach its host, or add the host to NO_PROXY",
      false,
    ]),
    [
      "cuts the connection",
      "user:s3cret@",
      0,
      "there was no connection through the proxy PROXY: the proxy cut the connection",
      "Check HTTPS_PROXY, or add the host of the base URL to NO_PROXY",
      false,
    ],
    [
      "cannot be reached",
      "user:s3cret@",
      undefined,
      "there was no connection through the proxy PROXY: the connection was refused",
      "Check HTTPS_PROXY, or add the host of the base URL to NO_PROXY",
      false,
    ],
  ])(
    "that %s: not sent, and told apart from the service",
    async (_, user, refuses, says, remedy, isFinal) => {
      const url =
        refuses === undefined ? await deadUrl() : `http://127.0.0.1:${(await proxyTo(9, refuses)).port}`;
      vi.stubEnv("HTTPS_PROXY", url.replace("http://", `http://${user}`));
      const error = await rejection(transport().send(post("https://api.voicecall.test/user")));
      const message = says.replace("PROXY", url);
      expect(error).toMatchObject({ kind: "not-sent", message, remedy, isFinal });
      expect(JSON.stringify([String(error), { ...(error as object) }])).not.toContain("s3cret");
    },
  );

  test("that is spelled https, but does not speak TLS: the error is not about the service", async () => {
    vi.stubEnv("HTTPS_PROXY", `https://127.0.0.1:${(await proxyTo(9)).port}`);
    expect(await rejection(transport().send(post("https://api.voicecall.test/user")))).toMatchObject({
      kind: "not-sent",
      message: expect.stringMatching(
        /through the proxy https:\S+: the server does not answer with TLS$/,
      ) as string,
      remedy: expect.stringContaining("Check HTTPS_PROXY") as string,
    });
  });

  test("that rejects a whole request's credentials: not sent", async () => {
    vi.stubEnv("HTTP_PROXY", `http://user:s3cret@127.0.0.1:${(await proxyTo(9, 407)).port}`);
    expect(await rejection(transport().send(post("http://api.voicecall.test/user")))).toMatchObject({
      kind: "not-sent",
      remedy: expect.stringContaining("Correct them in HTTP_PROXY") as string,
    });
  });

  test.each([
    ["socks9://user:s3cret@x", "the proxy in ALL_PROXY is a SOCKS proxy, which is not supported"],
    ["ftp://user:s3cret@x", "the proxy in ALL_PROXY is no http or https URL"],
    ["http://user:s3cret@:x", "the proxy in ALL_PROXY is no http or https URL"],
  ])("%s is no http proxy: the error does not show it, and says what to set", async (proxy, message) => {
    vi.stubEnv("ALL_PROXY", proxy);
    const error = await rejection(transport().send(post("https://api.voicecall.test/user")));
    expect(error).toMatchObject({
      ...{ kind: "not-sent", isFinal: true, message },
      remedy: "Set HTTPS_PROXY to an http proxy, or add the host of the base URL to NO_PROXY",
    });
  });

  const client = async (status: number, body: string) => {
    const server = closeAfterTest(await serve((_, response) => response.writeHead(status).end(body)));
    const proxy = await proxyTo(portOf(server.url));
    vi.stubEnv("HTTP_PROXY", `http://127.0.0.1:${proxy.port}`);
    const settings = settingsFor("http://api.voicecall.test", { allowHttp: "true" });
    const clock = { ...systemClock, sleep: () => Promise.resolve() };
    return {
      client: closeAfterTest(createClient(settings, { clock })),
      proxy: `http://127.0.0.1:${proxy.port}`,
    };
  };

  test.each<[number, string, string, string]>([
    [
      502,
      "<html>Bad gateway",
      "network",
      "the proxy PROXY or the service failed (502). Check the proxy's password",
    ],
    [
      500,
      "",
      "network",
      "the proxy PROXY or the service failed (500). Check the proxy's password, and that it allows",
    ],
    [403, "<html>Denied", "network", "the proxy PROXY or the service rejected the request (403). Check the"],
    [
      401,
      "<html>",
      "network",
      "the proxy PROXY or the service rejected the request (401). Check the proxy's",
    ],
    [401, '{"message":"x"}', "auth", "the service did not accept the access token (401"],
    [503, '{"message":"x"}', "server", "the service failed (503"],
    [403, '{"message":"x"}', "refused", "the service rejected the request (403"],
    [200, "<html>Sign in", "auth", "the service or proxy PROXY returned HTML (200) instead of JSON"],
  ])("and an answer of %i, %s: who said it", async (status, body, code, says) => {
    const { client: one, proxy } = await client(status, body);
    const error = await failed(one.request(call("campaigns")));
    expect([error.code, error.message]).toEqual([
      code,
      expect.stringContaining(says.replace("PROXY", proxy)),
    ]);
    expect(error.message.split(/\s+/).length).toBeLessThanOrEqual(40);
  });
});
