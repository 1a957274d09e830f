/** When actions are sent, and when they must not be sent: a `start` makes phones ring. */
import { describe, expect, test } from "vitest";
import type { EmulatorOptions } from "../../emulator/index.js";
import type { Program } from "../support/engine-part.js";
import { hostProcess } from "../support/runtime.js";
import { type World, world, succeeded, unchanged, oneStep } from "../support/world.js";
import { orders } from "../kinds/campaign-state.js";

type Props = Record<string, unknown>;

const SPRING = "Spring renewals";
const program = (props: Props = {}): Program => ({
  spring: { kind: "CampaignState", props: { campaign: SPRING, ...props } },
});
const started = (props: Props = {}): Program => program({ state: "started", ...props });
const stopped = (props: Props = {}): Program => program({ state: "stopped", ...props });

const byHand = ({ emulator }: World, status: string): void => {
  emulator.state.campaigns[0]!.status = status;
};
const outputs = ({ engine }: World): Props => engine.state.get("spring")!.outputs;

async function campaign(status: string, options: EmulatorOptions = {}): Promise<World> {
  const here = await world(options);
  byHand(here, status);
  return here;
}

async function applied(status: string, wanted: Program, options: EmulatorOptions = {}): Promise<World> {
  const here = await campaign(status, options);
  expect(await here.engine.up(wanted)).toMatchObject(succeeded);
  here.requests();
  return here;
}

describe("created", () => {
  test.each([
    ["draft", "started", ["start"], "in-progress"],
    ["stopped", "started", ["start"], "in-progress"],
    ["paused", "started", ["start"], "in-progress"],
    ["in-progress", "started", [], "in-progress"],
    ["draft", "stopped", [], "draft"],
    ["stopped", "stopped", [], "stopped"],
    ["paused", "stopped", ["stop"], "stopped"],
    ["in-progress", "stopped", ["stop"], "stopped"],
  ])("%s, declared %s: %j is sent", async (status, state, expected, after) => {
    const here = await campaign(status);
    expect(await here.engine.preview(program({ state }))).toMatchObject(succeeded);
    expect(orders(here)).toEqual([]);
    expect(await here.engine.up(program({ state }))).toMatchObject(succeeded);
    expect(orders(here)).toEqual(expected);
    expect(outputs(here)).toMatchObject({ campaignId: 1, status: after, lastAction: expected[0] ?? null });
    for (const again of [here.engine.preview, here.engine.up]) {
      expect(await again(program({ state }))).toMatchObject({ ...unchanged, lines: [] });
    }
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    expect(orders(here)).toEqual([]);
  });

  test("the id is the campaign's, as text", async () => {
    const here = await applied("draft", started());
    expect(here.engine.state.get("spring")!.id).toBe("1");
    expect(outputs(here)).toMatchObject({ lastMessage: "Campaign started successfully" });
  });

  test("a listing from before a start proves nothing: the campaign may have started since then", async () => {
    const here = await campaign("stopped");
    const hosted = hostProcess(here.clock, here.engine.env).open("CampaignState");
    const { inputs } = await hosted.check({}, { campaign: SPRING, state: "started" });
    byHand(here, "in-progress");
    await hosted.create(inputs);
    expect(orders(here)).toEqual([]);
  });

  test.each([0, 5_000])(
    "two resources for one campaign start it once, with a listing lag of %i ms",
    async (listLag) => {
      const here = await campaign("stopped", { listLag });
      const hosted = hostProcess(here.clock, here.engine.env).open("CampaignState");
      await hosted.check({}, { campaign: SPRING, state: "started" });
      const created = await Promise.all([
        hosted.create({ campaign: SPRING, state: "started" }),
        hosted.create({ campaign: 1, state: "started" }),
      ]);
      expect(created.map(({ id }) => id)).toEqual(["1", "1"]);
      expect(orders(here)).toEqual(["start"]);
    },
  );
});

