/**
 * What preview announces and `up` sends for a CampaignState, for every combination of what was declared and sent
 * before, what the program declares now, and what the service shows. The table is a snapshot, to be read by people.
 */
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Outcome, Program, Props, Stored } from "../support/engine-part.js";
import { ORDERS, springCampaign } from "../kinds/campaign-state.js";
import { type World, world } from "../support/world.js";

const PAGE = path.join(__dirname, "snapshots", "campaign-state-plan.md");
const NAME = "Spring renewals";
const CAMPAIGNS = { method: "GET", path: "/user/campaigns", exact: true } as const;

const program = (props: Props): Program => ({ spring: { kind: "CampaignState", props } });
const answers = (here: World, body: unknown, times = 1): void =>
  void here.emulator.faults.add({ path: ORDERS, times, fault: { status: 200, body } });
const loses = (here: World, times = 1): void =>
  void here.emulator.faults.add({ path: ORDERS, times, fault: "cut-before" });
const unlists = (here: World): void =>
  void here.emulator.faults.add({ ...CAMPAIGNS, fault: { status: 404 } });

/** What happened before, by the state that it leaves. `play` begins with a stopped campaign. */
interface Before {
  readonly state?: "started" | "stopped";
  /** One above. The section has only the rows that differ from those there. */
  readonly like?: string;
  readonly play: (here: World, up: (state: string) => Promise<Outcome>) => Promise<unknown>;
}
const status = (here: World, value: string): void => void (springCampaign(here).status = value);
const BEFORE: Record<string, Before> = {
  nothing: { play: async () => undefined },
  "started: start was sent": { state: "started", play: (_, up) => up("started") },
  "started: it ran already": {
    state: "started",
    like: "started: start was sent",
    play: (here, up) => {
      status(here, "in-progress");
      return up("started");
    },
  },
  "started: refused because of an unknown status": {
    state: "started",
    like: "started: it ran already",
    play: (here, up) => {
      status(here, "warming-up");
      return up("started");
    },
  },
  "started: the response to the start was lost": {
    state: "started",
    like: "started: start was sent",
    play: (here, up) => {
      loses(here);
      return up("started");
    },
  },
  "started: the response was lost, and campaigns were not listed": {
    state: "started",
    like: "started: the response to the start was lost",
    play: (here, up) => {
      unlists(here);
      loses(here);
      return up("started");
    },
  },
  "started: the response was lost, campaigns were not listed, and a second up": {
    state: "started",
    like: "started: the response to the start was lost",
    play: async (here, up) => {
      unlists(here);
      loses(here);
      await up("started");
      await up("started");
    },
  },
  "started: the response contradicted the start": {
    state: "started",
    like: "started: the response to the start was lost",
    play: (here, up) => {
      answers(here, { success: true, data: { campaign_id: 1, status: "stopped" } });
      return up("started");
    },
  },
  "stopped: nothing was sent": { state: "stopped", play: (_, up) => up("stopped") },
  "stopped: stop was sent": {
    state: "stopped",
    like: "stopped: nothing was sent",
    play: (here, up) => {
      status(here, "in-progress");
      return up("stopped");
    },
  },
  "stopped: the stop failed": {
    state: "stopped",
    like: "stopped: nothing was sent",
    play: (here, up) => {
      status(here, "in-progress");
      answers(here, { success: true, data: { campaign_id: 1, status: "in-progress" } });
      return up("stopped");
    },
  },
  "stopped: a refresh found it running": {
    state: "stopped",
    like: "stopped: the stop failed",
    play: async (here, up) => {
      await up("stopped");
      status(here, "in-progress");
      await here.engine.refresh();
    },
  },
};

