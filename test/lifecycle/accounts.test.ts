/**
 * With the wrong account, nothing is changed or deleted, in the service or in state. Also tests what state
 * records about the account.
 */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { defaultSeed } from "../../emulator/index.js";
import type { Kind } from "../../provider/catalog.js";
import { CALLER } from "../kinds/campaign.js";
import { fixtures, kinds, serviceOf } from "../kinds/index.js";
import type { Outcome, Program, Props } from "../support/engine-part.js";
import { startService } from "../support/service.js";
import { assistant, tool, type World, world, succeeded, unchanged } from "../support/world.js";

const base = (kind: Kind): Props => ({
  ...fixtures[kind].props,
  // Refers to the campaign by id: the other account lacks the name, so a lookup by name would fail first.
  ...((kind === "Lead" || kind === "LeadSet") && { campaign: 1 }),
  ...(kind === "Campaign" && { assistant: CALLER.id }),
  ...(kind === "CampaignState" && { campaign: 1, state: "started" }),
});
const changeOf = (kind: Kind): Props => fixtures[kind].change;
const program = (kind: Kind, more: Props = {}): Program => ({
  it: { kind, props: { ...base(kind), ...more } },
});

/** State with one object of a kind. If `isUserKnown`, state also has the user id, from a listed assistant. */
async function owned(kind: Kind, isUserKnown: boolean): Promise<World> {
  const here = await world(serviceOf(kind, { seed: defaultSeed() }));
  const present: Program = { present: { kind: "Assistant", props: { ...assistant, name: "Present" } } };
  expect(await here.engine.up({ ...(isUserKnown && present), ...program(kind) })).toMatchObject(succeeded);
  here.engine.state.delete("present");
  here.clock.advance(60_000);
  here.requests();
  return here;
}

/** Expects that each command fails with one error that matches `says`, and does not change state. */
async function expectKept(
  here: World,
  kind: Kind,
  says: RegExp,
  commands: ("preview" | "up" | "refresh" | "destroy")[],
): Promise<void> {
  const before = structuredClone([...here.engine.state]);
  for (const command of commands) {
    const run: Record<string, () => Promise<Outcome>> = {
      preview: () => here.engine.preview(program(kind, changeOf(kind))),
      up: () => here.engine.up(program(kind, changeOf(kind))),
      refresh: () => here.engine.refresh(),
      destroy: () => here.engine.destroy(),
    };
    const { errors } = await run[command]!();
    expect(errors, command).toHaveLength(1);
    expect(errors[0], command).toMatch(says);
    expect(errors[0]).not.toMatch(/other-token|new-token/);
    expect([...here.engine.state], command).toEqual(before);
  }
}

const all = ["preview", "up", "refresh", "destroy"] as const;

