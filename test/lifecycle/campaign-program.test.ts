/** A Campaign with a Lead and a CampaignState in one program. */
import { expect, test } from "vitest";
import type { EmulatorOptions } from "../../emulator/index.js";
import { campaign, serviceOf } from "../kinds/index.js";
import type { Program } from "../support/engine-part.js";
import { type World, succeeded, world } from "../support/world.js";

const open = (options: EmulatorOptions = {}): Promise<World> => world(serviceOf("Campaign", options));

const whole = (state: string): Program => ({
  offers: { kind: "Campaign", props: campaign },
  // If the program passes a Campaign resource, the SDK's class passes its id as a number.
  ada: {
    kind: "Lead",
    props: (of) => ({ campaign: numeric(of("offers")["id"]), phoneNumber: "+12025550143" }),
  },
  run: { kind: "CampaignState", props: (of) => ({ campaign: numeric(of("offers")["id"]), state }) },
});
const numeric = (id: unknown): unknown => (/^\d+$/.test(String(id)) ? Number(id) : id);

test.each([0, 4_000])("listing lag %s ms: created, started when declared, destroyed", async (listLag) => {
  const here = await open({ listLag });
  const preview = await here.engine.preview(whole("stopped"));
  expect(preview).toMatchObject({
    errors: [],
    steps: [{ op: "create" }, { op: "create" }, { op: "create" }],
  });
  expect(preview.lines).toEqual([]);
  const up = await here.engine.up(whole("stopped"));
  expect(up).toMatchObject(succeeded);
  expect(up.lines).toEqual([]);
  expect(here.writes().map(({ path }) => path)).toEqual(["/user/campaign", "/user/lead"]);
  expect(here.emulator.state.campaigns[0]!.status).toBe("draft");
  here.clock.advance(60_000);
  expect((await here.engine.refresh()).steps.every(({ op }) => op === "same")).toBe(true);
  const start = await here.engine.preview(whole("started"));
  expect(start.lines.join()).toContain(
    'will START the campaign "Summer offers", and people are called. It has 1 lead now.',
  );
  expect(await here.engine.up(whole("started"))).toMatchObject(succeeded);
  expect(here.emulator.state.campaigns[0]!.status).toBe("in-progress");
  here.requests();
  expect(await here.engine.destroy()).toMatchObject(succeeded);
  expect(here.writes().map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /user/campaigns/update-status",
    "DELETE /user/leads/301",
    "DELETE /user/campaign/601",
  ]);
  expect(here.engine.state.size).toBe(0);
});

test("a campaign is replaced: its lead is gone in state, and the next up creates a new lead", async () => {
  const here = await open();
  const program = (maxRetries: number): Program => ({
    offers: { kind: "Campaign", props: { ...campaign, maxRetries, onChange: "replace" } },
    ada: {
      kind: "Lead",
      props: (of) => ({
        campaign: numeric(of("offers")["id"]),
        phoneNumber: "+12025550143",
        onGone: "recreate",
      }),
    },
  });
  expect(await here.engine.up(program(2))).toMatchObject(succeeded);
  here.clock.advance(60_000);
  expect(await here.engine.up(program(4))).toMatchObject({
    errors: [],
    steps: [{ op: "replace" }, { op: "update" }],
  });
  expect(here.emulator.state.leads).toEqual([]);
  expect(here.engine.state.get("ada")!.outputs["gone"]).toBe(true);
  expect(await here.engine.up(program(4))).toMatchObject({
    errors: [],
    steps: [{ op: "same" }, { op: "replace" }],
  });
  expect(here.emulator.state.leads).toMatchObject([{ campaign_id: 602 }]);
});

test("an id that the account lacks is still an error in preview", async () => {
  const here = await open();
  const { errors } = await here.engine.preview({
    it: { kind: "Lead", props: { campaign: 999, phoneNumber: "+12025550143" } },
  });
  expect(errors[0]).toContain("campaign: the account has no campaign with id 999");
});
