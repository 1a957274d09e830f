import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { isVoicecallError } from "../../provider/base/errors.js";
import { parseSettings, settingsTable, type Settings } from "../../provider/http/settings.js";

type Values = Record<string, string | undefined>;

const url = "https://example.com/api";
const envUrl = { VOICECALL_BASE_URL: url };
const envToken = { VOICECALL_ACCESS_TOKEN: "e" };

function parse(config: Values, env: Values = {}): Settings {
  return parseSettings((key) => config[key], env);
}

function refusal(config: Values, env: Values = {}): string {
  try {
    parse(config, env);
  } catch (error) {
    if (isVoicecallError(error, "config")) return error.message;
    throw error;
  }
  throw new Error("the settings were accepted");
}

describe("defaults", () => {
  test("nothing set: offline, without an error", () => {
    const settings = parse({});
    expect(settings).toMatchObject({
      baseUrl: "",
      accessToken: undefined,
      tokenFingerprint: undefined,
      onExisting: "fail",
      onConflict: "fail",
      offline: "auto",
      listLag: 10_000,
      timeout: 30_000,
      maxInFlight: 8,
      promptChecks: "warn",
      allowHttp: false,
      debug: false,
    });
    expect(settings.tokenSource).toContain("VOICECALL_ACCESS_TOKEN");
    expect(settings.baseUrlSource).toContain("VOICECALL_BASE_URL");
    expect(settings.routes.updateTool).toMatchObject({
      method: "PUT",
      path: "/user/tools/{id}",
      overridden: false,
    });
  });

  test("the table has every key once, with a description", () => {
    const keys = settingsTable.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    const derived = [
      ...["isOfAccount", "baseUrlSource", "baseUrlPlace"],
      ...["tokenSource", "tokenPlace", "tokenVariable", "tokenFingerprint", "resume"],
    ];
    const settable = Object.keys(parse({})).filter((key) => !derived.includes(key));
    expect(keys.filter((key) => key !== "accessTokenEnv").sort()).toEqual(settable.sort());
    for (const { doc, allowed } of settingsTable) expect([doc, allowed]).not.toContain("");
    expect(settingsTable.filter(({ secret }) => secret).map(({ key }) => key)).toEqual(["accessToken"]);
  });
});

test("the lists to resume come from the environment only, as names", () => {
  expect(parse({ resume: "people" }).resume).toEqual([]);
  expect(parse({}, { VOICECALL_RESUME: " " }).resume).toEqual([]);
  expect(parse({}, { VOICECALL_RESUME: "people, more people" }).resume).toEqual(["people", "more people"]);
});

describe("where the token and the base URL come from", () => {
  const fromEnvironment = "the environment variable VOICECALL_BASE_URL";
  const cases: [name: string, config: Values, env: Values, expected: Partial<Settings>][] = [
    [
      "environment",
      {},
      { VOICECALL_BASE_URL: url, VOICECALL_ACCESS_TOKEN: "e" },
      {
        baseUrl: url,
        baseUrlSource: fromEnvironment,
        accessToken: "e",
        tokenSource: "the environment variable VOICECALL_ACCESS_TOKEN",
      },
    ],
    [
      "configuration",
      { baseUrl: url, accessToken: "c" },
      {},
      {
        baseUrl: url,
        baseUrlSource: "the stack configuration voicecall:baseUrl",
        accessToken: "c",
        tokenSource: "the stack configuration voicecall:accessToken",
      },
    ],
    ["environment before stack", { accessToken: "c" }, envToken, { accessToken: "e" }],
    ["an empty variable", { accessToken: "c" }, { VOICECALL_ACCESS_TOKEN: " " }, { accessToken: "c" }],
    [
      "equal URLs, spelled differently",
      { baseUrl: "https://EXAMPLE.com:443/api" },
      { VOICECALL_BASE_URL: `${url}/` },
      { baseUrl: url },
    ],
    [
      "a named variable, in configuration",
      { accessTokenEnv: "T" },
      { T: "t" },
      { accessToken: "t", tokenSource: "the environment variable T, named by accessTokenEnv" },
    ],
    [
      "an account before the environment",
      { explicit: "true", baseUrl: url, accessToken: "a" },
      { VOICECALL_BASE_URL: "https://other.example.com", VOICECALL_ACCESS_TOKEN: "e" },
      {
        baseUrl: url,
        accessToken: "a",
        baseUrlSource: "the account (explicit provider)",
        tokenSource: "the account (explicit provider)",
      },
    ],
    [
      "an account without a token never takes the environment's",
      { explicit: "true", baseUrl: url },
      envToken,
      { accessToken: undefined, tokenSource: "give the account an accessToken, or an accessTokenEnv" },
    ],
    [
      "an account without a base URL takes the environment's",
      { explicit: "true", accessToken: "a" },
      envUrl,
      { baseUrl: url, baseUrlSource: fromEnvironment },
    ],
    [
      "an account's named variable",
      { explicit: "true", baseUrl: url, accessTokenEnv: "T" },
      { T: "t", VOICECALL_ACCESS_TOKEN: "e" },
      { accessToken: "t" },
    ],
    [
      "always offline: no token is used or missed, and a placeholder is no URL",
      { explicit: "true", baseUrl: "offline", accessTokenEnv: "T", offline: "always" },
      {},
      { accessToken: undefined, baseUrl: "", tokenSource: 'remove voicecall:offline, which is "always"' },
    ],
    [
      "always offline, with a token",
      { accessToken: "s", baseUrl: url, offline: "always" },
      envToken,
      { accessToken: undefined, baseUrl: url },
    ],
    ["a token with a line end", {}, { VOICECALL_ACCESS_TOKEN: "e\n" }, { accessToken: "e" }],
  ];
  test.each(cases)("%s", (_, config, env, expected) => {
    expect(parse(config, env)).toMatchObject(expected);
  });

  test("the fingerprint is the beginning of the token's SHA-256", () => {
    const expected = createHash("sha256").update("abc").digest("hex").slice(0, 8);
    expect(parse({ accessToken: "abc" }).tokenFingerprint).toBe(expected);
  });

  const invalid: [name: string, config: Values, env: Values, says: string[]][] = [
    [
      "different URLs",
      { baseUrl: "https://b.example.com" },
      envUrl,
      [url, "https://b.example.com", "VOICECALL_BASE_URL", "voicecall:baseUrl"],
    ],
    [
      "a mark after a number",
      { callOnly: "+12025550143\u202C" },
      {},
      ["not valid, and contains U+202C POP DIRECTIONAL FORMATTING."],
    ],
    ["never offline", { offline: "never" }, {}, ["offline", "VOICECALL_ACCESS_TOKEN"]],
    ["never offline, account", { explicit: "true", offline: "never" }, envToken, ["accessTokenEnv"]],
    ["the variable is absent", { explicit: "true", accessTokenEnv: "EU" }, {}, ["EU", "the account"]],
    ["the variable is empty", { explicit: "true", accessTokenEnv: "EU" }, { EU: "" }, ["EU"]],
    ["token and variable", { explicit: "true", accessToken: "a", accessTokenEnv: "T" }, { T: "t" }, ["Both"]],
    ["an empty token in an account", { explicit: "true", accessToken: "" }, {}, ["is empty", "the account"]],
    [
      "an empty URL in an account",
      { explicit: "true", baseUrl: "" },
      envUrl,
      ["is not a URL", "the account"],
    ],
  ];
  test.each(invalid)("rejected: %s", (_, config, env, says) => {
    const message = refusal(config, env);
    for (const text of says) expect(message).toContain(text);
  });

  test.each([["Bearer s3cret-s3cret"], ["s3cret\ns3cret"], ["s3crét"]])(
    "a token that no header can carry is rejected and not shown: %j",
    (text) => {
      expect(refusal({ accessToken: text })).not.toMatch(/s3cr/);
    },
  );

  test.each(["12|s3cret", "s3cret_token"])(
    "a token in place of a variable's name is not shown: %#",
    (token) => {
      expect(refusal({ accessTokenEnv: token })).not.toContain("s3cret");
    },
  );
});

