/** The real engine with the token of a different account, and with responses about different objects. */
import { expect, test } from "vitest";
import { defaultSeed } from "../../emulator/index.js";
import { must } from "../support/engine.js";
import { byHand, js, service, stackOn, writes } from "../support/engine-world.js";

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

test("a 404 and a response about another object are checked against the listing", async () => {
  const emulator = await service();
  const stack = await stackOn(
    emulator,
    js(`new Assistant("support", support);\nnew MidCallTool("weather", tool("get_weather"));`),
    { config: { "voicecall:listLag": "1s" } },
  );
  await byHand(emulator, "POST", "/user/tools", {
    name: "other",
    description: "Another tool.",
    endpoint: "https://tools.example.com/other",
    method: "GET",
    timeout: 29,
  });
  const other = { ...emulator.state.tools[0]! };
  // The service creates the tool, but responds with a different one.
  emulator.faults.add({
    method: "POST",
    path: "/user/tools",
    when: "after",
    times: 1,
    fault: { status: 201, body: { message: "Tool created successfully", data: other } },
  });
  must(await stack.up());
  const ids = (await stack.exportState()).deployment.resources!.map(({ type, id }) => `${type} ${id}`);
  expect(ids).toContain(`pulumi-nodejs:dynamic/voicecall:MidCallTool ${emulator.state.tools[1]!.id}`);

  const gone = { status: 404, body: { message: "Not Found" } };
  emulator.faults.add({ method: "GET", path: "/user/tools/{id}", fault: { status: 200, body: other } });
  must(await stack.refresh("--expect-no-changes"));
  emulator.faults.add({ method: "DELETE", fault: gone });
  const destroyed = await stack.destroy();
  expect(destroyed.code).not.toBe(0);
  expect(destroyed.all).toContain("Yet the service still lists the object");
  expect(emulator.state.assistants).toHaveLength(1);
  expect(await stack.stateText()).toContain("voicecall:Assistant::support");
});
