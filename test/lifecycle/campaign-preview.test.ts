/** A preview announces every apply that would start a campaign. */
import { describe, expect, test } from "vitest";
import type { Program, Props } from "../support/engine-part.js";
import { UNKNOWN } from "../support/engine-part.js";
import { TWO, leadSet } from "./lead-set-lists.js";
import { lead, type World, world, succeeded, unchanged } from "../support/world.js";

const SPRING = "Spring renewals";
const program = (state: string, props: Props = {}): Program => ({
  spring: { kind: "CampaignState", props: { campaign: SPRING, state, ...props } },
});
const campaign = ({ emulator }: World) => emulator.state.campaigns[0]!;
const START = /applying this \w+ START/;

async function previewed(here: World, wanted: Program): Promise<string> {
  here.requests();
  const { errors, lines } = await here.engine.preview(wanted);
  expect(errors).toEqual([]);
  expect(here.writes()).toEqual([]);
  return lines.join("\n");
}

async function applied(wanted: Program, status?: string): Promise<World> {
  const here = await world();
  expect(await here.engine.up(wanted)).toMatchObject(succeeded);
  here.clock.advance(60_000);
  if (status) campaign(here).status = status;
  return here;
}

describe("the announcement of a start", () => {
  test("a new resource, by name and by id, with the count of its leads", async () => {
    const leads: Program = Object.fromEntries(
      ["+12025550143", "+12025550144"].map((phoneNumber) => [
        phoneNumber,
        { kind: "Lead", props: { ...lead, phoneNumber } },
      ]),
    );
    const here = await applied(leads);
    const line =
      'CampaignState "Spring renewals" (id 1): applying this will START the campaign, and people are called. It has 2 leads now.';
    expect(await previewed(here, { ...leads, ...program("started") })).toContain(line);
    expect(await previewed(here, { ...leads, ...program("started", { campaign: 2 }) })).toMatch(
      /CampaignState 2: applying this will START.*It has 0 leads now/,
    );
  });

  test.each<[string, Program, string | undefined, Program]>([
    ["another state", program("stopped"), undefined, program("started")],
    ["another trigger", program("started", { trigger: 1 }), "stopped", program("started", { trigger: 2 })],
    ["a first trigger", program("started"), "completed", program("started", { trigger: 1 })],
    ["another campaign", program("started"), undefined, program("started", { campaign: 2 })],
  ])("announced: %s", async (_, before, status, after) => {
    const here = await applied(before, status);
    const lines = await previewed(here, after);
    expect(lines).toMatch(
      /applying this will START the campaign( "Welcome calls")?, and people are called\. It has 0 leads now/,
    );
    expect(lines.match(/START/g)).toHaveLength(1);
    expect((await here.engine.up(after)).errors).toEqual([]);
    expect(here.writes().at(-1)!.body).toMatchObject({ action: "start" });
  });

  test.each<[string, Program, string | undefined, Program]>([
    ["the campaign is already running", program("stopped"), "in-progress", program("started")],
    ["a new resource for a running campaign", {}, "in-progress", program("started")],
    ["declared stopped", {}, undefined, program("stopped")],
    ["to stopped", program("started"), undefined, program("stopped", { trigger: 1 })],
    ["stopped manually", program("started"), "stopped", program("started")],
    ["a policy", program("started"), "stopped", program("started", { onDestroy: "leave" })],
    ["the trigger removed", program("started", { trigger: 1 }), "stopped", program("started")],
    ["a number as text", program("started", { trigger: 1 }), "stopped", program("started", { trigger: "1" })],
    ["text as a number", program("started", { trigger: "2" }), "stopped", program("started", { trigger: 2 })],
  ])("not announced: %s", async (_, before, status, after) => {
    const here = await applied(before, status);
    expect(await previewed(here, after)).not.toMatch(START);
    await here.engine.refresh();
    here.requests();
    expect((await here.engine.up(after)).errors).toEqual([]);
    expect(here.writes()).not.toContainEqual(
      expect.objectContaining({ body: expect.objectContaining({ action: "start" }) }),
    );
  });

  test("also covers unknown values and failed lookups", async () => {
    const here = await applied(program("stopped"));
    expect(await previewed(here, program(UNKNOWN))).toMatch(/applying this may START/);
    expect(await previewed(here, program("started", { trigger: UNKNOWN }))).toMatch(
      /applying this may START/,
    );
    expect(
      await previewed(here, {
        other: { kind: "CampaignState", props: { campaign: UNKNOWN, state: "started" } },
      }),
    ).toMatch(
      /CampaignState other: applying this will START the campaign, and people are called\. Which campaign and whom it calls is known only after an apply: .* first apply state: "stopped"\./,
    );
    here.emulator.faults.add({
      method: "GET",
      path: "/user/leads",
      fault: { status: 403, body: { message: "No" } },
    });
    expect(await previewed(here, program("started"))).toMatch(
      /people are called\. Whom it calls is unknown, because its leads could not be listed\.$/,
    );
    delete here.engine.env["VOICECALL_ACCESS_TOKEN"];
    expect(await previewed(here, program("started"))).toMatch(
      /will START the campaign.*unless it is already running/,
    );
  });

  test("a new resource for a running campaign may be a replacement: a stop and a start", async () => {
    const here = await applied({}, "in-progress");
    expect(await previewed(here, program("started"))).toMatch(
      /\(id 1\): the campaign is already running, so a new resource does not start it\. If this resource replaces .*will START again/,
    );
  });

  test("a refresh announces nothing, and a campaign that the account lacks is an error", async () => {
    const here = await applied(program("started"), "stopped");
    expect((await here.engine.refresh()).lines.join("\n")).not.toMatch(START);
    const lacking = { it: { kind: "CampaignState", props: { campaign: 99, state: "started" } } };
    expect((await here.engine.preview(lacking)).errors).toEqual([
      expect.stringContaining("the account has no campaign with id 99"),
    ]);
  });

  test("a campaign that was removed from the account: preview says that the start will fail", async () => {
    const here = await applied(program("stopped", { campaign: 1 }), "stopped");
    here.emulator.state.campaigns = here.emulator.state.campaigns.filter(({ id }) => id !== 1);
    expect(await previewed(here, program("started", { campaign: 1 }))).toContain(
      "applying this will fail: the account has no campaign 1",
    );
  });
});

