/** Models and the service's test chat behind the proxy of a company. */
import { beforeEach, expect, test, vi } from "vitest";
import { openAI, serviceChat } from "../../../sdk/testing/index.js";
import { proxyTo } from "../../support/network.js";
import { openAIServer } from "../../support/openai-server.js";

const request = { messages: [], tools: [], temperature: 0.7, purpose: "reply" } as never;
const portOf = (url: string): number => Number(new URL(url).port);
const host = "http://models.voicecall.test/v1";

beforeEach(() => {
  for (const name of ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"])
    for (const one of [name, name.toLowerCase()]) vi.stubEnv(one, undefined);
  return () => vi.unstubAllEnvs();
});

test.each(["HTTP_PROXY", "http_proxy"])("a model is reached through the proxy in %s", async (name) => {
  const server = await openAIServer(["Hello."]);
  const proxy = await proxyTo(portOf(server.baseUrl));
  vi.stubEnv(name, `http://user:s3cret@127.0.0.1:${proxy.port}`);
  const reply = await openAI({ model: "m", baseUrl: host, apiKey: "key-1" }).reply(request);
  expect(reply.text).toBe("Hello.");
  expect(server.requests[0]!.headers["authorization"]).toBe("Bearer key-1");
  expect(proxy.asked.map(({ target }) => target)).toEqual(["models.voicecall.test:80"]);
});

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

test("a proxy that refuses fails the conversation, and its password is in no message", async () => {
  const proxy = await proxyTo(9, 407);
  vi.stubEnv("HTTP_PROXY", `http://user:s3cret@127.0.0.1:${proxy.port}`);
  const failed: unknown = await openAI({ model: "m", baseUrl: host, retries: 0 })
    .reply(request)
    .catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(Error);
  expect(proxy.asked).toHaveLength(1);
  expect((failed as Error).message).toContain("Behind a proxy, check HTTPS_PROXY too.");
  expect((failed as Error).message).toMatch(/^The model m at models\.voicecall\.test failed: /);
  expect(String((failed as Error).message) + String((failed as Error).cause)).not.toContain("s3cret");
});
