import { expect, test } from "vitest";
import { must } from "../../support/engine.js";
import { js, service, stackOn, writes } from "../../support/engine-world.js";

test("a rotated token, in the environment and on an account, changes nothing; another account is rejected", async () => {
  const first = await service();
  const second = await service();
  const program = js(`
const other = new Account("other", { baseUrl: ${JSON.stringify(second.address)}, accessTokenEnv: "SECOND_TOKEN" });
new Assistant("here", support);
new Assistant("there", support, { provider: other });
exports.voices = getVoices({}, { provider: other }).apply((voices) => voices.length);
`);
  const stack = await stackOn(first, program, { env: { SECOND_TOKEN: second.token } });
  must(await stack.up());
  expect([first, second].map(({ state }) => state.assistants.map(({ name }) => name))).toEqual([
    ["Support"],
    ["Support"],
  ]);

  // From here on, the services reject the old tokens.
  first.state.users[0]!.token = "rotated-one";
  second.state.users[0]!.token = "rotated-two";
  const refused = await stack.run("refresh", "--yes", "--skip-preview");
  expect(refused.code).not.toBe(0);
  expect(refused.all).toContain("VOICECALL_ACCESS_TOKEN");
  stack.setEnv({ VOICECALL_ACCESS_TOKEN: "rotated-one", SECOND_TOKEN: "rotated-two" });
  first.reset();
  second.reset();
  must(await stack.up("--refresh", "--expect-no-changes"));
  expect([...writes(first), ...writes(second)]).toEqual([]);

  // With the token of another user, no object of the stack may change or be reported as gone.
  first.state.users[1]!.token = "somebody-else";
  first.state.assistants.push({ ...first.state.assistants[0]!, id: 900, owner: 2, name: "Theirs" });
  stack.setEnv({ VOICECALL_ACCESS_TOKEN: "somebody-else" });
  const rejected = await stack.run("refresh", "--yes", "--skip-preview");
  expect(rejected.code).not.toBe(0);
  expect(rejected.all).toMatch(
    /another account: its objects belong to user 1, but the token .* belongs to user 2/,
  );
  const destroyed = await stack.destroy();
  expect(destroyed.code).not.toBe(0);
  expect(first.state.assistants.map(({ name }) => name)).toEqual(["Support", "Theirs"]);

  stack.setEnv({ VOICECALL_ACCESS_TOKEN: "rotated-one" });
  must(await stack.destroy());
  expect(first.state.assistants.map(({ name }) => name)).toEqual(["Theirs"]);
  expect(second.state.assistants).toEqual([]);
});

test("a token in the program is rotated in place: only the account changes, without a write", async () => {
  const emulator = await service();
  const program = js(`
const account = new Account("main", { baseUrl: process.env.BASE, accessToken: process.env.TOKEN_NOW });
class Pair extends pulumi.ComponentResource {
  constructor(name, opts) {
    super("tests:index:Pair", name, {}, opts);
    const weather = new MidCallTool(name + "-weather", tool("get_weather"), { parent: this });
    new Assistant(name + "-support", { ...support, tools: [weather] }, { parent: this });
  }
}
new Pair("pair", { providers: [account] });
`);
  const stack = await stackOn(emulator, program, {
    env: {
      VOICECALL_ACCESS_TOKEN: undefined,
      VOICECALL_BASE_URL: undefined,
      BASE: emulator.address,
      TOKEN_NOW: emulator.token,
    },
  });
  must(await stack.up());
  expect(emulator.state.assistants[0]!.tool_ids).toEqual([emulator.state.tools[0]!.id]);
  emulator.state.users[0]!.token = "rotated-in-place";
  stack.setEnv({ TOKEN_NOW: "rotated-in-place" });
  emulator.reset();
  const up = must(await stack.up());
  expect(up.all).toMatch(/~ .*1 updated/);
  expect(writes(emulator)).toEqual([]);
  expect(await stack.stateText()).not.toContain("rotated-in-place");
  must(await stack.destroy());
  expect(emulator.state.assistants).toEqual([]);
});

test("a campaign of one account, passed to a resource of another, does not start the campaign with its id there", async () => {
  const first = await service({ form: "2026" });
  const second = await service({ form: "2026" });
  first.state.campaigns.length = 0;
  const theirs = { ...second.state.campaigns[0]!, id: 601, name: "Theirs" };
  second.state.campaigns.push(theirs);
  const program = js(`
const other = new Account("other", { baseUrl: ${JSON.stringify(second.address)}, accessTokenEnv: "SECOND_TOKEN" });
const caller = new Assistant("caller", support);
const offers = new Campaign("offers", { name: "Summer offers", assistant: caller });
new CampaignState("run", { campaign: pulumi.output(offers), state: "started" }, { provider: other });
`);
  const stack = await stackOn(first, program, { env: { SECOND_TOKEN: second.token } });
  const preview = await stack.preview();
  expect(preview.code).not.toBe(0);
  expect(preview.all).toContain(
    `CampaignState "run" refers to the resource "offers" of another account (${first.address})`,
  );
  await stack.up("--skip-preview");
  expect(first.state.campaigns).toMatchObject([{ id: 601, status: "draft" }]);
  expect(theirs.status).toBe("stopped");
  expect(writes(second)).toEqual([]);
});
