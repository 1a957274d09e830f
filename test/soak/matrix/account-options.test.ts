/** Resources whose `Account` comes from a transformation, and an `Account` whose token no preview knows. */
import { describe, expect, test } from "vitest";
import { must } from "../../support/engine.js";
import { js, service, stackOn } from "../../support/engine-world.js";

const WRONG = { id: 101, owner: 1, name: "wrong_tool", endpoint: "https://tools.example.com/wrong" };

describe("a transformation sets the provider", () => {
  const program = (address: string, kinds: string): string =>
    js(`const other = new Account("other", { baseUrl: ${JSON.stringify(address)}, accessTokenEnv: "OTHER_TOKEN" });
pulumi.runtime.registerStackTransformation(({ type, props, opts }) =>
  type.includes(${JSON.stringify(kinds)}) ? { props, opts: { ...opts, provider: other } } : undefined);
new Assistant("support", { ...support, tools: [new MidCallTool("hours", tool("get_hours"))] });`);

  test("a reference within that account is accepted", async () => {
    const [emulator, other] = [await service(), await service()];
    const stack = await stackOn(emulator, program(other.address, "voicecall:"), {
      env: { OTHER_TOKEN: other.token },
    });
    must(await stack.up());
    expect(other.state.assistants.map(({ tool_ids }) => tool_ids)).toEqual([[other.state.tools[0]!.id]]);
  });

  test("a reference to a resource of another account is rejected", async () => {
    const [emulator, other] = [await service(), await service({ seed: { tools: [WRONG] } })];
    const stack = await stackOn(emulator, program(other.address, "voicecall:Assistant"), {
      env: { OTHER_TOKEN: other.token },
    });
    await stack.up();
    expect(other.state.assistants.filter(({ tool_ids }) => tool_ids.includes(WRONG.id))).toEqual([]);
  });

  test("an account that another resource has already is rejected", async () => {
    const emulator = await service();
    const stack = await stackOn(emulator, program(emulator.address, "voicecall:Assistant"), {
      env: { OTHER_TOKEN: emulator.token },
    });
    expect((await stack.preview()).all).toContain("use one account");
    expect((await stack.up("--skip-preview")).code).not.toBe(0);
    expect([emulator.state.assistants, emulator.state.tools]).toEqual([[], []]);
  });
});

describe("a preview that cannot know the account", () => {
  const program = (): string =>
    js(`class Vault extends pulumi.dynamic.Resource {
  constructor(name) { super({ create: async () => ({ id: "1", outs: { token: process.env.VOICECALL_ACCESS_TOKEN } }) }, name, { token: undefined }); }
}
const provider = new Account("one", { accessToken: new Vault("vault").token });
new CampaignState("renewals", { campaign: "Spring renewals", state: "started" }, { provider });`);

  test("says that it has not checked a start", async () => {
    const stack = await stackOn(await service(), program());
    expect(must(await stack.preview()).all).toMatch(
      /may START the campaign.*accessToken of its Account is not known yet/,
    );
  });
});

test("envVarMappings of an Account: its objects are tracked", async () => {
  const [emulator, north] = [await service(), await service()];
  const program = js(`const provider = new Account("north", { accessTokenEnv: "VOICECALL_TOKEN" }, {
  envVarMappings: { VOICECALL_NORTH_URL: "VOICECALL_BASE_URL", VOICECALL_NORTH_TOKEN: "VOICECALL_TOKEN" },
});
new MidCallTool("hours", tool("get_hours"), { provider });`);
  const env = {
    VOICECALL_NORTH_URL: north.address,
    VOICECALL_NORTH_TOKEN: north.token,
    VOICECALL_TOKEN: emulator.token,
  };
  const stack = await stackOn(emulator, program, { env });
  must(await stack.up());
  expect(north.state.tools.map(({ name }) => name)).toContain("get_hours");
  const { stdout } = await stack.voicecall("drift", "--untracked", "--json");
  const { untracked, errors } = JSON.parse(stdout) as {
    untracked: { account: string; title: string }[];
    errors: unknown[];
  };
  expect(errors).toEqual([]);
  expect(new Set(untracked.map(({ account }) => account))).toEqual(new Set([north.address]));
  expect(untracked.map(({ title }) => title).join()).not.toContain("get_hours");
});