const other = (state: string): string => (state === "started" ? "stopped" : "started");
/** What the program declares now: other properties, or a command. */
const NOW: Record<string, (state: string) => Props | "destroy" | "refresh"> = {
  unchanged: (state) => ({ state }),
  "a new trigger": (state) => ({ state, trigger: 2 }),
  "the trigger removed": (state) => ({ state, trigger: undefined }),
  "another onDestroy": (state) => ({ state, onDestroy: "leave" }),
  "the other state": (state) => ({ state: other(state) }),
  "the other state, a new trigger": (state) => ({ state: other(state), trigger: 2 }),
  "unchanged, after a refresh": () => "refresh",
  destroyed: () => "destroy",
};
const CREATED: typeof NOW = {
  started: () => ({ state: "started" }),
  stopped: () => ({ state: "stopped" }),
};
const DESTROYED = { "onDestroy: stop": "stop", "onDestroy: leave": "leave" };

const MOVED = "name moved";
/** What the service shows now. */
const SEEN: Record<string, (here: World) => void> = {
  ...Object.fromEntries(
    ["in-progress", "active", "stopped", "draft", "paused", "completed", "warming-up"].map((value) => [
      value,
      (here: World) => status(here, value),
    ]),
  ),
  "no status": (here) => void ((springCampaign(here) as { status: unknown }).status = null),
  "not listed": ({ emulator }) => void emulator.state.campaigns.shift(),
  "no listing": unlists,
  "listing fails": ({ emulator }) =>
    void emulator.faults.add({ ...CAMPAIGNS, fault: { status: 403, body: { message: "No" } } }),
  [MOVED]: (here) => {
    const [first, second] = here.emulator.state.campaigns;
    [first!.name, second!.name] = ["Old renewals", NAME];
    status(here, "stopped");
  },
};

/** The kinds of lines and errors, by the word that the table shows. Each line must be one of them. */
const SAID: Record<string, RegExp> = {
  "START a second time?": /will START.*a SECOND time/,
  START: /will START the campaign( "[^"]+")?, and people/,
  "START if ended": /If the campaign ends before the apply, it will START/,
  replaced: /already running, so a new resource does not start it/,
  found: /already running, and nothing was sent/,
  "not started": /declared as started, but the service reports/,
  "in doubt": /it is not known whether the campaign was started\. It is not started again/,
  unclear: /does not show whether the campaign is running/,
  refreshed: /may come from a refresh/,
  follows: /campaign now refers to another object in the account, and that object will be used/,
  moved: /referred to campaign 1 and now refers to campaign 2/,
  absent: /the account has no campaign/,
  left: /left as it is, because this resource has no record/,
  unread: /status could not be read/,
  "nothing to stop": /nothing to stop/,
  "listing failed": /\/user\/campaigns\b|list campaigns|look up campaigns/,
};

const said = (lines: readonly string[]): string[] =>
  lines.map((line) => {
    const kind = Object.entries(SAID).find(([, pattern]) => pattern.test(line))?.[0] ?? `?${line}`;
    return /applying this will fail/i.test(line) ? `will fail (${kind})` : kind;
  });

/** One command in a cell: what was sent, what was said, and the errors. */
async function summary(here: World, run: () => Promise<Outcome>): Promise<string> {
  const before = here.emulator.requests().length;
  const { errors, lines, steps } = await run();
  const sent = here.emulator
    .requests()
    .slice(before)
    .flatMap(({ path: where, body }) =>
      where === ORDERS ? [`**${String((body as { action: unknown }).action)}**`] : [],
    );
  const codes = here.engine.messages.flatMap(({ error }) => (error ? [error.code] : []));
  const fails = said(errors).map((kind, index) => `✗ ${kind}${codes[index] ? ` (${codes[index]})` : ""}`);
  const parts = [...sent, ...said(lines), ...fails];
  const isSame = steps.every(({ op }) => op === "same") && errors.length === 0;
  return parts.length > 0 ? parts.join(", ") : isSame ? "–" : "nothing";
}

async function cell(here: World, basis: Props, now: Props | "destroy" | "refresh"): Promise<string> {
  const { engine } = here;
  if (now === "destroy") return summary(here, engine.destroy);
  const wanted = { trigger: 1, ...basis, ...(now !== "refresh" && now) };
  const props = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  const parts = now === "refresh" ? [await summary(here, engine.refresh)] : [];
  for (const run of [engine.preview, engine.up, engine.up])
    parts.push(await summary(here, () => run(program(props))));
  return parts.join(" → ");
}