describe.each(kinds)("%s", (kind) => {
  test("another account at another base URL: every command fails, and the error names both URLs", async () => {
    const here = await owned(kind, true);
    const other = await world(serviceOf(kind));
    for (const campaign of other.emulator.state.campaigns) campaign.name = "Other";
    const from = here.emulator.address;
    here.engine.env["VOICECALL_BASE_URL"] = `${other.emulator.address}/`;
    const says = new RegExp(
      `state was recorded at ${from}, and its objects are not in the account at ${other.emulator.address} \\(from the environment variable VOICECALL_BASE_URL\\).*Nothing was written.*pulumi stack init`,
    );
    await expectKept(here, kind, says, [...all]);
    expect(other.writes()).toEqual([]);
    expect(here.writes()).toEqual([]);
  });

  test("the same account at another base URL is accepted, and a refresh records the URL", async () => {
    const here = await owned(kind, true);
    const moved = await startService({ ...serviceOf(kind), clock: here.clock });
    Object.assign(moved.state, structuredClone(here.emulator.state));
    here.engine.env["VOICECALL_BASE_URL"] = moved.address;
    expect(await here.engine.preview(program(kind))).toMatchObject(unchanged);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    expect(here.engine.state.get("it")!.outputs["__account"]).toMatchObject({ baseUrl: moved.address });
    expect(await here.engine.up(program(kind, changeOf(kind)))).toMatchObject(succeeded);
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(here.requests()).toEqual([]);
    await moved.close();
  });

  test("a different spelling of the same base URL is the same account", async () => {
    const here = await owned(kind, true);
    here.engine.env["VOICECALL_BASE_URL"] = `${here.emulator.address.toUpperCase().replace("HTTP", "http")}/`;
    expect(await here.engine.refresh()).toMatchObject(succeeded);
    expect(await here.engine.preview(program(kind))).toMatchObject(unchanged);
  });

  test("the token of another user, who has an assistant: every command fails and names both users", async () => {
    const here = await owned(kind, true);
    here.emulator.state.assistants.push({ ...here.emulator.state.assistants[0]!, id: 60, owner: 2 });
    here.engine.env["VOICECALL_ACCESS_TOKEN"] = "other-token";
    await expectKept(
      here,
      kind,
      /another account: its objects belong to user 1, but the token \(from the environment variable VOICECALL_ACCESS_TOKEN\) belongs to user 2/,
      [...all],
    );
    expect(here.writes()).toEqual([]);
  });

  test.each([true, false])(
    "the token of another user, who has no assistant: every command fails (state has the user id: %s)",
    async (isUserKnown) => {
      const here = await owned(kind, isUserKnown);
      here.engine.env["VOICECALL_ACCESS_TOKEN"] = "other-token";
      await expectKept(
        here,
        kind,
        /no object of this stack is in its account\. Nothing was written\..*pulumi stack init/,
        [...all],
      );
      expect(here.writes()).toEqual([]);
      expect(here.emulator.state.campaigns[0]!.status).toBe(
        { CampaignState: "in-progress", Campaign: "draft" }[kind as string] ?? "stopped",
      );
    },
  );

  test.each([true, false])(
    "a rotated token of the same user is accepted (an assistant proves the user: %s)",
    async (isUserKnown) => {
      const here = await owned(kind, isUserKnown);
      here.emulator.state.users[0]!.token = "new-token";
      here.engine.env["VOICECALL_ACCESS_TOKEN"] = "new-token";
      expect(await here.engine.refresh()).toMatchObject(unchanged);
      expect(await here.engine.up(program(kind, changeOf(kind)))).toMatchObject(succeeded);
      expect(await here.engine.destroy()).toMatchObject(succeeded);
      expect(here.engine.state.size).toBe(0);
    },
  );

  if (kind !== "CampaignState") {
    const remove = ({ emulator: { state } }: World): void => {
      if (kind === "Campaign") state.campaigns.length = 0;
      state.tools.length = 0;
      state.leads.length = 0;
      state.assistants = state.assistants.filter(({ name }) => name === "Present");
    };
    const goneOp = kind === "Lead" || kind === "LeadSet" ? "same" : "delete";

    test("gone under a rotated token: proved by an assistant of the same user", async () => {
      const here = await owned(kind, true);
      here.emulator.state.users[0]!.token = "new-token";
      here.engine.env["VOICECALL_ACCESS_TOKEN"] = "new-token";
      remove(here);
      expect(await here.engine.refresh()).toMatchObject({ errors: [], steps: [{ op: goneOp }] });
    });

    test("gone under a rotated token, without assistants: could not tell", async () => {
      const here = await owned(kind, false);
      here.emulator.state.users[0]!.token = "new-token";
      here.engine.env["VOICECALL_ACCESS_TOKEN"] = "new-token";
      remove(here);
      // Renames the campaigns: an unchanged name would prove the account, although the lead is gone.
      here.emulator.state.campaigns.forEach((campaign) => (campaign.name += " (renamed)"));
      await expectKept(
        here,
        kind,
        /no object of this stack is in its account\. Nothing was written\..*pulumi stack init/,
        ["refresh"],
      );
    });

    test("gone under the recorded token, without assistants: the token proves the account", async () => {
      const here = await owned(kind, false);
      remove(here);
      expect(await here.engine.refresh()).toMatchObject({ errors: [], steps: [{ op: goneOp }] });
    });
  }
});

/**
 * A copy of a service, such as a staging system made from a backup: the user and older objects are the same, but an id
 * that was assigned after the copy belongs to another object.
 */
