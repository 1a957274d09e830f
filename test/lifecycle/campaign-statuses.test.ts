/** Statuses of leads and campaigns that the specification does not list, in both forms of the service. */
import { describe, expect, test } from "vitest";
import { orders, spring as program, springCampaign as campaign } from "../kinds/campaign-state.js";
import { aLead, declaring } from "../kinds/index.js";
import { type World, applied, oneStep, succeeded, unchanged, world } from "../support/world.js";

const forms = ["2025", "2026"] as const;

const statuses = [
  "created",
  "scheduled",
  "processing",
  "completed",
  "rescheduled",
  "reached-max-retries",
  "blacklisted",
];

describe.each([
  ["an array", { form: "2025" }],
  ["pages in the 2025 form", { form: "2025", leadsEnvelope: true }],
  ["pages in the 2026 form", { form: "2026" }],
] as const)("leads listed as %s", (_, options) => {
  test.each(statuses)("%s is read, and is no difference", async (status) => {
    const here = await applied(declaring(aLead), options);
    const [lead] = here.emulator.state.leads;
    for (let id = 1000; id < 1120; id += 1)
      here.emulator.state.leads.unshift({ ...lead!, id, phone_number: `+1202555${id}` });
    lead!.status = status;
    here.clock.advance(60_000);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    expect(here.engine.state.get("it")!.outputs).toMatchObject({ currentStatus: status, gone: false });
    expect(await here.engine.up(declaring(aLead))).toMatchObject(unchanged);
    expect(here.writes()).toEqual([]);
  });
});

/** The service calls people with "active". "warming-up" may mean that it does. */
describe.each(forms.flatMap((form) => ["active", "warming-up"].map((status) => [form, status] as const)))(
  "form %s, a campaign that is %s",
  (form, status) => {
    async function after(before: "started" | "stopped", props = {}): Promise<World> {
      const here = await applied(program(before, props), { form });
      here.clock.advance(60_000);
      campaign(here).status = status;
      here.requests();
      return here;
    }
    async function untouched(): Promise<World> {
      const here = await world({ form });
      campaign(here).status = status;
      return here;
    }

    test("is not started by a new resource, and up says so", async () => {
      const here = await untouched();
      const preview = await here.engine.preview(program("started"));
      expect(preview).toMatchObject(succeeded);
      expect(preview.lines.join("\n")).not.toMatch(/this will START/);
      const up = await here.engine.up(program("started"));
      expect(up).toMatchObject(succeeded);
      expect(orders(here)).toEqual([]);
      expect(up.lines.join("\n")).toContain(
        status === "active"
          ? "the campaign is already running, and nothing was sent"
          : 'its status "warming-up" does not show whether the campaign runs, and nothing was sent',
      );
      if (status !== "active")
        expect(preview.lines.join("\n")).toContain(
          'its status "warming-up" does not show whether the campaign runs. If it runs, people are called already, so applying this will not start it',
        );
    });

    test("is not started by a new trigger", async () => {
      const here = await after("started");
      expect(await here.engine.up(program("started", { trigger: 1 }))).toMatchObject(succeeded);
      expect(orders(here)).toEqual([]);
    });

    test("is never a reason to start it again", async () => {
      const here = await after("started");
      expect(await here.engine.refresh()).toMatchObject(unchanged);
      expect(await here.engine.up(program("started"))).toMatchObject(unchanged);
      expect(orders(here)).toEqual([]);
    });

    test("although declared stopped: a difference, and stop is sent", async () => {
      const here = await after("stopped");
      expect(await here.engine.refresh()).toMatchObject(oneStep("update", "state"));
      expect(orders(here)).toEqual([]);
      expect(await here.engine.up(program("stopped"))).toMatchObject(oneStep("update", "state"));
      expect(orders(here)).toEqual(["stop"]);
      expect(campaign(here).status).toBe("stopped");
    });

    test("started by this resource: destroy stops it", async () => {
      const here = await after("started");
      expect(await here.engine.destroy()).toMatchObject(succeeded);
      expect(orders(here)).toEqual(["stop"]);
    });

    test("not started by this resource: destroy leaves it, and says so", async () => {
      const here = await untouched();
      expect(await here.engine.up(program("started"))).toMatchObject(succeeded);
      const destroy = await here.engine.destroy();
      expect(destroy).toMatchObject(succeeded);
      expect(orders(here)).toEqual([]);
      expect(destroy.lines.join("\n")).toContain(
        status === "active"
          ? "the campaign runs and was left as it is"
          : 'the campaign may run (its status is "warming-up") and was left as it is',
      );
    });

    test("is imported as started, so that no import starts it", async () => {
      const here = await untouched();
      expect((await here.engine.get("CampaignState", "1")).props).toMatchObject({ state: "started", status });
    });
  },
);

test("a stop that leaves it active is an error", async () => {
  const here = await world();
  campaign(here).status = "active";
  here.emulator.faults.add({
    path: "/user/campaigns/update-status",
    fault: { status: 200, body: { success: true, data: { campaign_id: 1, status: "active" } } },
  });
  expect((await here.engine.up(program("stopped"))).errors[0]).toMatch(
    /reported success, but the campaign is still active/,
  );
});
