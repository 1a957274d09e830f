/** Requests to models and to the test chat: the proxy of a company, and pauses that an endpoint asks for. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { openAI, serviceChat } from "../../../sdk/testing/index.js";
import { rejection } from "../../support/after-test.js";
import { proxyTo } from "../../support/network.js";
import { PROXY_VARIABLES } from "../../support/proxy-variables.js";
import { openAIServer } from "../../support/openai-server.js";

const request = { messages: [], tools: [], temperature: 0.7, purpose: "reply" } as never;
const portOf = (url: string): number => Number(new URL(url).port);
const host = "http://models.voicecall.test/v1";
const secure = host.replace("http:", "https:");

beforeEach(() => {
  for (const name of PROXY_VARIABLES) vi.stubEnv(name, undefined);
  return () => vi.unstubAllEnvs();
});

test.each(["HTTP_PROXY", "http_proxy", "ALL_PROXY"])(
  "a model is reached through the proxy in %s",
  async (name) => {
    const server = await openAIServer(["Hello."]);
    const proxy = await proxyTo(portOf(server.baseUrl));
    vi.stubEnv(name, `user:s3cret@127.0.0.1:${proxy.port}`);
    const reply = await openAI({ model: "m", baseUrl: host, apiKey: "key-1" }).reply(request);
    expect(reply.text).toBe("Hello.");
    expect(server.requests[0]!.headers["authorization"]).toBe("Bearer key-1");
    expect(proxy.asked.map(({ target }) => target)).toEqual([`${host}/chat/completions`]);
  },
);

test("the service's test chat is reached through the proxy", async () => {
  const server = await openAIServer([
    (response) => void response.end(JSON.stringify({ conversation_id: "c1", history: [{ content: "Hi." }] })),
  ]);
  const proxy = await proxyTo(portOf(server.baseUrl));
  vi.stubEnv("HTTP_PROXY", `http://127.0.0.1:${proxy.port}`);
  const chat = serviceChat({ assistant: "uuid-1", baseUrl: host });
  expect(await chat.open!({} as never, {})).toEqual(["Hi."]);
  expect(proxy.asked).toHaveLength(1);
});

test("this machine and the hosts of NO_PROXY are reached without it", async () => {
  const server = await openAIServer(["One.", "Two."]);
  const proxy = await proxyTo(9);
  vi.stubEnv("HTTP_PROXY", `http://127.0.0.1:${proxy.port}`);
  const local = server.baseUrl.replace("127.0.0.1", "localhost");
  vi.stubEnv("NO_PROXY", "127.0.0.2");
  expect((await openAI({ model: "m", baseUrl: server.baseUrl }).reply(request)).text).toBe("One.");
  expect((await openAI({ model: "m", baseUrl: local }).reply(request)).text).toBe("Two.");
  const nobody = server.baseUrl.replace("127.0.0.1", "127.0.0.2");
  const refused = openAI({ model: "m", baseUrl: nobody, retries: 0 }).reply(request);
  await expect(refused).rejects.toThrow(/^The model m at 127\.0\.0\.2:\d+ failed: /);
  expect(proxy.asked).toEqual([]);
});

const models: [string, (retries: number) => Promise<unknown>, RegExp][] = [
  [
    "a model",
    (retries) => openAI({ model: "m", baseUrl: secure, retries }).reply(request),
    /^The model m at models\.voicecall\.test failed: /,
  ],
  [
    "the test chat",
    () => serviceChat({ assistant: "uuid-1", baseUrl: secure }).open!({} as never, {}),
    /^The test chat of the service failed: /,
  ],
];

describe.each(models)("%s", (_, ask, begins) => {
  const told = async (variable: string, proxy: string, retries = 0): Promise<string> => {
    vi.stubEnv(variable, proxy);
    const { message, cause } = (await rejection(ask(retries))) as Error;
    expect(message).toMatch(begins);
    expect(message + String(cause)).not.toContain("s3cret");
    expect(message.split(/\s+/).length).toBeLessThanOrEqual(40);
    return message.replace(begins, "");
  };

  test("a proxy that rejects the password: asked once, and its password is in no message", async () => {
    const proxy = await proxyTo(9, 407);
    expect(await told("HTTPS_PROXY", `http://user:s3cret@127.0.0.1:${proxy.port}`, 2)).toMatch(
      /^the proxy \S+ does not accept the user name or the password \(407\)\.?\sCorrect them in HTTPS_PROXY/,
    );
    expect(proxy.asked).toHaveLength(1);
  });

  test.each<[string, number, RegExp]>([
    ["refuses the host", 403, /^the proxy \S+ refuses connections to models\.voicecall\.test \(403\)/],
    ["does not reach the host", 503, /^the proxy \S+ does not reach models\.voicecall\.test \(503\)/],
  ])("a proxy that %s is named", async (_, status, says) => {
    expect(await told("HTTPS_PROXY", `127.0.0.1:${(await proxyTo(9, status)).port}`)).toMatch(says);
  });

  test("a SOCKS proxy is named, with what to set", async () => {
    expect(await told("ALL_PROXY", "socks5://user:s3cret@127.0.0.1:1080")).toMatch(
      /^the proxy in ALL_PROXY is a SOCKS proxy, which is not supported\.?\sSet HTTPS_PROXY to an http proxy/,
    );
  });
});

test.each([
  ["a model", () => openAI({ model: "m", baseUrl: host, retries: 0 }).reply(request)],
  ["the test chat", () => serviceChat({ assistant: "uuid-1", baseUrl: host }).open!({} as never, {})],
])("%s behind a proxy that answers in its place: both are named", async (_, ask) => {
  vi.stubEnv("HTTP_PROXY", `127.0.0.1:${(await proxyTo(9, 502)).port}`);
  expect(String(await rejection(ask()))).toMatch(
    /failed: 502 from it or from the proxy http:\S+\sCheck the proxy's password, and that it allows/,
  );
});

test.each(["retry-after", "llm_provider-retry-after"])(
  "a pause in %s beyond timeout: no wait",
  async (name) => {
    const server = await openAIServer([
      (response) => void response.writeHead(429, { [name]: "3600" }).end(),
      "Hello.",
    ]);
    const { baseUrl } = server;
    const asked = openAI({ model: "m", baseUrl, timeout: 5_000 }).reply(request);
    expect(String(await rejection(asked))).toContain(
      "failed: 429, and it asks to wait 3600 s, longer than the timeout of 5 s\nTry again later, or raise timeout.",
    );
    expect(server.requests).toHaveLength(1);
  },
);