test('trigger 1 and "1" are equal: no change in either direction, and no action', async () => {
  const here = await applied(program("started", { trigger: 1 }), "stopped");
  here.requests();
  for (const trigger of ["1", 1, "1"]) {
    for (const run of [here.engine.preview, here.engine.up])
      expect(await run(program("started", { trigger }))).toMatchObject(unchanged);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
  }
  // An update with another change sends no action either.
  expect(await here.engine.up(program("started", { trigger: 1, onDestroy: "leave" }))).toMatchObject(
    succeeded,
  );
  expect(here.writes()).toEqual([]);
});

describe("a stop beside new leads", () => {
  const running = { ada: { kind: "Lead", props: lead }, ...program("started") };
  const rows = Array.from(
    { length: 130 },
    (_, n) => `+1${203 + Math.floor(n / 100)}55501${String(n % 100).padStart(2, "0")},Ada\n`,
  );

  test.each<[string, () => Program, string]>([
    [
      "a Lead",
      () => ({ bob: { kind: "Lead", props: { ...lead, phoneNumber: "+12025550144" } } }),
      "1 new lead (at 60 requests a minute: 1 second)",
    ],
    ["a list", () => ({ people: leadSet(TWO) }), "2 new leads (at 60 requests a minute: 2 seconds)"],
    [
      "a long list",
      () => ({ people: leadSet(`Phone,Name\n${rows.join("")}`) }),
      "130 new leads (at 60 requests a minute: 3 minutes)",
    ],
  ])("preview names it, with the number and the time: %s", async (_, added, says) => {
    const here = await applied(running);
    const lines = await previewed(here, { ...added(), ...running, ...program("stopped") });
    expect(lines).toContain("(id 1): applying this stops the campaign, and sends it ");
    expect(lines).toContain(`${says}, which it may call until it is stopped.`);
    expect(lines).toContain("apply it alone before: `pulumi up --target '**:CampaignState::spring'`.");
  });

  test.each<[string, () => Program, string | undefined]>([
    ["no new lead", () => ({}), undefined],
    ["a campaign that rests", () => ({ people: leadSet(TWO) }), "completed"],
  ])("nothing is said: %s", async (_, added, status) => {
    const here = await applied(running, status);
    expect(await previewed(here, { ...added(), ...running, ...program("stopped") })).not.toContain(
      "stops the",
    );
  });
});

describe("a service that lists no campaigns cannot show whether a start was processed", () => {
  const warning =
    /will START.*Its status could not be listed: .*applying this starts the campaign a SECOND time/;

  test.each<[string, Program | undefined]>([
    ["create", undefined],
    ["update", program("stopped", { campaign: 1 })],
  ])("preview warns before the start of a %s, also after an interrupted start", async (_, before) => {
    const here = await world({ strict: true });
    if (before) await here.engine.up(before);
    const wanted = program("started", { campaign: 1 });
    expect(await previewed(here, wanted)).toMatch(warning);
    here.requests();
    const stored = structuredClone([...here.engine.state]);
    await here.engine.up(wanted);
    here.engine.state.clear();
    for (const [name, one] of stored) here.engine.state.set(name, one);
    expect(await previewed(here, wanted)).toMatch(warning);
    here.engine.state.clear();
  });

  test("no warning from a service that lists campaigns", async () => {
    expect(await previewed(await world(), program("started"))).not.toContain("SECOND");
  });
});

test.each<[string, Props, Props, RegExp]>([
  [
    "leave, then stop",
    { onDestroy: "leave" },
    { onDestroy: "stop" },
    /does not stop campaign 1, because onDestroy is "leave" in state/,
  ],
  ["leave, then not set", { onDestroy: "leave" }, {}, /the replacement does not stop campaign 1/],
  [
    "not set, then leave",
    {},
    { onDestroy: "leave" },
    /the replacement stops campaign 1, because onDestroy is not set/,
  ],
  ["not set, then stop", {}, { onDestroy: "stop" }, /^(?!.*the replacement)/s],
])("a change of the campaign with another onDestroy: %s", async (_, before, after, says) => {
  const here = await applied(program("started", before));
  const wanted = program("stopped", { campaign: 2, ...after });
  expect(await previewed(here, wanted)).toMatch(says);
  expect((await here.engine.up(wanted)).errors).toEqual([]);
  expect(campaign(here).status).toBe(before["onDestroy"] === "leave" ? "in-progress" : "stopped");
});
