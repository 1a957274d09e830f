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
import { assistant, type World, world, succeeded, unchanged } from "../support/world.js";

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
  test("another base URL: every command fails, and the error names both URLs and the token's source", async () => {
    const here = await owned(kind, true);
    const other = await world(serviceOf(kind));
    const from = here.emulator.address;
    here.engine.env["VOICECALL_BASE_URL"] = `${other.emulator.address}/`;
    const says = new RegExp(
      `state was recorded with a different account: the base URL in state is ${from}, but the current base URL is ${other.emulator.address} \\(the environment variable VOICECALL_BASE_URL\\).*token came from the environment variable VOICECALL_ACCESS_TOKEN.*accountChange`,
    );
    await expectKept(here, kind, says, [...all]);
    expect(other.writes()).toEqual([]);
    expect(here.writes()).toEqual([]);
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
      /the objects in state belong to user 1, but the token belongs to user 2\. The token came from the environment variable VOICECALL_ACCESS_TOKEN/,
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
        /nothing shows that both belong to the same account\. State is kept\..*accountChange/,
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

    test("gone under a rotated token, without assistants: could not tell, unless allowed for one run", async () => {
      const here = await owned(kind, false);
      here.emulator.state.users[0]!.token = "new-token";
      here.engine.env["VOICECALL_ACCESS_TOKEN"] = "new-token";
      remove(here);
      // Renames the campaigns: an unchanged name would prove the account, although the lead is gone.
      here.emulator.state.campaigns.forEach((campaign) => (campaign.name += " (renamed)"));
      await expectKept(
        here,
        kind,
        /nothing shows that both belong to the same account\. State is kept\..*accountChange/,
        ["refresh"],
      );
      here.engine.config = { "voicecall:accountChange": "allow" };
      expect(await here.engine.refresh()).toMatchObject({ errors: [], steps: [{ op: goneOp }] });
    });

    test("gone under the recorded token, without assistants: the token proves the account", async () => {
      const here = await owned(kind, false);
      remove(here);
      expect(await here.engine.refresh()).toMatchObject({ errors: [], steps: [{ op: goneOp }] });
    });
  }

  test.each(["refresh", "up"] as const)(
    "moved to another base URL, allowed for one %s: accepted in later runs",
    async (command) => {
      const here = await owned(kind, true);
      const moved = await startService({ ...serviceOf(kind), clock: here.clock });
      Object.assign(moved.state, structuredClone(here.emulator.state));
      here.engine.env["VOICECALL_BASE_URL"] = moved.address;
      here.engine.config = { "voicecall:accountChange": "allow" };
      const run = command === "refresh" ? here.engine.refresh() : here.engine.up(program(kind));
      expect(await run).toMatchObject(succeeded);
      // The setting is still present, but there is no account change left to accept.
      expect(await here.engine.preview(program(kind))).toMatchObject(unchanged);
      here.engine.config = {};
      expect(await here.engine.refresh()).toMatchObject(unchanged);
      expect(await here.engine.up(program(kind))).toMatchObject(unchanged);
      expect(here.requests()).toEqual([]);
      await moved.close();
    },
  );
});

describe("another object with the same id, when an account change is allowed", () => {
  const allow = { "voicecall:accountChange": "allow" };
  const it = { it: { kind: "Assistant", props: { ...assistant, name: "Support" } } };
  const takenOver = async (more: object = {}): Promise<World> => {
    const here = await world();
    expect(await here.engine.up(it)).toMatchObject(succeeded);
    const id = Number(here.engine.state.get("it")!.id);
    const sales = { id, name: "Sales", type: "outbound" as const, ...more };
    const there = await world({ seed: { ...defaultSeed(), assistants: [sales] } }, allow);
    for (const [name, stored] of here.engine.state) there.engine.state.set(name, structuredClone(stored));
    return there;
  };

  test.each<[string, (here: World) => Promise<{ errors: string[] }>]>([
    ["preview", ({ engine }) => engine.preview(it)],
    ["up", ({ engine }) => engine.up(it)],
    ["refresh", ({ engine }) => engine.refresh()],
    ["destroy", ({ engine }) => engine.destroy()],
  ])("%s rejects it, and state keeps the recorded account", async (_, run) => {
    const there = await takenOver();
    const before = structuredClone(there.engine.state.get("it"));
    const { errors } = await run(there);
    expect(errors).toEqual([
      expect.stringMatching(
        /"Support" \(id 201\): .*the object with id 201 in the account is a different one: its name and its creation time differ from those in state\. Nothing was changed\./,
      ),
    ]);
    expect(there.writes()).toEqual([]);
    expect(there.engine.state.get("it")).toEqual(before);
  });

  test("an object with the recorded name was moved, even if its creation time differs", async () => {
    const there = await takenOver({ name: "Support" });
    expect((await there.engine.refresh()).errors).toEqual([]);
    there.engine.config = {};
    expect((await there.engine.refresh()).errors).toEqual([]);
  });
});

