/** A Campaign with a Lead and a CampaignState, with the real engine and the 2026 form of the API. */
import { expect, test } from "vitest";
import { must } from "../../support/engine.js";
import { js, service, stackOn, writes } from "../../support/engine-world.js";

const program = (maxRetries: number): string =>
  js(`
const caller = new Assistant("caller", support);
const offers = new Campaign("offers", { name: "Summer offers", assistant: caller, maxRetries: ${maxRetries} });
new Lead("ada", { campaign: offers, phoneNumber: "+12025550143" });
new CampaignState("run", { campaign: offers, state: "stopped" });
`);

test("a campaign is created as a draft, cannot be changed, and is destroyed after its lead", async () => {
  const emulator = await service({ form: "2026" });
  emulator.state.campaigns.length = 0;
  const stack = await stackOn(emulator, program(2), { config: { "voicecall:listLag": "200ms" } });
  must(await stack.up());
  const { campaigns, leads, assistants } = emulator.state;
  expect(campaigns).toMatchObject([
    { name: "Summer offers", status: "draft", max_retries: 2, assistant_id: assistants[0]!.id },
  ]);
  expect(leads).toMatchObject([{ campaign_id: campaigns[0]!.id }]);
  const sent = writes(emulator).length;

  stack.write(program(4));
  const refused = await stack.up();
  expect(refused.code).not.toBe(0);
  expect(refused.all).toContain("maxRetries (2 → 4), because the API has no request that changes a campaign");
  expect(refused.all).toContain("which deletes the campaign with its 1 lead");
  expect(writes(emulator)).toHaveLength(sent);

  stack.write(program(2));
  must(await stack.preview("--expect-no-changes"));
  must(await stack.destroy());
  const deleted = writes(emulator).slice(sent);
  expect(deleted.map(({ method, path }) => `${method} ${path.replace(/\d+$/, "{id}")}`)).toEqual([
    "DELETE /user/leads/{id}",
    "DELETE /user/campaign/{id}",
    "DELETE /user/assistant/{id}",
  ]);
  expect(emulator.state.campaigns).toEqual([]);
});

test("callOnly: [] starts no campaign, not even one without leads", async () => {
  const emulator = await service();
  const starting = js(`new CampaignState("run", { campaign: 1, state: "started" });`);
  for (const empty of ["[]", []]) {
    const stack = await stackOn(emulator, starting, { config: { "voicecall:callOnly": empty } });
    for (const run of [await stack.preview(), await stack.up()]) {
      expect(run.code, run.all).not.toBe(0);
      expect(run.all).toContain("voicecall:callOnly allows nobody, so nothing is started");
    }
  }
  expect(emulator.state.leads).toEqual([]);
  expect(writes(emulator)).toEqual([]);
});
