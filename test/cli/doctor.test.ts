/** `voicecall doctor` checks an account: configuration, token, lookups. */
import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { defaultSeed } from "../../emulator/index.js";
import { writes } from "../support/engine-world.js";
import { voicecall } from "../support/voicecall.js";
import { doctor, withService } from "./doctor-run.js";

describe("results", () => {
  test("everything is ready: exit 0, in a versioned form, without a write and without the token", async () => {
    const { emulator, env } = await withService();
    const report = await doctor(env);
    expect([report.code, report.verdict]).toEqual([0, "ready"]);
    expect(JSON.parse(report.stdout)).toMatchObject({ version: 1 });
    expect(
      report.checks.filter(({ informative }) => informative !== true).every(({ state }) => state === "ready"),
    ).toBe(true);
    expect(report.checks.map(({ id }) => id)).toEqual([
      "configuration",
      "stack",
      "reachability",
      "token",
      "look-up.languages",
      "look-up.models",
      "look-up.voices",
      "look-up.phone-numbers",
      "look-up.tools",
      "look-up.assistants",
      "look-up.campaigns",
      "look-up.leads",
      "form",
    ]);
    expect(report.of("look-up.voices").found).toBe("5 voices");
    expect(report.of("token").found).toMatch(
      /from the environment variable VOICECALL_ACCESS_TOKEN, fingerprint [0-9a-f]{8}/,
    );
    expect(report.stdout + report.stderr).not.toContain(emulator.token);
    expect(writes(emulator)).toEqual([]);
  });

  test("as text: one line for each check, with what to do, and a conclusion", async () => {
    const { env } = await withService();
    const { code, stdout } = await voicecall(["doctor", "--no-program"], {
      cwd: tmpdir(),
      env,
    }).ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^✓ configuration +http:\/\/127\.0\.0\.1:\d+, from the environment variable VOICECALL_BASE_URL$/m,
    );
    expect(stdout).toMatch(/^✓ look-up\.voices +5 voices$/m);
    expect(stdout.trimEnd().endsWith("\nReady.")).toBe(true);
  });

  test("--help has examples and exit codes; a stack without a program is a usage error", async () => {
    const help = await voicecall(["doctor", "--help"], { cwd: tmpdir() }).ended;
    expect(help.code).toBe(0);
    expect(help.stdout).toMatch(
      /Exit codes: 0 everything is ready; 2 .* 1 [\s\S]*Examples:\n {2}voicecall doctor/,
    );
    const usage = await voicecall(["doctor", "--json", "--no-program", "--stack", "dev"], { cwd: tmpdir() })
      .ended;
    expect(usage.code).toBe(64);
    expect(JSON.parse(usage.stdout)).toHaveProperty("error");
  });
});

describe("settings in the stack configuration", () => {
  const withConfig = async (config: object) => {
    const { env } = await withService();
    const stdout = JSON.stringify(config);
    return doctor(env, { args: ["--no-program", "--stack", "dev"], pulumi: { config: { stdout } } });
  };

  test("an unknown setting is an error with a suggestion", async () => {
    const report = await withConfig({
      "voicecall:onConflicts": { value: "warn" },
      "it:onConflicts": { value: "x" },
    });
    expect(report.code).toBe(2);
    expect(report.of("settings")).toMatchObject({
      state: "not ready",
      found: 'voicecall:onConflicts is not a setting. Did you mean "onConflict"?',
    });
  });

  test.each([
    ["the stack can be read", 0],
    ["the stack cannot be read", 9],
  ])("--no-program and an environment with base URL and token: %s", async (_, code) => {
    const { env } = await withService();
    const stdout = JSON.stringify({ "voicecall:maxLeads": { value: "5" } });
    const report = await doctor(env, { pulumi: { config: { stdout, code, stderr: "no stack" } } });
    const { state, informative } = report.of("stack");
    expect([report.code, state, informative]).toEqual(
      code === 0 ? [0, "ready", undefined] : [0, "could not tell", true],
    );
    const limits = report.of("configuration").found.includes("voicecall:maxLeads");
    expect(limits).toBe(code === 0);
  });

  test("the settings that limit whom the stack calls are named, without numbers", async () => {
    const report = await withConfig({
      "voicecall:callOnly": { value: "+1202555" },
      "voicecall:maxLeads": { value: "5" },
    });
    expect(report.of("configuration").found).toMatch(
      /; voicecall:callOnly limits .*; voicecall:maxLeads limits whom/,
    );
    expect(report.stdout).not.toContain("202555");
  });

  test.for([
    [false, true],
    [true, false],
  ])("a token with secret: %s is an error: %s", async ([secret, isError]) => {
    const report = await withConfig({ "voicecall:accessToken": { value: "canary-token", secret } });
    const found = report.checks.filter(({ id }) => id === "settings");
    expect(found.map(({ state }) => state)).toEqual(isError ? ["not ready"] : []);
    expect(report.stdout).not.toContain("canary-token");
    if (isError)
      expect(report.of("settings").todo).toContain("pulumi config set --secret voicecall:accessToken");
  });
});

