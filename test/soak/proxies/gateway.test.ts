/** Models behind a LiteLLM, with and without a squid before it. */
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openAI } from "../../../sdk/testing/index.js";
import { rejection } from "../../support/after-test.js";
import { type Scripted, openAIServer } from "../../support/openai-server.js";
import { PROXY_VARIABLES } from "../../support/proxy-variables.js";
import { missingPackages } from "../debian-packages.js";
import { missingLiteLLM, startLiteLLM } from "./litellm.js";
import { start } from "./proxies.js";

const KEY = "sk-key-of-the-gateway";
const request = { messages: [], tools: [], temperature: 0.7, purpose: "reply" } as never;

let why: string | undefined;
beforeAll(async () => {
  why = await missingLiteLLM();
  if (why !== undefined) console.warn(`skipped: no LiteLLM, because ${why}`);
});
beforeEach(({ skip }) => {
  if (why !== undefined) skip(why);
  for (const name of PROXY_VARIABLES) vi.stubEnv(name, undefined);
  return () => vi.unstubAllEnvs();
});

async function gateway(replies: Scripted[]): Promise<string> {
  const { baseUrl } = await openAIServer(replies);
  return startLiteLLM(baseUrl, KEY);
}

test("a reply, also through squid; a wrong key is said", async ({ skip }) => {
  const baseUrl = await gateway(["Hello.", "Hello again."]);
  const ask = (url: string, apiKey = KEY) =>
    openAI({ model: "m", baseUrl: url, apiKey, retries: 0 }).reply(request);
  expect((await ask(baseUrl)).text).toBe("Hello.");
  expect(String(await rejection(ask(baseUrl, "sk-another")))).toMatch(
    /failed: 40[01] .*\n?Check baseUrl, model/s,
  );
  const lacking = missingPackages(["squid"]);
  if (lacking !== undefined) skip(lacking);
  vi.stubEnv("HTTP_PROXY", (await start.squid()).address);
  expect((await ask(baseUrl.replace("127.0.0.1", "0.0.0.0"))).text).toBe("Hello again.");
});

test("the pause of the provider's 429 is bounded, and a failure is told", async () => {
  const fail =
    (status: number, headers = {}): Scripted =>
    (response) =>
      void response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify({ error: { message: "Not now." } }));
  const baseUrl = await gateway([fail(429, { "retry-after": "3600" }), fail(500)]);
  const asked = (retries: number) => openAI({ model: "m", baseUrl, apiKey: KEY, retries }).reply(request);
  expect(String(await rejection(asked(2)))).toContain(
    "failed: 429, and it asks to wait 3600 s, longer than the timeout of 60 s",
  );
  expect(String(await rejection(asked(0)))).toMatch(/failed: 500 .*Not now\./);
});
