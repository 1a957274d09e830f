/** What a delete must not destroy is looked for when the delete is sent, not in a listing from the start of the run. */
import { describe, expect, test } from "vitest";
import { hostProcess } from "../support/runtime.js";
import { aCampaign, anAssistant, lead, midCallTool, serviceOf } from "../kinds/index.js";
import { urnOf } from "../support/sdk-part.js";
import { world } from "../support/world.js";

describe("others use an object while a run that will delete it is busy with something else", () => {
  test("a tool that an assistant uses since is not deleted", async () => {
    const { engine, emulator, clock } = await world();
    await engine.up({ it: { kind: "MidCallTool", props: midCallTool.props } });
    await engine.up({
      it: { kind: "MidCallTool", props: midCallTool.props },
      support: { kind: "Assistant", props: anAssistant.props },
    });
    const { id: tool, outputs } = engine.state.get("it")!;
    const { id: assistant, inputs, outputs: olds } = engine.state.get("support")!;
    clock.advance(3_600_000);

    const { open } = hostProcess(clock, engine.env);
    const assistants = open("Assistant");
    const { inputs: news } = await assistants.check(inputs, { ...inputs, name: "Renamed" });
    await assistants.diff(assistant, olds, news);
    // The run spends ten minutes with leads. Meanwhile, a colleague lets the assistant use the tool.
    clock.advance(600_000);
    emulator.state.assistants[0]!.tool_ids = [Number(tool)];
    await expect(open("MidCallTool").delete(tool, outputs)).rejects.toThrow("still attached to Assistant");
    expect(emulator.state.tools.map(({ id }) => id)).toContain(Number(tool));
  });

  test("a lead that is blacklisted since is not replaced", async () => {
    const { engine, emulator, clock } = await world();
    await engine.up({ it: { kind: "Lead", props: lead } });
    const { id, outputs } = engine.state.get("it")!;
    clock.advance(3_600_000);

    const { open } = hostProcess(clock, engine.env);
    const leads = open("Lead");
    // After a rename without an alias, another resource declares the same lead.
    await leads.check({}, { ...lead, __urn: urnOf("Lead", "renamed") });
    await leads.read(id, outputs);
    clock.advance(600_000);
    emulator.state.leads[0]!.status = "blacklisted";
    await leads.delete(id, outputs);
    expect(emulator.state.leads.map((one) => one.id)).toEqual([Number(id)]);
  });

  test("a campaign that has leads since is not deleted", async () => {
    const { engine, emulator, clock } = await world(serviceOf("Campaign"));
    await engine.up({ it: { kind: "Campaign", props: aCampaign.props } });
    const { id: campaign, outputs } = engine.state.get("it")!;
    clock.advance(3_600_000);

    const { open } = hostProcess(clock, engine.env);
    const leads = open("Lead");
    const added = { campaign: Number(campaign), phoneNumber: "+12025550143" };
    // Reads the listing of leads, as the preview of any new lead does.
    await leads.check({}, added);
    clock.advance(600_000);
    const response = await fetch(`${emulator.address}/user/lead`, {
      method: "POST",
      headers: { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" },
      body: JSON.stringify({ campaign_id: Number(campaign), phone_number: "+12025550144" }),
    });
    expect(response.status).toBe(200);
    await expect(open("Campaign").delete(campaign, outputs)).rejects.toThrow("the campaign has 1 lead");
    expect(emulator.state.leads).toHaveLength(1);
  });
});
