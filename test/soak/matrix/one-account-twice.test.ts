/** Two providers of one program for the same account, the default one and an `Account`: each has its own host. */
import { describe, expect, test } from "vitest";
import type { Emulator } from "../../../emulator/index.js";
import { must } from "../../support/engine.js";
import { count, js, service, stackOn } from "../../support/engine-world.js";

const program = (body: string): string =>
  js(`const { LeadSet } = require("pulumi-voicecall");
const account = { provider: new Account("same", { accessTokenEnv: "VOICECALL_ACCESS_TOKEN" }) };
${body}`);

const statusOf = (emulator: Emulator, name: string): unknown =>
  emulator.state.campaigns.find((campaign) => campaign.name === name)?.status;

describe("two providers for one account", () => {
  test("a renamed resource adopts its object in the other provider: the object is kept", async () => {
    const emulator = await service();
    const stack = await stackOn(emulator, program(`new MidCallTool("before", tool("get_hours"));`));
    must(await stack.up());
    const { id } = emulator.state.tools.find(({ name }) => name === "get_hours")!;
    const adopting = `{ ...tool("get_hours"), adoptId: ${id} }`;
    stack.write(program(`new MidCallTool("after", ${adopting}, { ...account, protect: false });`));
    must(await stack.up());
    expect(emulator.state.tools.map((tool) => tool.id)).toContain(id);
  });

  test("an object that a resource of the other provider manages is not adopted", async () => {
    const emulator = await service();
    const one = `new MidCallTool("one", tool("get_hours"));`;
    const stack = await stackOn(emulator, program(one));
    must(await stack.up());
    const { id } = emulator.state.tools.find(({ name }) => name === "get_hours")!;
    stack.write(
      program(
        `${one} new MidCallTool("two", { ...tool("get_hours"), adoptId: ${id} }, { ...account, protect: false });`,
      ),
    );
    await stack.up();
    stack.write(program(one));
    await stack.up();
    expect(emulator.state.tools.map((tool) => tool.id)).toContain(id);
  });

  test("a campaign that a renamed resource declares as started is not stopped", async () => {
    const emulator = await service();
    const started = `{ campaign: "Spring renewals", state: "started" }`;
    const stack = await stackOn(emulator, program(`new CampaignState("before", ${started});`));
    must(await stack.up());
    stack.write(program(`new CampaignState("after", ${started}, account);`));
    must(await stack.up());
    expect(statusOf(emulator, "Spring renewals")).toBe("in-progress");
  });

  test("two resources with one key are an error in preview", async () => {
    const emulator = await service();
    const stack = await stackOn(
      emulator,
      program(
        `new MidCallTool("one", tool("get_hours")); new MidCallTool("two", tool("get_hours"), account);`,
      ),
    );
    expect((await stack.preview()).code).not.toBe(0);
    await stack.up();
    expect(count(emulator, "POST", "/user/tools")).toBeLessThan(2);
  });

  test("an exclusive list keeps the lead of a Lead resource", async () => {
    const emulator = await service();
    const lead = `new Lead("ada", { campaign: "Spring renewals", phoneNumber: "+12025550143" }, account);`;
    const stack = await stackOn(emulator, program(lead));
    must(await stack.up());
    stack.write(
      program(
        `${lead} new LeadSet("all", { campaign: "Spring renewals", exclusive: true, columns: { phoneNumber: "phone" }, leads: [{ phone: "+12025550144" }] });`,
      ),
    );
    await stack.up();
    expect(emulator.state.leads.map((row) => row.phone_number)).toContain("+12025550143");
  });

  test("a lead of a Lead resource and of a row of a list is managed once", async () => {
    const emulator = await service();
    const both = `new Lead("ada", { campaign: "Spring renewals", phoneNumber: "+12025550143" }, account);
      new LeadSet("all", { campaign: "Spring renewals", columns: { phoneNumber: "phone" }, leads: [{ phone: "+12025550143" }] });`;
    const stack = await stackOn(emulator, program(both));
    expect((await stack.preview()).all).toMatch(/a Lead(Set)? (resource )?of this program has/);
    expect((await stack.up()).code).not.toBe(0);
    expect(emulator.state.leads).toHaveLength(1);
  });
});
