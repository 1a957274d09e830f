/** `voicecall resume` about operations that the next apply could repeat: people would be called twice. */
import { expect, test } from "vitest";
import { typeToken } from "../../sdk/provider-text.js";
import {
  type Given,
  ada,
  called,
  creating,
  live,
  resource,
  resume,
  second,
  spring,
  stopped,
  urn,
  weather,
} from "./resumed.js";

test.each<[string, Given, string, boolean]>([
  [
    "a start that no listing shows",
    { strict: true, pending: creating(spring({ state: "started" })) },
    "recorded: it is not known whether the campaign was started (status: not listed), and `pulumi up` does not start it again",
    true,
  ],
  [
    "a start of a campaign by its name, without a listing",
    { strict: true, pending: creating(spring({ campaign: "Spring renewals", state: "started" })) },
    'left: create CampaignState "Spring renewals": campaign "Spring renewals" cannot be looked up by name',
    false,
  ],
  [
    "a start of a campaign that runs, and that somebody may stop before the next apply",
    {
      seed: { campaigns: [{ id: 1, name: "Spring", status: "in-progress" }] },
      pending: creating(spring({ state: "started" })),
    },
    "recorded: the campaign is running, and `pulumi up` sends nothing",
    true,
  ],
  [
    "a start of a campaign that has ended",
    {
      seed: { campaigns: [{ id: 1, name: "Spring", status: "completed" }] },
      pending: creating(spring({ state: "started" })),
    },
    "recorded: it is not known whether the campaign was started (status: completed)",
    true,
  ],
  [
    "a start of a campaign that somebody may have stopped since",
    { seed: called(), pending: creating(spring({ state: "started" })) },
    "recorded: it is not known whether the campaign was started (status: stopped)",
    true,
  ],
  [
    "a start of a draft that somebody may have stopped since",
    {
      seed: called(),
      pending: [{ type: "updating", resource: spring({ state: "started" }, stopped) }],
      resources: [
        spring({ state: "stopped" }, { ...stopped, outputs: { ...stopped.outputs, status: "draft" } }),
      ],
    },
    "recorded: it is not known whether the campaign was started (status: stopped)",
    true,
  ],
  [
    "a start of a campaign that was stopped, without a listing",
    {
      strict: true,
      pending: [{ type: "updating", resource: spring({ state: "started" }, stopped) }],
      resources: [spring({ state: "stopped" }, stopped)],
    },
    "recorded: it is not known whether the campaign was started",
    true,
  ],
  [
    "a stop without a listing",
    { strict: true, pending: creating(spring({ state: "stopped" })) },
    "cleared: `pulumi up` reads the campaign",
    true,
  ],
  [
    "a start of a replacement, without a listing",
    {
      strict: true,
      pending: creating(spring({ state: "started" })),
      resources: [
        spring({ campaign: 2, state: "started" }, { id: "2", outputs: {}, pendingReplacement: true }),
      ],
    },
    "recorded: it is not known whether the campaign was started",
    true,
  ],
  [
    "a second lead of the run",
    { seed: called({ id: 300, created_at: "2026-02-01 10:00:00" }, {}), pending: second() },
    "recorded: the object with id 301 is as declared",
    true,
  ],
  [
    "a second lead that was not created",
    {
      seed: called({ created_at: "2026-02-01 10:00:00" }),
      pending: second(),
    },
    'left: `pulumi up` creates another object, because onExisting is "create". This is not certain: the object with id 301 is as declared, and another stack may have created it',
    false,
  ],
  [
    "several leads of the run",
    { seed: called({}, { id: 302 }), pending: second() },
    'left: `pulumi up` creates another object, because onExisting is "create". This is not certain: the account has several such objects (ids 301, 302). If it is the run\'s, set adoptId',
    false,
  ],
  [
    "a new lead that has been called since",
    { seed: called({ status: "completed" }), pending: second({ status: "created" }) },
    "recorded: the object with id 301 is as declared",
    true,
  ],
  [
    "an adopted lead that may be called again",
    { seed: called({ status: "completed" }), pending: second({ status: "created", onExisting: "adopt" }) },
    'left: `pulumi up` sets status to "created". This is not certain: if the killed run has set it',
    false,
  ],
  [
    "a lead that may be called again",
    {
      seed: called({ status: "completed" }),
      pending: [
        { type: "updating", resource: resource("Lead", "ada", { ...ada, status: "created" }, { id: "301" }) },
      ],
      resources: [resource("Lead", "ada", ada, { id: "301", outputs: { ...ada, __v: 1 } })],
    },
    'left: `pulumi up` sets status to "created". This is not certain: if the killed run has set it',
    false,
  ],
])("%s", async (_name, given, text, writes) => {
  const result = await resume(given);
  expect(result.all).toContain(text);
  expect([result.code, result.writes], result.all).toEqual([writes ? 0 : 2, writes]);
});

test("a lead that has been called since its create gets no status again", async () => {
  const seed = called({ status: "completed" });
  const outputs = async (status: string): Promise<object | undefined> => {
    const { state } = await resume({ seed, pending: second({ status }) });
    const { deployment } = JSON.parse(state) as { deployment: { resources: { outputs?: object }[] } };
    return deployment.resources.at(-1)!.outputs;
  };
  expect(await outputs("reached-max-retries")).toMatchObject({ __partial: ["status"] });
  expect(await outputs("created")).not.toHaveProperty("__partial");
});

test("two equal creates of which one has made its object get one object", async () => {
  const [one] = second();
  const two = { ...one!, resource: { ...one!.resource, urn: urn(typeToken("Lead"), "twin") } };
  const { stdout } = await resume({ seed: called({}), pending: [one!, two], args: ["--json"] });
  const { operations } = JSON.parse(stdout) as { operations: { outcome: string; text: string }[] };
  expect(operations).toMatchObject([{ outcome: "recorded", id: "301" }, { outcome: "cleared" }]);
});

test("what may be repeated keeps every entry, until the user accepts it", async () => {
  const [repeated] = second();
  const given = {
    seed: { ...called({ created_at: "2026-02-01 10:00:00" }), tools: [live] },
    pending: [repeated!, ...creating(weather())],
  };
  const kept = await resume(given);
  expect([kept.code, kept.writes], kept.all).toEqual([2, false]);
  expect(kept.all.match(/: left: /g)).toHaveLength(2);
  expect(kept.stdout).toContain(
    "Nothing was written, because `pulumi up` does not stop at what it may do a second time.",
  );
  expect(kept.stdout).not.toContain("Next:");
  const accepted = await resume({ ...given, onlyCertain: false });
  expect([accepted.code, accepted.writes], accepted.all).toEqual([0, true]);
  expect(accepted.state).not.toContain("pending_operations");
});