test("the base URL is normalized, and an error about it names its source", () => {
  // http-base-url.test.ts has more cases.
  expect(parse({ baseUrl: "HTTPS://Example.COM:443/Api//" }).baseUrl).toBe("https://example.com/Api");
  expect(parse({ baseUrl: "http://example.com", allowHttp: "true" }).baseUrl).toBe("http://example.com");
  const message = refusal({ baseUrl: "https://user:s3cret@example.com" });
  expect(message).toContain("credentials");
  expect(message).toContain("the stack configuration voicecall:baseUrl");
  expect(message).not.toContain("s3cret");
});

describe("policies", () => {
  test.each([
    ["listLag", "0", 0],
    ["listLag", "10", 10_000],
    ["listLag", "10s", 10_000],
    ["listLag", "500ms", 500],
    ["timeout", "1.5s", 1_500],
    ["timeout", " 2 ", 2_000],
    ["maxInFlight", "1", 1],
    ["onExisting", "create", "create"],
    ["onExisting", "adopt", "adopt"],
    ["onConflict", "overwrite", "overwrite"],
    ["offline", "auto", "auto"],
    ["debug", "true", true],
  ])("%s %j is %j", (key, text, expected) => {
    expect(parse({ [key]: text })).toHaveProperty(key, expected);
  });

  test.each([
    ["listLag", "-1"],
    ["listLag", "1m"],
    ["listLag", "301"],
    ["timeout", "0"],
    ["timeout", "9ms"],
    ["timeout", "soon"],
    ["timeout", "1e3"],
    ["timeout", ""],
    ["maxInFlight", "0"],
    ["maxInFlight", "101"],
    ["maxInFlight", "1.5"],
    ["onExisting", "replace"],
    ["onConflict", "Fail"],
    ["offline", "true"],
    ["allowHttp", "yes"],
    ["debug", "1"],
    ["routes", "[]"],
    ["routes", "not json"],
    ["routes", '{"updateTool": 1}'],
  ])("%s %j is rejected, with the allowed values", (key, text) => {
    const message = refusal({ [key]: text });
    expect(message).toContain(`voicecall:${key} (from the stack configuration voicecall:${key})`);
    expect(message).toContain("Allowed:");
  });

  test("routes override the table", () => {
    const settings = parse({ routes: '{"updateTool": "PATCH /user/tool/{id}", "deleteLead": "none"}' });
    expect(settings.routes.updateTool).toMatchObject({
      method: "PATCH",
      path: "/user/tool/{id}",
      overridden: true,
    });
    expect(settings.routes.deleteLead.available).toBe(false);
  });

  test("a wrong route is reported with its source", () => {
    const message = refusal({ explicit: "true", routes: '{"updateTol": "none"}' });
    expect(message).toContain('Did you mean "updateTool"');
    expect(message).toContain("the account");
  });
});