describe("a copy of the service at another base URL, where the id belongs to another object", () => {
  const wanted = (kind: Kind, more: Props = {}): Program => ({
    older: { kind: "MidCallTool", props: { ...tool, name: "get_older" } },
    ...program(kind, more),
  });
  const copied = async (kind: Kind): Promise<World> => {
    const here = await world(serviceOf(kind, { seed: defaultSeed() }));
    expect(await here.engine.up({ older: wanted(kind)["older"]! })).toMatchObject(succeeded);
    here.clock.advance(60_000);
    const copy = structuredClone(here.emulator.state);
    expect(await here.engine.up(wanted(kind))).toMatchObject(succeeded);
    here.clock.advance(60_000);
    const there = await world(serviceOf(kind, { seed: defaultSeed() }));
    there.clock.advance(120_000);
    Object.assign(there.emulator.state, copy);
    Object.assign(there.emulator.state.campaigns[0]!, { name: "Other", status: "in-progress" });
    for (const [name, stored] of here.engine.state) there.engine.state.set(name, structuredClone(stored));
    const { tools, assistants, leads } = here.emulator.state;
    const later = { created_at: "2020-01-01T00:00:00.000000Z" };
    const added = <T extends { id: number }>(all: T[], known: T[], more: object): T[] => [
      ...known,
      ...all
        .filter(({ id }) => known.every((one) => one.id !== id))
        .map((one) => ({ ...one, ...later, ...more })),
    ];
    Object.assign(there.emulator.state, {
      tools: added(tools, copy.tools, { name: "get_theirs" }),
      assistants: added(assistants, copy.assistants, { name: "Theirs" }),
      leads: structuredClone(leads).map((one, index) => ({
        ...one,
        ...later,
        phone_number: `+491511234567${index}`,
      })),
    });
    return there;
  };

  describe.each(kinds.filter((kind) => kind !== "Campaign"))("%s", (kind) => {
    test.each<[string, (here: World) => Promise<Outcome>]>([
      ["preview", ({ engine }) => engine.preview(wanted(kind, changeOf(kind)))],
      ["up with a change", ({ engine }) => engine.up(wanted(kind, changeOf(kind)))],
      ["refresh", ({ engine }) => engine.refresh()],
      ["destroy", ({ engine }) => engine.destroy()],
    ])("%s rejects it, and state keeps the recorded account", async (_, run) => {
      const there = await copied(kind);
      const before = structuredClone(there.engine.state.get("it"));
      const theirs = structuredClone(there.emulator.state.campaigns[0]);
      const { errors } = await run(there);
      expect(errors).toEqual([expect.stringMatching(/its objects are not in the account at/)]);
      expect(there.engine.state.get("it")).toEqual(before);
      expect(there.writes().filter(({ path }) => !path.startsWith("/user/tools/"))).toEqual([]);
      expect(there.emulator.state.campaigns[0]).toEqual(theirs);
    });
  });

  test("a lead that state records as gone needs no proof", async () => {
    const here = await world();
    expect(await here.engine.up({ ...program("Lead"), older: wanted("Lead")["older"]! })).toMatchObject(
      succeeded,
    );
    here.clock.advance(60_000);
    here.emulator.state.leads.length = 0;
    expect(await here.engine.refresh()).toMatchObject({ errors: [] });
    const moved = await startService({ clock: here.clock });
    Object.assign(moved.state, structuredClone(here.emulator.state));
    here.engine.env["VOICECALL_BASE_URL"] = moved.address;
    expect(await here.engine.refresh()).toMatchObject(succeeded);
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    await moved.close();
  });
});

describe("the account in state", () => {
  const fingerprint = (token: string): string => createHash("sha256").update(token).digest("hex").slice(0, 8);
  const recorded = ({ engine }: World): unknown => engine.state.get("it")!.outputs["__account"];
  const refreshWith = async (here: World, token: string): Promise<void> => {
    here.engine.env["VOICECALL_ACCESS_TOKEN"] = token;
    expect(await here.engine.refresh()).toMatchObject(unchanged);
  };

  test("has the last four earlier tokens, each once and without the current one", async () => {
    const here = await owned("MidCallTool", true);
    const [user] = here.emulator.state.users;
    const tokens = [user!.token, "token-1", "token-2", "token-3", "token-4", "token-5"];
    const former = async (token: string): Promise<unknown> => {
      user!.token = token;
      await refreshWith(here, token);
      return recorded(here);
    };
    for (let now = 1; now < tokens.length; now += 1) {
      expect(await former(tokens[now]!)).toEqual({
        baseUrl: here.emulator.address,
        userId: 1,
        token: fingerprint(tokens[now]!),
        form: "2025",
        former: tokens.slice(Math.max(0, now - 4), now).map(fingerprint),
      });
    }
    const back = await former("token-4");
    expect(back).toMatchObject({ former: ["token-1", "token-2", "token-3", "token-5"].map(fingerprint) });
  });
});