describe("changed in the program", () => {
  test.each<[string, Program, string | undefined, Program, string[]]>([
    ["state to started", stopped(), undefined, started(), ["start"]],
    ["to started, running", stopped(), "in-progress", started(), []],
    ["state to stopped", started(), undefined, stopped(), ["stop"]],
    ["to stopped, stopped", started(), "stopped", stopped(), []],
    ["a first trigger, and it runs", started(), undefined, started({ trigger: "a" }), []],
    ["a first trigger, manually stopped", started(), "stopped", started({ trigger: "a" }), ["start"]],
    ["another trigger", started({ trigger: 1 }), "stopped", started({ trigger: 2 }), ["start"]],
    ["the same trigger", started({ trigger: 1 }), "stopped", started({ trigger: 1 }), []],
    ["another blank", started({ trigger: "a" }), "stopped", started({ trigger: "a " }), ["start"]],
    ["trigger removed", started({ trigger: 1 }), "stopped", started(), []],
    ["a policy", started(), "stopped", started({ onDestroy: "leave" }), []],
    ["a trigger while stopped", stopped(), "in-progress", stopped({ trigger: "a" }), ["stop"]],
  ])("%s", async (_, first, hand, second, expected) => {
    const here = await applied("draft", first);
    here.clock.advance(60_000);
    if (hand) byHand(here, hand);
    expect(await here.engine.up(second)).toMatchObject(succeeded);
    expect(orders(here)).toEqual(expected);
    expect(await here.engine.up(second)).toMatchObject(unchanged);
    expect(orders(here)).toEqual([]);
  });

  test("a different campaign leads to a replacement", async () => {
    const here = await applied("draft", started());
    expect(await here.engine.up(started({ campaign: 2 }))).toMatchObject(oneStep("replace", "campaign"));
    expect(here.bodies()).toEqual([
      { campaign_id: 1, action: "stop" },
      { campaign_id: 2, action: "start" },
    ]);
    expect(here.engine.state.get("spring")!.id).toBe("2");
  });

  test("a different spelling of the same campaign is not a change", async () => {
    const here = await applied("draft", started());
    expect(await here.engine.up(started({ campaign: 1 }))).toMatchObject(unchanged);
    expect(orders(here)).toEqual([]);
  });
});

describe("changed manually", () => {
  test("stopped: shown as a note in refresh and preview; never a difference, never a start", async () => {
    const here = await applied("draft", started());
    byHand(here, "stopped");
    const refresh = await here.engine.refresh();
    expect(refresh).toMatchObject(unchanged);
    expect(refresh.lines.join("\n")).toMatch(/declared as started, but the service reports stopped/);
    expect(outputs(here)).toMatchObject({ state: "started", status: "stopped" });
    const preview = await here.engine.preview(started());
    expect(preview).toMatchObject(unchanged);
    expect(preview.lines.join("\n")).toMatch(
      /not started again automatically\. To start it, change `trigger`/,
    );
    for (let time = 0; time < 2; time += 1) await here.engine.up(started());
    expect(orders(here)).toEqual([]);
    expect(await here.engine.up(started({ trigger: 1 }))).toMatchObject(succeeded);
    expect(orders(here)).toEqual(["start"]);
  });

  test("started while declared stopped, then declared started: nothing is sent, also after refreshes", async () => {
    const here = await applied("stopped", stopped());
    byHand(here, "in-progress");
    await here.engine.refresh();
    expect(await here.engine.up(started())).toMatchObject(oneStep("update"));
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    expect(await here.engine.up(started())).toMatchObject(unchanged);
    expect(orders(here)).toEqual([]);
  });
});

