/**
 * Statuses of leads and campaigns in both API forms, including those that the specification does not list.
 */
import { describe, expect, test } from "vitest";
import { orders, spring as program, springCampaign as campaign } from "../kinds/campaign-state.js";
import { aLead, declaring } from "../kinds/index.js";
import { type World, applied, oneStep, predicted, succeeded, unchanged, world } from "../support/world.js";

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
  test.each(statuses)("%s is read, and does not count as a difference", async (status) => {
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

/** "active": the service calls people. "warming-up": it may call people. */
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

    /** With an unknown status, a declared start makes `up` fail. With either status, no start is sent. */
    const isKnown = status === "active";
    const unclear = 'its status "warming-up" does not show whether the campaign is running';

    test("is not started by a new resource, and up says so", async () => {
      const here = await untouched();
      const preview = await here.engine.preview(program("started"));
      expect(preview).toMatchObject(succeeded);
      expect(preview.lines.join("\n")).not.toMatch(/this will START/);
      if (!isKnown)
        expect(preview.lines.join("\n")).toContain(
          `applying this will fail: ${unclear}, so people may already be called, and nothing is sent.`,
        );
      const up = await here.engine.up(program("started"));
      expect(orders(here)).toEqual([]);
      expect(here.engine.state.has("spring")).toBe(true);
      if (isKnown) {
        expect(up).toMatchObject(succeeded);
        expect(up.lines.join("\n")).toContain("the campaign is already running, and nothing was sent");
      } else
        expect(up.errors).toEqual([
          expect.stringMatching(
            /^start campaign 1 \(id 1\): its status "warming-up" does not show .*, and nothing is sent\. .*run `pulumi up` again.*apply state: "stopped"/,
          ),
        ]);
    });

    test("is not started by a new trigger", async () => {
      const here = await after("started");
      const { errors } = await here.engine.up(program("started", { trigger: 1 }));
      expect(orders(here)).toEqual([]);
      expect(errors).toEqual(isKnown ? [] : [expect.stringContaining(unclear)]);
      expect(await here.engine.up(program("started", { trigger: 1 }))).toMatchObject(succeeded);
      expect(orders(here)).toEqual([]);
    });

    test("is not started again by an up or a refresh", async () => {
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
      expect(await here.engine.up(program("stopped"))).toMatchObject(unchanged);
    });

    test("started by this resource: destroy stops it", async () => {
      const here = await after("started");
      expect(await here.engine.destroy()).toMatchObject(succeeded);
      expect(orders(here)).toEqual(["stop"]);
    });

    test("not started by this resource: destroy leaves it, and says so", async () => {
      const here = await untouched();
      await here.engine.up(program("started"));
      expect(await here.engine.up(program("started"))).toMatchObject(succeeded);
      const destroy = await here.engine.destroy();
      expect(destroy).toMatchObject(succeeded);
      expect(orders(here)).toEqual([]);
      expect(destroy.lines.join("\n")).toContain(
        status === "active"
          ? "the campaign is running and was left as it is"
          : 'the campaign may be running (its status is "warming-up") and was left as it is',
      );
    });

    test("is imported as started, so that no import starts it", async () => {
      const here = await untouched();
      expect((await here.engine.get("CampaignState", "1")).props).toMatchObject({ state: "started", status });
    });
  },
);

describe("a declared start that was not sent because of an unknown status", () => {
  async function withUnsentStart(): Promise<World> {
    const here = await world();
    campaign(here).status = "warming-up";
    expect((await here.engine.up(program("started"))).errors).toHaveLength(1);
    here.clock.advance(60_000);
    return here;
  }

  test("fails once, then is a note in every preview and refresh", async () => {
    const here = await withUnsentStart();
    const note =
      'declared as started, but its status "warming-up" does not show whether the campaign is running.';
    const { errors, lines } = await here.engine.up(program("started"));
    expect([errors, lines.join("\n")]).toEqual([[], expect.stringContaining(note)]);
    for (const command of ["preview", "refresh"] as const) {
      const outcome = await here.engine[command](program("started"));
      expect(outcome).toMatchObject(unchanged);
      expect(outcome.lines.join("\n")).toContain(note);
    }
    expect(orders(here)).toEqual([]);
  });

  test.each(["in-progress", "stopped"])(
    "the campaign becomes %s: the next `pulumi up` starts nothing",
    async (later) => {
      const here = await withUnsentStart();
      campaign(here).status = later;
      expect(await here.engine.refresh()).toMatchObject(unchanged);
      const { errors, lines } = await here.engine.up(program("started"));
      expect(errors).toEqual([]);
      expect(orders(here)).toEqual([]);
      if (later === "stopped") expect(lines.join("\n")).toContain("To start it, change `trigger`");
    },
  );

  test("the campaign becomes stopped: a new trigger starts it, once", async () => {
    const here = await withUnsentStart();
    campaign(here).status = "stopped";
    expect(await here.engine.up(program("started", { trigger: 1 }))).toMatchObject(succeeded);
    expect(await here.engine.up(program("started", { trigger: 1 }))).toMatchObject(unchanged);
    expect(orders(here)).toEqual(["start"]);
  });

  test("declared stopped and then started, the program starts it", async () => {
    const here = await withUnsentStart();
    expect(await here.engine.up(program("stopped"))).toMatchObject(succeeded);
    expect(await here.engine.up(program("started"))).toMatchObject(succeeded);
    expect(orders(here)).toEqual(["stop", "start"]);
  });

  test("still fails if an onError hook retries it", async () => {
    const here = await world();
    campaign(here).status = "warming-up";
    for (const afterHalfCreated of ["create", "update"] as const) {
      here.engine.errorHook = { retries: 2, afterHalfCreated };
      here.engine.state.clear();
      expect((await here.engine.up(program("started"))).errors).toHaveLength(1);
      expect(here.engine.state.has("spring")).toBe(true);
    }
    expect(orders(here)).toEqual([]);
  });

  test("is predicted to fail", async () => {
    const here = await world();
    campaign(here).status = "warming-up";
    await here.engine.preview(program("started"));
    expect(predicted(here)).toEqual([expect.stringMatching(/applying this will fail/)]);
  });
});

test("a stop that leaves the campaign active is an error", async () => {
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
