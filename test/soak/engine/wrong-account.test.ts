/** The real engine with the token of a different account. */
import { expect, test } from "vitest";
import { defaultSeed } from "../../../emulator/index.js";
import { must } from "../../support/engine.js";
import { js, service, stackOn, writes } from "../../support/engine-world.js";

const renewals = { name: "Spring renewals", status: "stopped" as const };

test("the token of another account: preview fails, no apply writes; a rotated token is accepted", async () => {
  const emulator = await service({ seed: defaultSeed() });
  const { campaigns, users } = emulator.state;
  campaigns.length = 0;
  campaigns.push({ ...campaignOf(1, 10), ...renewals }, { ...campaignOf(2, 20), ...renewals });
  const present = `
const weather = new MidCallTool("weather", tool("get_weather"));
new Lead("ada", { campaign: "Spring renewals", phoneNumber: "+12025550150" });
`;
  const stack = await stackOn(emulator, js(present));
  must(await stack.up());

  // The new resources are first. The tool in state depends on one of them.
  stack.write(
    js(`
const fresh = new MidCallTool("fresh", tool("get_price"));
new CampaignState("renewals", { campaign: "Spring renewals", state: "started" });
new Lead("bob", { campaign: "Spring renewals", phoneNumber: "+12025550151" });
new MidCallTool("weather", tool("get_weather", { timeout: 9 }), { dependsOn: [fresh] });
new Lead("ada", { campaign: "Spring renewals", phoneNumber: "+12025550150" });
`),
  );
  stack.setEnv({ VOICECALL_ACCESS_TOKEN: users[1]!.token });
  emulator.reset();
  const up = await stack.run("up", "--yes");
  expect(up.code).not.toBe(0);
  expect(up.all).toMatch(/no object of this stack is in its account[^]*pulumi stack init/);
  const unseen = await stack.up();
  expect(unseen.code).not.toBe(0);
  expect(unseen.all).toMatch(/no object of this stack is in its account/);
  expect(writes(emulator)).toEqual([]);
  expect(campaigns.map(({ status }) => status)).toEqual(["stopped", "stopped"]);

  users[0]!.token = "rotated";
  stack.setEnv({ VOICECALL_ACCESS_TOKEN: "rotated" });
  must(await stack.run("up", "--yes"));
  expect(campaigns.map(({ status }) => status)).toEqual(["in-progress", "stopped"]);

  function campaignOf(owner: number, id: number) {
    return { ...defaultSeed().campaigns[0]!, owner, id } as (typeof emulator.state.campaigns)[number];
  }
});

test("the token of another account that lacks the campaign: one message, and nothing about the names", async () => {
  const emulator = await service();
  const { users, campaigns } = emulator.state;
  campaigns.splice(0, campaigns.length, { ...campaigns[0]!, owner: users[0]!.id, name: "Spring renewals" });
  const stack = await stackOn(
    emulator,
    js(
      `for (let n = 10; n < 48; n += 1) new Lead("lead-" + n, { campaign: "Spring renewals", phoneNumber: "+120255501" + n });`,
    ),
  );
  must(await stack.up());
  stack.setEnv({ VOICECALL_ACCESS_TOKEN: users[1]!.token });
  for (const command of [() => stack.preview(), () => stack.run("up", "--yes")]) {
    const { code, all } = await command();
    expect(code).not.toBe(0);
    expect(all).not.toContain("campaign in the service's dashboard");
    expect(all.match(/^    error: /gm), all).toHaveLength(1);
    expect(all).toMatch(/error: .*(no object of this stack is in its account|another account)/);
  }
  const { all } = await stack.voicecall("doctor");
  expect(all.match(/no object of this stack is in its account/g), all).toHaveLength(1);
  expect(all).not.toContain("campaign in the service's dashboard");
});
