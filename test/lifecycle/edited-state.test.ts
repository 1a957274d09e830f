/** State was edited by hand, or restored in part. */
import { expect } from "vitest";
import { succeeded, test, world } from "../support/world.js";
import { TWO, leadSet } from "./lead-set-lists.js";
import { only } from "./subjects.js";

const stateOf = (state: string) => ({
  it: { kind: "CampaignState", props: { campaign: "Spring renewals", state } },
});

test("the id of another campaign: that campaign is neither started nor stopped", async () => {
  const here = await world();
  await here.engine.up(stateOf("stopped"));
  const stored = here.engine.state.get("it")!;
  here.engine.state.set("it", { ...stored, id: "2" });
  here.writes();
  const says = "state has another campaignId, so its id is wrong. Nothing is sent. Correct the id in state.";
  expect(only(await here.engine.preview(stateOf("started")))).toContain(says);
  expect(only(await here.engine.up(stateOf("started")))).toContain(says);
  expect(only(await here.engine.refresh())).toContain(says);
  expect(only(await here.engine.destroy())).toContain(says);
  expect(here.writes()).toEqual([]);
});

test.for([{ __leads: null }, { __ids: "1-9" }])("no record of leads: %j", async (edit) => {
  const here = await world();
  const people = { it: leadSet(TWO) };
  expect(await here.engine.up(people)).toMatchObject(succeeded);
  const stored = here.engine.state.get("it")!;
  here.engine.state.set("it", { ...stored, outputs: { ...stored.outputs, ...edit } });
  here.writes();
  const says = "no valid record of its leads. Import an earlier version of state";
  const preview = await here.engine.preview({ it: leadSet(TWO.replace("Ada", "Eve")) });
  expect(only(preview)).toContain(says);
  expect(preview.lines.join()).not.toContain("adopted");
  expect(only(await here.engine.up(people))).toContain(says);
  expect(only(await here.engine.refresh())).toContain(says);
  expect(only(await here.engine.destroy())).toContain(says);
  expect(here.writes()).toEqual([]);
});

test("the ids of a list are now those of other people: their leads are neither changed nor deleted", async () => {
  const here = await world();
  await here.engine.up({ it: leadSet(TWO) });
  here.clock.advance(3_600_000);
  const { leads } = here.emulator.state;
  const others = leads.map((lead, index) => ({
    ...lead,
    campaign_id: 2,
    phone_number: `+1303555010${index}`,
  }));
  leads.splice(0, leads.length, ...others);
  here.writes();
  expect(await here.engine.up({ it: leadSet(TWO.replace("Ada", "Eve")) })).toMatchObject(succeeded);
  expect(await here.engine.refresh()).toMatchObject(succeeded);
  expect(await here.engine.destroy()).toMatchObject(succeeded);
  expect(here.writes()).toEqual([]);
});
