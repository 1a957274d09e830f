/** Two providers of one program for the same account, the default one and an `Account`: each has its own host. */
import { describe, expect, test } from "vitest";
import type { Emulator } from "../../../emulator/index.js";
import { must } from "../../support/engine.js";
import { js, service, stackOn, writes } from "../../support/engine-world.js";

const program = (body: string): string =>
  js(`const { LeadSet } = require("pulumi-voicecall");
const account = { provider: new Account("same", { accessTokenEnv: "VOICECALL_ACCESS_TOKEN" }) };
${body}`);

const statusOf = (emulator: Emulator, name: string): unknown =>
  emulator.state.campaigns.find((campaign) => campaign.name === name)?.status;

const LEAD = `new Lead("ada", { campaign: "Spring renewals", phoneNumber: "+12025550143" }, account);`;
const list = (more: string): string =>
  `new LeadSet("all", { campaign: "Spring renewals", columns: { phoneNumber: "phone" }, ${more} });`;
const STARTED = `{ campaign: "Spring renewals", state: "started" }`;

/** What is applied first, and what the program then declares too. */
const REFUSED: [words: string, before: string, added: string][] = [
  [
    "an object that a resource of the other provider manages is not adopted",
    `new MidCallTool("one", tool("get_hours"));`,
    `new MidCallTool("two", tool("get_hours", { onExisting: "adopt" }), { ...account, protect: false });`,
  ],
  [
    "nor by a resource that the program declares before it",
    `new MidCallTool("two", tool("get_hours"), account);`,
    `new MidCallTool("one", tool("get_hours", { onExisting: "adopt" }), { protect: false });`,
  ],
  [
    "two resources with one key",
    "",
    `new MidCallTool("one", tool("get_hours")); new MidCallTool("two", tool("get_hours"), account);`,
  ],
  [
    "two orders for one campaign",
    "",
    `new CampaignState("one", ${STARTED}); new CampaignState("two", { campaign: 1, state: "stopped" }, account);`,
  ],
  [
    "an exclusive list and a Lead resource",
    LEAD,
    list(`exclusive: true, leads: [{ phone: "+12025550144" }]`),
  ],
  [
    "a lead of a Lead resource and of a row of a list",
    "",
    `${LEAD} ${list(`leads: [{ phone: "+12025550143" }]`)}`,
  ],
];

describe("two providers for one account are refused, and neither sends a write", () => {
  test.each(REFUSED)("%s", async (_words, before, added) => {
    const emulator = await service();
    const stack = await stackOn(emulator, program(before));
    must(await stack.up());
    emulator.reset();
    stack.write(program(`${added} ${before}`));
    const preview = await stack.preview();
    expect(preview.code).not.toBe(0);
    // Pulumi shows one error, on two lines.
    expect([...new Set(preview.stdout.match(/error: .*/g))]).toEqual([
      expect.stringMatching(
        /^error: \w+ "\w+" \((the default provider|Account "same")\) and \w+ "\w+" \((the default provider|Account "same")\) use one account, .* move first, then rename in the next run\.$/,
      ),
    ]);
    expect((await stack.up("--skip-preview")).code).not.toBe(0);
    expect(writes(emulator)).toEqual([]);
    stack.write(program(before));
    must(await stack.up());
    expect(writes(emulator)).toEqual([]);
  });
});

describe("a resource that gets another provider and another name", () => {
  const TOOL = (name: string, options: string): string =>
    program(`new MidCallTool("${name}", tool("get_hours", { onExisting: "adopt" }), ${options});`);

  test("moved first, then renamed: the adopted object is kept, and the campaign runs", async () => {
    const emulator = await service();
    const both = (name: string, options: string): string =>
      `${TOOL(name, options)} new CampaignState("${name}", ${STARTED}, ${options});`;
    const stack = await stackOn(emulator, both("before", "{ protect: false }"));
    must(await stack.up());
    emulator.reset();
    for (const name of ["before", "after"]) {
      stack.write(both(name, "{ ...account, protect: false }"));
      must(await stack.up());
    }
    expect(writes(emulator)).toEqual([]);
    expect(emulator.state.tools.map((tool) => tool.name)).toContain("get_hours");
    expect(statusOf(emulator, "Spring renewals")).toBe("in-progress");
  });

  test("in one run: an adopted object is protected, so nothing is deleted", async () => {
    const emulator = await service();
    const stack = await stackOn(emulator, TOOL("before", "{}"));
    must(await stack.up());
    emulator.reset();
    stack.write(TOOL("after", "account"));
    expect((await stack.up()).code).not.toBe(0);
    expect(writes(emulator)).toEqual([]);
  });

  // docs/behavior.md: the host of the old provider does not know the new resource.
  test("in one run, without protection: the object is deleted, and the campaign stopped", async () => {
    const emulator = await service();
    const both = (name: string, options: string): string =>
      `${TOOL(name, options)} new CampaignState("${name}", ${STARTED}, ${options});`;
    const stack = await stackOn(emulator, both("before", "{ protect: false }"));
    must(await stack.up());
    stack.write(both("after", "{ ...account, protect: false }"));
    await stack.up();
    expect(emulator.state.tools.map((tool) => tool.name)).not.toContain("get_hours");
    expect(statusOf(emulator, "Spring renewals")).toBe("stopped");
  });
});

test("an account whose token only the apply knows is refused there, before it sends anything", async () => {
  const emulator = await service();
  const stack = await stackOn(
    emulator,
    js(`class Vault extends pulumi.dynamic.Resource {
  constructor(name) { super({ create: async () => ({ id: "1", outs: { token: process.env.VOICECALL_ACCESS_TOKEN } }) }, name, { token: undefined }, { additionalSecretOutputs: ["token"] }); }
}
new CampaignState("renewals", ${STARTED}, { provider: new Account("late", { accessToken: new Vault("vault").token }) });
new MidCallTool("hours", tool("get_hours"));`),
  );
  expect(must(await stack.preview()).all).toContain("accessToken of its Account is not known yet");
  const up = await stack.up("--skip-preview");
  expect(up.code).not.toBe(0);
  expect(up.all).toContain('CampaignState "renewals" (Account "late")');
  expect(statusOf(emulator, "Spring renewals")).not.toBe("in-progress");
});
