/**
 * `pulumi` is killed while a rejected write waits for its retry. The user then cancels the update, changes
 * the program and runs it again. The old provider host must exit without sending the write again. `npm test`
 * runs one row, and `npm run soak -- kills` runs all rows of `SOME`.
 */
import { expect, test } from "vitest";
import { onceAnswered } from "../../support/answered.js";
import { js, service, stackOn, writes } from "../../support/engine-world.js";
import { must } from "../../support/engine.js";
import { lifelines } from "../../support/lifelines.js";
import type { Emulator } from "../../../emulator/index.js";
import { DEATHS, ORPHANS, type Orphan } from "./rows.js";
import { inSoak } from "../../support/soak.js";

const weather = (timeout: number): string =>
  `new MidCallTool("weather", { ...tool("get_weather"), timeout: ${timeout} }, { protect: false });`;
const spring = (state: string): string => `new CampaignState("spring", { campaign: 1, state: "${state}" });`;

interface Story {
  /** The program that is applied before the killed command, if any. */
  before?: string;
  killed: string;
  after: string;
  /** The statuses of the writes that the last up sends. */
  sends: number[];
  expectEnd(emulator: Emulator): void;
}

const campaignIs =
  (status: string) =>
  ({ state }: Emulator): void =>
    expect(state.campaigns.find(({ id }) => id === 1)!.status).toBe(status);
const toolHas =
  (timeout: number) =>
  ({ state }: Emulator): void =>
    expect(state.tools.map((tool) => tool.timeout)).toEqual([timeout]);

const STORIES: Record<Orphan["name"], Story> = {
  start: { killed: spring("started"), after: spring("stopped"), sends: [], expectEnd: campaignIs("stopped") },
  stop: {
    before: spring("started"),
    killed: spring("stopped"),
    after: spring("started"),
    sends: [],
    expectEnd: campaignIs("in-progress"),
  },
  create: { killed: weather(10), after: weather(12), sends: [201], expectEnd: toolHas(12) },
  change: {
    before: weather(10),
    killed: weather(11),
    after: weather(12),
    sends: [200],
    expectEnd: toolHas(12),
  },
  delete: { before: weather(10), killed: "", after: weather(10), sends: [], expectEnd: toolHas(10) },
};

interface Row {
  orphan: Orphan;
  status: 429 | 503;
  death: (typeof DEATHS)[number];
}

const rows: [string, Row][] = ORPHANS.flatMap((orphan) =>
  orphan.statuses.flatMap((status) =>
    DEATHS.map((death): [string, Row] => [
      `${orphan.name} rejected with ${status}, ${death}`,
      { orphan, status, death },
    ]),
  ),
);
/**
 * Each write and each way to kill `pulumi`, but not each combination: how `pulumi` was killed does not matter
 * to the waiting write.
 */
const SOME = rows.filter(
  ([name, { death }]) =>
    death === "SIGKILL" || /^(start rejected with 429|delete rejected with 503),/.test(name),
);
const FEW = ["start rejected with 429, SIGHUP"];

test("the rows of npm test are rows of the table", () => {
  expect(SOME.map(([name]) => name)).toEqual(expect.arrayContaining(FEW));
});

test.each(SOME.filter(([name]) => inSoak("kills") || FEW.includes(name)))(
  "%s: the old provider host sends nothing more",
  async (_name, { orphan, status, death }) => {
    const { method, path } = orphan;
    const story = STORIES[orphan.name];
    const emulator = await service();
    const hosts = await lifelines();
    const stack = await stackOn(emulator, js(story.before ?? ""), { env: hosts.env });
    if (story.before !== undefined) {
      must(await stack.up());
      await hosts.ended();
    }

    emulator.faults.add({ method, path, exact: true, times: 1, fault: { status, retryAfter: 60 } });
    const sent = writes(emulator).length;
    stack.write(js(story.killed));
    const command = stack.start("up", "--yes", "--skip-preview");
    onceAnswered(emulator, method, path, () => command.signal(death));
    expect((await command.ended).code).not.toBe(0);
    await hosts.ended();

    must(await stack.run("cancel", "--yes"));
    stack.write(js(story.after));
    must(await stack.up());
    expect(
      writes(emulator)
        .slice(sent)
        .map((request) => request.status),
    ).toEqual([status, ...story.sends]);
    story.expectEnd(emulator);
  },
);

if (inSoak("kills")) {
  test("a host finds the engine's address after the options of --logflow", async () => {
    const emulator = await service();
    const hosts = await lifelines();
    const stack = await stackOn(emulator, js(spring("started")), { env: hosts.env });
    const { method, path } = ORPHANS.find(({ name }) => name === "start")!;
    emulator.faults.add({ method, path, exact: true, times: 1, fault: { status: 429, retryAfter: 60 } });
    const command = stack.start("up", "--yes", "--skip-preview", "--logflow", "--logtostderr", "-v=1");
    onceAnswered(emulator, method, path, () => command.signal("SIGKILL"));
    await command.ended;
    await hosts.ended();
    expect(writes(emulator).map(({ status }) => status)).toEqual([429]);
  });
}