describe("configuration, token and reachability", () => {
  test.each<[string, NodeJS.ProcessEnv, string, RegExp]>([
    ["no base URL", { VOICECALL_BASE_URL: "" }, "configuration", /VOICECALL_BASE_URL.*voicecall:baseUrl/],
    ["a wrong base URL", { VOICECALL_BASE_URL: "ftp://example.com" }, "configuration", /./],
    ["no token", { VOICECALL_ACCESS_TOKEN: "" }, "token", /VOICECALL_ACCESS_TOKEN.*voicecall:accessToken/],
    ["a bad token", { VOICECALL_ACCESS_TOKEN: "bad-token-1" }, "token", /did not accept the access token/],
  ])("%s: not ready, exit 2, with what to do", async (_, changed, id, todo) => {
    const { emulator, env } = await withService();
    const report = await doctor({ ...env, ...changed });
    expect([report.code, report.verdict, report.of(id).state]).toEqual([2, "not ready", "not ready"]);
    expect(report.of(id).todo).toMatch(todo);
    expect(report.stdout + report.stderr).not.toMatch(/bad-token-1|local-token/);
    const requested = new Set(emulator.requests().map((request) => request.path));
    expect([...requested].filter((where) => where !== "/user/assistants/languages")).toEqual([]);
  });

  test("an unreachable service: not ready, and the checks that need the service are unknown", async () => {
    const { emulator, env } = await withService();
    await emulator.close();
    const report = await doctor(env);
    expect([report.code, report.of("reachability").state]).toEqual([2, "not ready"]);
    expect(report.of("reachability").found).toContain("the connection was refused");
    expect(report.of("token")).toMatchObject({
      state: "could not tell",
      found: "the service cannot be reached",
    });
  });

  test.each([["html"], ["redirect"]] as const)("an %s response: the token is not accepted", async (fault) => {
    const { env } = await withService([{ fault }]);
    const report = await doctor(env);
    expect([report.code, report.of("reachability").state, report.of("token").state]).toEqual([
      2,
      "ready",
      "not ready",
    ]);
    expect(report.checks.some(({ id }) => id.startsWith("look-up."))).toBe(false);
  });

  test("a base URL with a wrong path: one message that names the failed lookups", async () => {
    const { env } = await withService();
    const report = await doctor({ ...env, VOICECALL_BASE_URL: `${env["VOICECALL_BASE_URL"]}/wrong` });
    expect([report.code, report.of("look-up.languages").state]).toEqual([2, "not ready"]);
    expect(report.of("look-up.languages").found).toMatch(
      /base URL or the route is wrong.*Check the base URL .*\/wrong /,
    );
    expect(report.of("look-up.voices")).toMatchObject({
      state: "not ready",
      found: "fails for the same reason as look-up.languages",
    });
    expect(report.stdout.split("Check the base URL")).toHaveLength(2);
  });

  test("a response that is not the service's: not ready", async () => {
    const { env } = await withService([{ fault: { status: 200, body: "hello" } }]);
    const report = await doctor(env);
    expect([report.code, report.of("look-up.voices").state]).toEqual([2, "not ready"]);
    expect(report.of("token").state).toBe("could not tell");
  });
});

test("--contract: nothing differs from the documents, or each difference is named, without the account's data", async () => {
  const assistants = [{ id: 201, name: "Private name", system_prompt: "Private prompt", max_duration: 77 }];
  const { env, emulator } = await withService([], { seed: { ...defaultSeed(), assistants } });
  const args = ["--contract", "--no-program"];
  const plain = await doctor(env, { args });
  expect(plain.checks.filter(({ state }) => state !== "ready")).toEqual([]);
  expect([plain.code, plain.verdict]).toEqual([0, "ready"]);
  expect(plain.of("contract.assistants").found).toBe("1 record, as expected");
  emulator.configure({ dialect: "php" });
  const odd = await doctor(env, { args });
  expect([odd.code, odd.verdict]).toEqual([2, "not ready"]);
  expect(odd.of("contract.assistants")).toMatchObject({
    differences: expect.arrayContaining([
      { path: "record", what: "number instead of flag", records: 1 },
    ]) as unknown,
    todo: expect.stringContaining("attach this report to an issue") as unknown,
  });
  for (const text of ["Private", "+1202555", "Sarah", emulator.address, emulator.token])
    expect(odd.stdout).not.toContain(text);
});
