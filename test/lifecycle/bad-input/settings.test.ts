/**
 * An invalid setting is rejected before any request, and the error names it. Random texts as settings lead to
 * no crash and no unclear message.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EnginePart } from "../../support/engine-part.js";
import { tool } from "../../support/world.js";
import { program } from "./fields.js";
import { polluted, wording } from "./judge.js";
import { Ground } from "./play.js";
import { CANARY } from "./values.js";

const RUNS = Number(process.env["BAD_INPUT_RUNS"] ?? 300);
const SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000_007);

let ground: Ground;
beforeAll(async () => void (ground = await Ground.open()));
afterAll(() => ground.close());

const BASE_URLS = [
  `https://user:${CANARY}@example.com/`,
  `https://${CANARY}@127.0.0.1/`,
  `http://127.0.0.1:9/?token=${CANARY}`,
  `http://127.0.0.1:9/#${CANARY}`,
  "http://127.0.0.1:9?",
  "http://example.com",
  "http://localhost.example.com",
  "http://127.0.0.1.example.com",
  "http://[::ffff:127.0.0.1]:9",
  "ftp://127.0.0.1/",
  "file:///etc/passwd",
  `javascript:${CANARY}`,
  "127.0.0.1:9",
  "//127.0.0.1:9",
  "http://",
  "http://127.0.0.1:99999",
  "http://127.0.0\n.1:9/",
  "http://127.0.0.1:9/a\tb",
  "http://127.0.0.1:9/a b",
  "http://127.0.0.1:9/\u0000",
  `http://127.0.0.1:9/${"a".repeat(5000)}`,
  "\uD800",
  CANARY,
];

const TOKENS = [
  `${CANARY}\n`.repeat(2),
  `${CANARY}\r\nX-Evil: 1`,
  `Bearer ${CANARY}`,
  `${CANARY}\u0000`,
  `${CANARY}\u00E9`,
  `${CANARY}שלום`,
  `📞${CANARY}`,
  " ",
];

const ROUTES = [
  "",
  "null",
  "[]",
  "1",
  "{",
  `{"nobody": "${CANARY}"}`,
  `{"${"nobody".repeat(500)}": "none"}`,
  '{"updateTool": null}',
  '{"updateTool": {"method": "PUT"}}',
  '{"updateTool": "PUT /user/tools/../leads/{id}"}',
  '{"updateTool": "PUT //evil.example.com/{id}"}',
  '{"updateTool": "PUT https://evil.example.com/{id}"}',
  '{"updateTool": "PUT /user/tools/%2e%2e/{id}"}',
  '{"updateTool": "PUT /user/tools/{id}?x=1"}',
  '{"updateTool": "PUT /user/tools/{id}#x"}',
  '{"updateTool": "PUT /user\\\\tools/{id}"}',
  '{"updateTool": "PUT /user/tools/{id}{id}"}',
  '{"updateTool": "PUT /user/tools/{name}"}',
  '{"updateTool": "PUT /user/\\u0000/{id}"}',
  '{"createTool": "PUT /user/tools"}',
  '{"updateTool": "TRACE /user/tools/{id}"}',
  '{"constructor": "none"}',
  '{"__proto__": "none"}',
  '{"toString": "GET /x"}',
  "[".repeat(5000),
];

const NUMBERS = [
  "",
  "-1",
  "NaN",
  "Infinity",
  "1e3",
  "0x10",
  "٣",
  "9".repeat(400),
  "1.5.5",
  "10 s",
  "\u0000",
  "null",
];

const HOSTILE: Record<string, readonly string[]> = {
  baseUrl: BASE_URLS,
  accessToken: TOKENS,
  accessTokenEnv: ["", CANARY, "A B", "$(id)", "constructor", "__proto__", "toString", "X".repeat(65), "é"],
  routes: ROUTES,
  listLag: NUMBERS,
  timeout: NUMBERS,
  maxInFlight: [...NUMBERS, "0", "101", "8.5"],
  onExisting: ["", "FAIL", "adopted", "constructor"],
  onConflict: ["", "toString"],
  offline: ["", "true"],
  allowHttp: ["", "1", "TRUE"],
  debug: ["", "yes", CANARY],
};

async function judged(key: string, value: string): Promise<string[]> {
  const config = {
    ...(key !== "baseUrl" && { "voicecall:baseUrl": ground.emulator.address }),
    ...(!key.startsWith("accessToken") && { "voicecall:accessToken": ground.emulator.token }),
    [`voicecall:${key}`]: value,
  };
  const engine = new EnginePart({ env: {}, config, clock: ground.clock });
  engine.transport = ground.transport;
  const before = ground.emulator.requests().length;
  const { errors, lines } = await engine.preview(program("MidCallTool", tool));
  const problems = [...errors, ...lines].flatMap((text) => wording(text));
  for (const error of errors)
    if (!error.includes(key) && !error.includes(key === "baseUrl" ? "base URL" : "access token"))
      problems.push(`the error does not name ${key}: ${error.slice(0, 300)}`);
  if (errors.length === 0) problems.push("the setting was accepted");
  if (ground.emulator.requests().length > before) problems.push("a request was sent");
  return [...problems, ...polluted()].map(
    (what) => `${key} = ${JSON.stringify(value).slice(0, 200)}: ${what}`,
  );
}

test("each odd setting is rejected before any request, and the error names it", async () => {
  const problems: string[] = [];
  for (const [key, values] of Object.entries(HOSTILE))
    for (const value of values) problems.push(...(await judged(key, value)));
  expect(problems).toEqual([]);
});

test(`${RUNS} random texts as settings, seed ${SEED}`, { timeout: 60 * 60_000 }, async () => {
  const keys = Object.keys(HOSTILE).filter((key) => key !== "baseUrl" && !key.startsWith("accessToken"));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...keys),
      fc.oneof(fc.string({ unit: "binary" }), fc.json(), fc.string({ maxLength: 5 })),
      async (key, text) => {
        const odd = (await judged(key, text)).filter(
          (what) => !/the setting was accepted$|a request was sent$/.test(what),
        );
        expect(odd).toEqual([]);
      },
    ),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
});

test("the error for an odd base URL names its source and does not show secrets in the URL", async () => {
  const problems: string[] = [];
  for (const value of BASE_URLS) {
    const env = { VOICECALL_BASE_URL: value, VOICECALL_ACCESS_TOKEN: "t" };
    const engine = new EnginePart({ env, clock: ground.clock });
    engine.transport = { send: (request) => Promise.reject(new Error(`a request for ${request.url}`)) };
    const { errors } = await engine.preview(program("MidCallTool", tool));
    for (const error of errors) problems.push(...wording(error, { names: "VOICECALL_BASE_URL" }));
  }
  expect(problems).toEqual([]);
});