describe("read never returns gone", () => {
  test.each<[string, (here: World) => void]>([
    ["the campaign is no longer listed", ({ emulator }) => void emulator.state.campaigns.shift()],
    ["the listing is empty", ({ emulator }) => void emulator.state.campaigns.splice(0)],
    [
      "the route is missing",
      ({ emulator }) => emulator.faults.add({ path: "/user/campaigns", exact: true, fault: { status: 404 } }),
    ],
  ])("%s", async (_, change) => {
    const here = await applied("draft", started());
    const before = structuredClone(outputs(here));
    change(here);
    here.clock.advance(60_000);
    const refresh = await here.engine.refresh();
    expect(refresh).toMatchObject(unchanged);
    expect(refresh.lines.join("\n")).toMatch(/status could not be read/);
    expect(outputs(here)).toMatchObject({ ...before, __notReadable: expect.arrayContaining(["state"]) });
  });

  test("the mark of an unreadable field is removed when the field is readable again", async () => {
    const here = await applied("draft", started());
    const campaigns = here.emulator.state.campaigns.splice(0);
    await here.engine.refresh();
    here.emulator.state.campaigns.push(...campaigns);
    await here.engine.refresh();
    expect(outputs(here)).not.toHaveProperty("__notReadable");
  });
});

describe("deleted: stop is sent only if this resource started the campaign", () => {
  test.each<[string, string, Program[], string | undefined, string[]]>([
    ["started by this resource", "draft", [started()], undefined, ["stop"]],
    ["started, manually stopped since", "draft", [started()], "stopped", []],
    ["ran before", "in-progress", [started()], undefined, []],
    ["never started", "draft", [stopped()], undefined, []],
    ["never started, manually started since", "draft", [stopped()], "in-progress", []],
    ["started and stopped, then manually started", "draft", [started(), stopped()], "in-progress", []],
    ["started, onDestroy: leave", "draft", [started(), started({ onDestroy: "leave" })], undefined, []],
    ["started by a trigger", "draft", [stopped(), started({ trigger: 1 })], undefined, ["stop"]],
  ])("%s", async (_, status, programs, hand, expected) => {
    const here = await campaign(status);
    for (const wanted of programs) expect(await here.engine.up(wanted)).toMatchObject(succeeded);
    here.clock.advance(60_000);
    if (hand) byHand(here, hand);
    here.requests();
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(orders(here)).toEqual(expected);
    expect(here.engine.state.size).toBe(0);
  });

  test("a listing that lags behind the start does not prevent the stop", async () => {
    for (const end of [(here: World) => here.engine.destroy(), (here: World) => here.engine.up(stopped())]) {
      const here = await applied("draft", started(), { listLag: 5_000 });
      expect(await end(here)).toMatchObject(succeeded);
      expect(orders(here)).toEqual(["stop"]);
      expect(here.emulator.state.campaigns[0]!.status).toBe("stopped");
    }
  });

  test("own start, manual stop that is then declared, manual start: destroy leaves the campaign running", async () => {
    const here = await applied("draft", started());
    here.clock.advance(60_000);
    byHand(here, "stopped");
    await here.engine.up(stopped());
    byHand(here, "in-progress");
    await here.engine.destroy();
    expect(orders(here)).toEqual([]);
  });

  test("a campaign that the service no longer has counts as stopped", async () => {
    const here = await applied("draft", started());
    here.emulator.state.campaigns.shift();
    expect(await here.engine.destroy()).toMatchObject(succeeded);
  });
});

describe("a service that lists no campaigns", () => {
  const strict = { strict: true };

  test("a numeric id works, from start to destroy", async () => {
    const here = await applied("draft", started({ campaign: 1 }), strict);
    expect(await here.engine.up(started({ campaign: 1 }))).toMatchObject(unchanged);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    expect(await here.engine.up(stopped({ campaign: 1 }))).toMatchObject(succeeded);
    expect(await here.engine.up(started({ campaign: 1 }))).toMatchObject(succeeded);
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(orders(here)).toEqual(["stop", "start", "stop"]);
  });

  test("a name is rejected in preview, and the error asks for the id", async () => {
    const here = await campaign("draft", strict);
    const { errors } = await here.engine.preview(started());
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/cannot be looked up by name; give its id as a number.*voicecall:routes/);
  });

  test("`get` returns no `state` if no listing shows it", async () => {
    const here = await campaign("in-progress", strict);
    const { id, props } = await here.engine.get("CampaignState", "1");
    expect(id).toBe("1");
    expect(props).toMatchObject({ campaign: 1, status: null });
    expect(props).not.toHaveProperty("state");
  });
});