const INTRODUCTION = `<!-- Made by test/lifecycle/campaign-plan.test.ts (vitest -u): do not edit. -->

# CampaignState: what each run announces and sends

"Seen" is what the service shows now: a status of the campaign, or how the listing fails. "What follows" is the preview, the \`up\` and a second \`up\`, after a refresh if there is one, or the destroy. Each has the requests sent (**bold**), the kinds of lines, and ✗ with an error. "–" is no difference, and "nothing" an update that sends and says nothing. Where a section names another one, what has no row is as there.
`;

const sections: string[] = [];
/** What follows each "Now" and "Seen", by the section's title. */
const follows: Record<string, Map<string, string>> = {};

describe.each(Object.entries(BEFORE))("%s", (title, { state, like, play }) => {
  test("is in the table", async () => {
    const here = await world();
    const stored = new Map<string, Map<string, Stored>>();
    const played = async (campaign: number | string, onDestroy?: string): Promise<Map<string, Stored>> => {
      const key = `${campaign} ${onDestroy}`;
      const known = stored.get(key);
      if (known) return structuredClone(known);
      here.emulator.reset({ state: true });
      here.engine.state.clear();
      status(here, "stopped");
      await play(here, (wanted) =>
        here.engine.up(program({ campaign, state: wanted, trigger: 1, ...(onDestroy && { onDestroy }) })),
      );
      stored.set(key, structuredClone(here.engine.state));
      return played(campaign, onDestroy);
    };
    const nows: [string, (typeof NOW)[string], string | undefined][] = Object.entries(
      state ? NOW : CREATED,
    ).map(([name, now]) => [name, now, undefined]);
    if (state)
      for (const [name, policy] of Object.entries(DESTROYED))
        nows.push([`destroyed, ${name}`, () => "destroy", policy]);
    const all = (follows[title] = new Map<string, string>());
    const usual = like === undefined ? undefined : follows[like];
    /** The names of what is declared now, by their rows. */
    const alike = new Map<string, string[]>();
    for (const [name, now, onDestroy] of nows) {
      const cells = new Map<string, string[]>();
      for (const [seen, show] of Object.entries(SEEN)) {
        const campaign = seen === MOVED ? NAME : 1;
        // Where no campaigns are listed, a name cannot be used.
        if (seen === MOVED && title.includes("not listed")) continue;
        const before = await played(campaign, onDestroy);
        here.engine.state.clear();
        for (const [key, value] of before) here.engine.state.set(key, value);
        here.emulator.reset({ state: true });
        here.clock.advance(3_600_000);
        show(here);
        const text = await cell(here, { campaign, state }, now(state ?? ""));
        all.set(`${name} ${seen}`, text);
        if (usual?.get(`${name} ${seen}`) !== text) cells.set(text, [...(cells.get(text) ?? []), seen]);
      }
      const rows = [...cells].map(([text, seen]) => `${seen.join(", ")} | ${text} |`).join("\n");
      alike.set(rows, [...(alike.get(rows) ?? []), name]);
    }
    const rows = [...alike].flatMap(([text, names]) =>
      text.split("\n").flatMap((row) => (row ? [`| ${names.join("; ")} | ${row}`] : [])),
    );
    const head = ["| Now | Seen | What follows |", "| --- | --- | --- |"];
    const as = like === undefined ? [] : [`As after "${like}"${rows.length > 0 ? ", but:" : "."}`, ""];
    const table = rows.length > 0 ? [...head, ...rows, ""] : [];
    sections.push([`## Before: ${title}`, "", ...as, ...table].join("\n"));
    expect(sections.at(-1)).not.toContain("?CampaignState");
  });
});

test("the table is as committed", async () => {
  expect(sections, "the page needs every section: run the whole file").toHaveLength(
    Object.keys(BEFORE).length,
  );
  await expect([INTRODUCTION, ...sections].join("\n")).toMatchFileSnapshot(PAGE);
});
