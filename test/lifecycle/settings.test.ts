/** The sources of the account and the token of a resource. Errors name the source. */
import { describe, expect } from "vitest";
import { type Seed, defaultSeed } from "../../emulator/index.js";
import { canaries } from "../support/canaries.js";
import { EnginePart } from "../support/engine-part.js";
import { hostProcess } from "../support/runtime.js";
import { assistant, tool, type World, world, succeeded, unchanged, test } from "../support/world.js";

const program = { it: { kind: "MidCallTool", props: tool } };
const BAD = "token-that-nobody-knows";

function engineOf(
  { emulator, clock }: World,
  env: Record<string, string>,
  config: Record<string, string>,
): EnginePart {
  const settings = Object.entries({ ...config, baseUrl: emulator.address });
  return new EnginePart({
    env,
    config: Object.fromEntries(settings.map(([key, value]) => [`voicecall:${key}`, value])),
    clock,
  });
}

const owners = ({ emulator }: World): number[] => emulator.state.tools.map(({ owner }) => owner);

describe("precedence: an explicit account, then the environment, then stack configuration", () => {
  // test/unit/settings.test.ts has all cases.
  test.each<[string, Record<string, string>, Record<string, string>, number]>([
    ["the environment alone", { VOICECALL_ACCESS_TOKEN: "other-token" }, {}, 2],
    [
      "an account before the environment",
      { VOICECALL_ACCESS_TOKEN: canaries.token },
      { explicit: "true", accessToken: "other-token" },
      2,
    ],
  ])("%s", async (_, env, config, owner) => {
    const here = await world();
    const engine = engineOf(here, env, config);
    expect(await engine.up(program)).toMatchObject(succeeded);
    expect(owners(here)).toEqual([owner]);
    expect(await engine.refresh()).toMatchObject(unchanged);
    expect(await engine.destroy()).toMatchObject(succeeded);
  });

  test("an account without a token does not use the environment's", async ({ here }) => {
    const engine = new EnginePart({
      env: here.engine.env,
      config: { "voicecall:explicit": "true" },
      clock: here.clock,
    });
    const up = await engine.up(program);
    expect(up.errors[0]).toMatch(
      /there is no access token; give the account an accessToken, or an accessTokenEnv/,
    );
    expect(here.requests()).toEqual([]);
  });

  test("different base URLs in environment and configuration are an error that names both", async () => {
    const here = await world({}, { "voicecall:baseUrl": "https://other.example.com/api" });
    for (const run of [here.engine.preview, here.engine.up]) {
      expect((await run(program)).errors[0]).toMatch(
        /Two different base URLs are set: http:\/\/127\S+ \(the environment variable VOICECALL_BASE_URL\) and https:\/\/other\.example\.com\/api \(the stack configuration voicecall:baseUrl\)/,
      );
    }
    expect(here.requests()).toEqual([]);
  });

  test("an account's base URL differs from the environment's without an error", async ({ here }) => {
    const env = { ...here.engine.env, VOICECALL_BASE_URL: "https://other.example.com" };
    const config = {
      "voicecall:explicit": "true",
      "voicecall:baseUrl": here.emulator.address,
      "voicecall:accessToken": "other-token",
    };
    expect(await new EnginePart({ env, config, clock: here.clock }).up(program)).toMatchObject(succeeded);
    expect(owners(here)).toEqual([2]);
  });
});

test("a token in an account whose output has no value is not set", async ({ here }) => {
  // A secret output without a value reaches the provider as null.
  const config = { "voicecall:explicit": "true", "voicecall:accessToken": null as unknown as string };
  const engine = new EnginePart({ env: here.engine.env, config, clock: here.clock });
  expect(await engine.preview(program)).toMatchObject(succeeded);
  expect((await engine.up(program)).errors).toEqual([
    expect.stringContaining("give the account an accessToken, or an accessTokenEnv"),
  ]);
});

