/** What identifies a resource is in its inputs, shows in no preview, and holds across accounts. */
import { expect, test } from "vitest";
import { js, service, stackOn, steps, writes } from "../../support/engine-world.js";
import { must } from "../../support/engine.js";

const program = (name: string, options: string): string =>
  js(`
const site = new (class extends pulumi.ComponentResource { constructor() { super("my:index:Site", "shop"); } })();
new MidCallTool("hours", tool("get_hours"), { parent: site });
new Assistant("${name}", support${options});
`);

test("neither a refresh, a rename with an alias nor a renamed stack shows a change", async () => {
  const emulator = await service();
  const stack = await stackOn(emulator, program("sales", ""));
  must(await stack.up());
  const { resources = [] } = (await stack.exportState()).deployment;
  const selves = resources.map(({ inputs, outputs }) => [inputs?.["__self"], outputs?.["__self"]]);
  expect(selves).toEqual(
    expect.arrayContaining([
      ["my:index:Site::hours", "my:index:Site::hours"],
      ["sales", "sales"],
    ]),
  );

  emulator.reset();
  must(await stack.run("refresh", "--yes", "--skip-preview", "--expect-no-changes"));
  must(await stack.preview("--expect-no-changes"));
  stack.write(program("support", ', { aliases: [{ name: "sales" }] }'));
  must(await stack.up("--expect-no-changes"));
  must(await stack.run("refresh", "--yes", "--skip-preview", "--expect-no-changes"));
  expect((await steps(stack, "--diff")).filter((step) => !step.startsWith("same"))).toEqual([]);
  must(await stack.run("stack", "rename", "other"));
  must(await stack.run("preview", "--stack", "other", "--expect-no-changes"));
  expect(writes(emulator)).toEqual([]);
  must(await stack.run("stack", "rename", "dev", "--stack", "other"));
});

test("two accounts that are one account: two resources for one object are rejected", async () => {
  const emulator = await service();
  const same = (body: string): string =>
    js(`
const { LeadSet } = require("pulumi-voicecall");
const account = new Account("same", { baseUrl: process.env.VOICECALL_BASE_URL, accessTokenEnv: "VOICECALL_ACCESS_TOKEN" });
${body}`);
  const stack = await stackOn(
    emulator,
    same(`
new CampaignState("first", { campaign: "Spring renewals", state: "started" });
new CampaignState("second", { campaign: 1, state: "stopped" }, { provider: account });
`),
  );
  const states = await stack.up();
  expect(states.code).not.toBe(0);
  expect(states.all).toContain('the resources "first" and "second" of this program are both for campaign 1.');

  stack.write(
    same(`
const rows = [{ phone: "+12025550161", name: "Ada" }];
const set = { campaign: 1, leads: rows, columns: { phoneNumber: "phone" } };
new LeadSet("first", set);
new LeadSet("second", set, { provider: account });
`),
  );
  const sets = await stack.up();
  expect(sets.code).not.toBe(0);
  expect(sets.all).toContain(
    'the resources "first" and "second" of this program are both for the leads of one',
  );
  // The engine may stop before it has come to the first list.
  expect(emulator.state.leads.length).toBeLessThan(2);
});

test("an adoption says that a targeted delete of the old resource would delete the object", async () => {
  const emulator = await service();
  const stack = await stackOn(
    emulator,
    js(
      'const t = new MidCallTool("old", tool("get_hours")); new Assistant("olda", { ...support, tools: [t] });',
    ),
  );
  must(await stack.up());
  const adopt = '{ onExisting: "adopt" }';
  stack.write(
    js(`const t = new MidCallTool("new", tool("get_hours", ${adopt}));
new Assistant("newa", { ...support, tools: [t], onExisting: "adopt" });`),
  );
  const caution = "still has an adopted object in state, do not delete that resource with --target";
  expect(must(await stack.preview("--target", "**new*")).all).toContain(caution);
  expect(must(await stack.up("--target", "**new*")).all).toContain(caution);
  // A full `up` sees both resources, and keeps the objects.
  expect(must(await stack.up()).all).toContain("another resource of this program manages the same object");
  expect([emulator.state.tools.length, emulator.state.assistants.length]).toEqual([1, 1]);
});