describe("other objects with the same ids behind another base URL, when an account change is allowed", () => {
  const kindsById = ["LeadSet", "CampaignState"] as const;
  const wanted = (kind: (typeof kindsById)[number], more: Props = {}): Program =>
    program(kind, { ...(kind === "LeadSet" && { campaign: 1 }), ...more });

  /**
   * Applies the program to one service, and copies its state to a stack of a second one. There, the same ids
   * belong to another campaign and other people.
   */
  const takenOver = async (kind: (typeof kindsById)[number]): Promise<World> => {
    const here = await world();
    expect(await here.engine.up(wanted(kind))).toMatchObject(succeeded);
    here.clock.advance(60_000);
    const there = await world({}, { "voicecall:accountChange": "allow" });
    there.emulator.state.leads.push(
      ...structuredClone(here.emulator.state.leads).map((one, index) => ({
        ...one,
        phone_number: `+491511234567${index}`,
      })),
    );
    Object.assign(there.emulator.state.campaigns[0]!, { name: "Other", status: "in-progress" });
    for (const [name, stored] of here.engine.state) there.engine.state.set(name, structuredClone(stored));
    return there;
  };

  describe.each(kindsById)("%s", (kind) => {
    test.each<[string, (here: World) => Promise<Outcome>]>([
      ["preview", ({ engine }) => engine.preview(wanted(kind, changeOf(kind)))],
      ["up", ({ engine }) => engine.up(wanted(kind))],
      ["up with a change", ({ engine }) => engine.up(wanted(kind, changeOf(kind)))],
      ["refresh", ({ engine }) => engine.refresh()],
      ["destroy", ({ engine }) => engine.destroy()],
    ])("%s rejects them, and state keeps the recorded account", async (_, run) => {
      const there = await takenOver(kind);
      const before = structuredClone(there.engine.state.get("it"));
      const { errors } = await run(there);
      expect(errors).toEqual([
        expect.stringMatching(
          /voicecall:accountChange is "allow", but .* id 1 in the account .* different one/,
        ),
      ]);
      expect(there.writes()).toEqual([]);
      expect(there.engine.state.get("it")).toEqual(before);
    });
  });

  test("LeadSet: a campaign with another name, in which no lead has a recorded id", async () => {
    const there = await takenOver("LeadSet");
    there.emulator.state.leads.length = 0;
    expect((await there.engine.up(wanted("LeadSet", changeOf("LeadSet")))).errors).toHaveLength(1);
    expect(there.writes()).toEqual([]);
    there.emulator.state.campaigns.length = 0;
    there.clock.advance(120_000);
    expect(await there.engine.destroy()).toMatchObject(succeeded);
    expect(there.writes()).toEqual([]);
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

  test("has nothing of the previous account after an allowed change", async () => {
    const here = await owned("MidCallTool", true);
    here.emulator.state.users[0]!.token = "rotated-token";
    await refreshWith(here, "rotated-token");
    const moved = await startService({ clock: here.clock, token: "moved-token" });
    Object.assign(moved.state, { ...structuredClone(here.emulator.state), users: moved.state.users });
    here.engine.env["VOICECALL_BASE_URL"] = moved.address;
    here.engine.config = { "voicecall:accountChange": "allow" };
    await refreshWith(here, "moved-token");
    expect(recorded(here)).toEqual({
      baseUrl: moved.address,
      token: fingerprint("moved-token"),
      form: "2025",
    });
    await moved.close();
  });
});