describe("a token that the service does not accept", () => {
  test.each<[string, Record<string, string>, Record<string, string>, RegExp]>([
    ["environment", { VOICECALL_ACCESS_TOKEN: BAD }, {}, /the environment variable VOICECALL_ACCESS_TOKEN/],
    ["configuration", {}, { accessToken: BAD }, /the stack configuration voicecall:accessToken/],
    [
      "a named variable",
      { TOKEN_EU: BAD },
      { accessTokenEnv: "TOKEN_EU" },
      /the environment variable TOKEN_EU, named by accessTokenEnv/,
    ],
    ["an account", {}, { explicit: "true", accessToken: BAD }, /the account \(explicit provider\)/],
    [
      "an account's variable",
      { TOKEN_EU: BAD },
      { explicit: "true", accessTokenEnv: "TOKEN_EU" },
      /the environment variable TOKEN_EU, named by accessTokenEnv/,
    ],
  ])("from %s: every error names the token's source, and state is kept", async (_, env, config, source) => {
    const here = await world();
    await here.engine.up(program);
    const engine = engineOf(here, env, config);
    engine.state.set("it", structuredClone(here.engine.state.get("it")!));
    const changed = { it: { kind: "MidCallTool", props: { ...tool, timeout: 3 } } };
    const fresh = { ...program, more: { kind: "Assistant", props: assistant } };
    for (const [run, failing] of [
      [() => engine.up(changed), 1],
      [() => engine.refresh(), 1],
      [() => engine.destroy(), 1],
      // Both resources fail: the tool in state needs a verified account, and the new assistant needs lookups.
      [() => engine.preview(fresh), 2],
    ] as const) {
      const { errors } = await run();
      expect(errors).toHaveLength(failing);
      for (const error of errors) {
        expect(error).toMatch(/did not accept the access token|token/);
        expect(error).toMatch(source);
        expect(error).not.toContain(BAD);
      }
      expect(engine.state.get("it")).toEqual(here.engine.state.get("it"));
    }
  });
});

test("several accounts in one process share nothing", async () => {
  const seed: Seed = {
    ...defaultSeed(),
    tools: [
      { id: 101, name: "ours", owner: 1 },
      { id: 102, name: "theirs", owner: 2 },
    ],
  };
  const here = await world({ seed });
  const process = hostProcess(here.clock, here.engine.env);
  const config = {
    "voicecall:explicit": "true",
    "voicecall:baseUrl": here.emulator.address,
    "voicecall:accessToken": "other-token",
  };
  const [first, second] = [process.open("Assistant"), process.open("Assistant", config)];
  const reasons = async (hosted: typeof first, props: Record<string, unknown>): Promise<string> =>
    (await hosted.check({}, { ...assistant, ...props })).failures.map(({ reason }) => reason).join("\n");
  for (let time = 0; time < 2; time += 1) {
    expect(await reasons(first, { tools: ["ours"] })).toBe("");
    expect(await reasons(first, { tools: ["theirs"] })).toMatch(
      /^tools\[0\]: the account has no mid call tool "theirs"/,
    );
    expect(await reasons(first, { voice: "Cloned voice" })).toMatch(/^voice: /);
    expect(await reasons(second, { tools: ["theirs"], voice: "Cloned voice" })).toBe("");
    expect(await reasons(second, { tools: ["ours"] })).toMatch(/^tools\[0\]: /);
  }
  const [one, two] = await Promise.all([first.create(assistant), second.create(assistant)]);
  expect(here.emulator.state.assistants.map(({ id, owner }) => [String(id), owner]).sort()).toEqual(
    [
      [one.id, 1],
      [two.id, 2],
    ].sort(),
  );
  expect(one.outs["__account"]).toMatchObject({ userId: 1 });
  expect(two.outs["__account"]).toMatchObject({ userId: 2 });
  await expect(second.delete(one.id, one.outs)).rejects.toThrow(
    /belong to user 1, but the token .* belongs to user 2/,
  );
  expect(here.emulator.state.assistants).toHaveLength(2);
});

test("two kinds of one account share listings", async ({ here }) => {
  const process = hostProcess(here.clock, here.engine.env);
  await process.open("Lead").check({}, { campaign: "Spring renewals", phoneNumber: "+12025550143" });
  await process.open("CampaignState").check({}, { campaign: "Spring renewals", state: "stopped" });
  expect(here.requests().sort()).toEqual(["GET /user/campaigns", "GET /user/leads"]);
});

test("pages are requested by number, because the address of the next page may point to a different host", async () => {
  const other = await world();
  const assistants = Array.from({ length: 150 }, (_, index) => ({
    id: index + 1,
    name: `Assistant ${index}`,
  }));
  const here = await world({ seed: { ...defaultSeed(), assistants } });
  const row = { id: 1, user_id: 1, name: "x" };
  const next = `${other.emulator.address}/user/assistants/get?page=2`;
  const data = assistants.slice(0, 100).map((one) => ({ ...row, ...one }));
  here.emulator.faults.add({
    path: "/user/assistants/get",
    nth: 1,
    fault: { status: 200, body: { current_page: 1, total: 150, next_page_url: next, data } },
  });
  expect(await here.engine.up({ it: { kind: "Assistant", props: assistant } })).toMatchObject(succeeded);
  expect(other.requests()).toEqual([]);
});
