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

const fail =
  (status: number, headers = {}): Scripted =>
  (response) =>
    void response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify({ error: { message: "Not now." } }));

// One test, because a LiteLLM takes long to start.
test("replies, also through squid; a wrong key, a long pause and a failure are told", async ({ skip }) => {
  const replies = ["Hello.", fail(429, { "retry-after": "3600" }), fail(500), "Hello again."];
  const { baseUrl: endpoint } = await openAIServer(replies);
  const baseUrl = await startLiteLLM(endpoint, KEY);
  const ask = ({ url = baseUrl, apiKey = KEY, retries = 0 } = {}) =>
    openAI({ model: "m", baseUrl: url, apiKey, retries }).reply(request);
  expect((await ask()).text).toBe("Hello.");
  expect(String(await rejection(ask({ apiKey: "sk-another" })))).toMatch(/failed: 40[01] /);
  expect(String(await rejection(ask({ retries: 2 })))).toContain(
    "failed: 429, and it asks to wait 3600 s, longer than the timeout of 60 s",
  );
  expect(String(await rejection(ask()))).toMatch(/failed: 500 .*Not now\./);
  const lacking = missingPackages(["squid"]);
  if (lacking !== undefined) skip(lacking);
  vi.stubEnv("HTTP_PROXY", (await start.squid()).address);
  expect((await ask({ url: baseUrl.replace("127.0.0.1", "0.0.0.0") })).text).toBe("Hello again.");
});
