/**
 * Which people a campaign has after a run, and what each part of the product says about them: the preview of a start, in
 * several orders; the fences; the warnings about leads that nobody names; and what `up` sends. The table is a snapshot,
 * to be read by people.
 */
import path from "node:path";
import { describe, expect, test } from "vitest";
import { defaultSeed } from "../../../emulator/index.js";
import { CALLER } from "../../kinds/campaign.js";
import { type Outcome, type Program, type Props, UNKNOWN } from "../../support/engine-part.js";
import { type World, world } from "../../support/world.js";
import { NO_START, STARTED, called, counts, ringing, unlistedIn, watch } from "./observed.js";
import { listed } from "./people.js";
import { MORE_SOURCES, comes } from "./more-sources.js";
import { ONE_SOURCE } from "./one-source.js";
import { START, type Situation } from "./programs.js";

const SITUATIONS = { ...ONE_SOURCE, ...MORE_SOURCES };
const PAGE = path.join(__dirname, "..", "snapshots", "leads-after-run.md");

async function prepared({ before, then, play, isComing }: Situation, config: Props = {}): Promise<World> {
  const here = isComing
    ? await world({ form: "2026", seed: { campaigns: [], assistants: [CALLER] } })
    : await world({ seed: defaultSeed() });
  if (before) expect((await here.engine.up(before)).errors).toEqual([]);
  here.clock.advance(3_600_000);
  await then?.(here);
  here.clock.advance(60_000);
  play?.(here);
  Object.assign(here.engine.config, config);
  return here;
}

/** Whom a start calls, from the run on which `watch` looks. */
async function played(
  here: World,
  { now, isComing }: Situation,
): Promise<{ up: Outcome; sent: string[]; rings: string[] }> {
  const campaign = isComing ? 601 : 1;
  const { sent, rang } = watch(here, campaign);
  const up = await here.engine.up({ ...now, ...startOf(isComing) });
  for (const one of sent.includes(STARTED) ? ringing(here, campaign) : []) rang.set(...one);
  const failed = up.errors.map(() => here.engine.messages.flatMap(({ error }) => error?.code ?? [])[0]);
  return { up, sent: [...sent, ...failed.map((code) => `✗ ${code}`)], rings: [...rang.values()] };
}

const startOf = (isComing?: true): Program => ({
  start: isComing
    ? {
        kind: "CampaignState",
        props: (of) => ({ ...comes, campaign: Number(of("summer")["id"]) || UNKNOWN, state: "started" }),
      }
    : START,
});

/** The smallest `voicecall:maxLeads` that a preview accepts, and whether the apply accepts it. */
async function leastOf(situation: Situation): Promise<string> {
  for (let most = 0; most < 6; most += 1) {
    const here = await prepared(situation, { "voicecall:maxLeads": String(most) });
    const { errors } = await here.engine.preview({ ...situation.now, ...startOf(situation.isComing) });
    if (errors.some((error) => error.includes("voicecall:maxLeads"))) continue;
    await situation.meanwhile?.(here);
    const { sent, rings } = await played(here, situation);
    expect(rings.length, "a fence never lets more phones ring than it allows").toBeLessThanOrEqual(most);
    return `${most}${sent.includes("✗ fenced") ? ", `up` refuses" : ""}`;
  }
  return "none";
}

async function rowOf(name: string, situation: Situation): Promise<string[]> {
  const { now, meanwhile, isComing, why } = situation;
  const start = startOf(isComing);
  const here = await prepared(situation);
  const preview = await here.engine.preview({ ...now, ...start });
  const last = called(preview);
  const first = isComing ? "–" : called(await here.engine.preview({ ...start, ...now }));
  here.engine.passesLeads = false;
  const bare = called(await here.engine.preview({ ...now, ...start }));
  here.engine.passesLeads = true;
  const fenced = await prepared(situation, { "voicecall:maxLeads": "0" });
  const fence = counts(await fenced.engine.preview({ ...now, ...start }));
  const nobody = unlistedIn(here, preview);
  await meanwhile?.(here);
  here.clock.advance(60_000);
  const { up, sent, rings } = await played(here, situation);
  const shown = last.replace(" …", "").split(", ");
  const more = rings.filter((person) => !(shown.includes(person) && shown.splice(shown.indexOf(person), 1)));
  expect({ name, more: more.length > 0 }).toEqual({ name, more: why !== undefined });
  const same = (text: string): string => (text === last ? "same" : text);
  return [
    name,
    last,
    same(first),
    same(bare),
    fence,
    await leastOf(situation),
    nobody,
    sent.join(" ") || "–",
    called(up) === NO_START ? "–" : same(called(up)),
    listed(rings),
    why === undefined ? "" : `**${listed(more)}**: ${why}`,
  ];
}

const COLUMNS = [
  "Situation",
  "Preview: calls",
  "Start reported first",
  "Without the hint",
  "Fences count",
  "Least `maxLeads`",
  "In no list, of no resource",
  "`up` sends",
  "`up`: calls",
  "Phones that ring",
  "Not shown in preview",
];

const INTRODUCTION = `<!-- Made by test/lifecycle/leads-after-run (vitest -u): do not edit. -->

# Which people a campaign has after a run

Each row is a program with a start of campaign 1, after what the situation says. Ada, Bob, Cyd, Dan, Eve and Fay are people with one phone number each.

- **Preview: calls**: whom the preview names, by country, if the start is the last resource of the program. "…" means "as far as this preview knows yet", and "somebody" is a number that only the apply knows.
- **Start reported first**: the same, if the engine reports the start before the leads. **Without the hint**: the same, if the program's classes do not pass the hint of declared leads.
- **Fences count**: how many leads each resource counts that \`voicecall:maxLeads: 0\` refuses. **Least \`maxLeads\`**: the smallest value that preview accepts. The cell says whether \`up\` then refuses.
- **In no list, of no resource**: the leads that preview names as such. "start" is the line of the start, and "named" that of the list, or of the last Lead.
- **\`up\` sends**: + creates, ~ changes and − deletes a person's lead, in this order. ✗ is a failure.
- **Phones that ring**: who is in the campaign when it is started, or comes later. **Not shown in preview** has the reason for each difference.
`;

const sections: string[] = [];

describe.each(Object.entries(SITUATIONS))("%s", (title, situations) => {
  test("is in the table", async () => {
    const rows = [COLUMNS, COLUMNS.map(() => "---")];
    for (const [name, situation] of Object.entries(situations)) rows.push(await rowOf(name, situation));
    sections.push(`## ${title}\n\n${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}\n`);
  });
});

test("the table is as committed", async () => {
  expect(sections, "the page needs every section: run the whole file").toHaveLength(
    Object.keys(SITUATIONS).length,
  );
  await expect([INTRODUCTION, ...sections].join("\n")).toMatchFileSnapshot(PAGE);
});
