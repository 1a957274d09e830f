/**
 * `voicecall resume` after each kill, and then the next command: no object exists twice, and none is forgotten. `npm test`
 * runs a few rows, and `npm run soak -- kills` runs all.
 */
import { expect, test } from "vitest";
import type { Emulator } from "../../../emulator/index.js";
import { must, type Stack } from "../../support/engine.js";
import { byHand, js, service, stackOn, writes } from "../../support/engine-world.js";
import { lifelines } from "../../support/lifelines.js";
import { kill } from "../../support/processes.js";
import { inSoak } from "../../support/soak.js";
import { adopt, expectAllOnce, expectNothing } from "./account.js";
import { ROWS, type Victim, nameOf } from "./rows.js";
import { hostsOf, killed } from "./strike.js";

const FEW = [
  "create: POST /user/tools, processed, command",
  "create: POST /user/assistant, before, command",
  "create: POST /user/lead, processed, command",
];
const rows = inSoak("kills") ? ROWS : ROWS.filter((row) => FEW.includes(nameOf(row)));

interface Outcome {
  operations: { urn: string; operation: string; outcome: string; text: string; id?: string }[];
}

const CI = ["--cancel-lock", "--yes", "--only-certain"];

async function resume(stack: Stack, options = CI) {
  const result = await stack.voicecall("resume", ...options, "--json");
  return { ...result, ...(JSON.parse(result.stdout) as Outcome) };
}

test.each(rows.map((row) => [nameOf(row), row] as const))("%s", async (_name, row) => {
  const { emulator, stack, ended } = await killed(row);
  const { request, moment, victim } = row;
  const { code, operations, all } = await resume(stack);
  expect(code, all).toBe(0);
  expect(writes(emulator).length).toBe(
    emulator
      .requests()
      .slice(0, ended)
      .filter(({ method }) => method !== "GET").length,
  );
  const { deployment } = await stack.exportState();
  expect(deployment.pending_operations ?? []).toEqual([]);
  if (victim === "host") expect(operations).toEqual([]);
  else if (moment !== "answered") expect(operations).toHaveLength(1);
  const isMade = request.during === "create" && moment !== "before";
  if (operations.length > 0) expect(operations[0]!.outcome, all).toBe(isMade ? "recorded" : "cleared");
  if (operations.length > 0 && isMade) {
    const preview = must(await stack.preview()).all;
    expect(preview).not.toMatch(new RegExp(`\\+ .*${operations[0]!.urn.split("::").at(-1)} `));
  }

  const next = await (request.during === "destroy" ? stack.destroy() : stack.up());
  if (victim === "command") must(next);
  // Nothing in state shows what the killed host had sent. The error names it.
  else if (next.code !== 0) await adopt(next, request, emulator, stack);
  expect(next.all).not.toMatch(/pending operations|interrupted while/);
  if (request.during === "create" && victim === "command")
    expect(writes(emulator).filter(({ method }) => method === "PUT")).toEqual([]);
  if (request.during === "destroy") expectNothing(emulator);
  else await expectAllOnce(stack, emulator, request.during === "update" ? 1 : 0);
});

/** A list of three people, of whom the killed run has created two. */
const list = js(`
const { LeadSet } = require("pulumi-voicecall");
new LeadSet("people", {
  campaign: 1,
  leads: [1, 2, 3].map((n) => ({ Phone: "+1202555014" + n, Name: "Person " + n })),
  columns: { phoneNumber: "Phone", variables: { customer_name: "Name" } },
}, { protect: false });
`);

test("an interrupted list continues only after yes, and takes no lead from before the run", async () => {
  let strike: () => void = () => undefined;
  const emulator = await service({ clock: { now: () => Date.now(), sleep: async () => strike() } });
  const hosts = await lifelines();
  const stack = await stackOn(emulator, list, {
    config: { "voicecall:listLag": "200ms", "voicecall:maxInFlight": "1" },
    env: hosts.env,
  });
  const create = { method: "POST", path: "/user/lead", exact: true } as const;
  emulator.faults.add({ ...create, nth: 2, when: "after", fault: { delayMs: 1 } });
  emulator.faults.add({ ...create, nth: 3, times: 9, fault: "cut-before" });
  const command = stack.start("up", "--yes", "--skip-preview");
  strike = () => command.signal("SIGKILL");
  await command.ended;
  await hosts.ended();
  emulator.faults.clear();
  expect(emulator.state.leads).toHaveLength(2);

  const left = await resume(stack);
  expect([left.code, left.operations[0]!.outcome], left.all).toEqual([2, "left"]);
  expect(left.all).toContain("only if no other stack has the same list. VOICECALL_RESUME=people");

  const { code, operations, all } = await resume(stack, ["--cancel-lock", "--yes"]);
  expect([code, operations[0]!.outcome, operations[0]!.id], all).toEqual([0, "recorded", "1"]);
  expect(await stack.stateText()).not.toMatch(/20255501|Person/);
  const [first] = emulator.state.leads;
  const createdAt = first!.created_at;
  first!.created_at = "2026-01-01 00:00:00";
  expect((await stack.preview()).all).toContain("the campaign already has 1 lead of the list");
  first!.created_at = createdAt;
  expect(must(await stack.preview()).all).toContain("2 leads of the campaign will be adopted unchanged");
  must(await stack.up());
  expect(emulator.state.leads.map(({ phone_number: number }) => number)).toEqual(
    [1, 2, 3].map((n) => `+1202555014${n}`),
  );
  must(await stack.preview("--expect-no-changes"));
  expect(await stack.stateText()).not.toContain("__continues");
  must(await stack.destroy());
  expect(emulator.state.leads).toEqual([]);
});

interface Start {
  name: string;
  /** The program that is applied before the killed one. */
  before?: string;
  program: string;
  /** Which request to the route is the create or start. Default: the first. */
  nth?: number;
}

const spring = (campaign: number, state: string): string =>
  js(`new CampaignState("spring", { campaign: ${campaign}, state: "${state}" });`);

const STARTS: readonly Start[] = [
  { name: "a new resource", program: spring(1, "started") },
  { name: "an update", before: spring(1, "stopped"), program: spring(1, "started") },
  { name: "a replacement", before: spring(2, "started"), program: spring(1, "started"), nth: 2 },
];

/** A command that is killed, or its host, when the service has processed the first request to a route. */
async function struck(
  { before, program, nth = 1 }: Omit<Start, "name">,
  path: string,
  strict = false,
  victim: Victim | "Ctrl-C twice" = "command",
) {
  let strike: () => Promise<void> | void = () => undefined;
  const emulator = await service({ strict, clock: { now: () => Date.now(), sleep: async () => strike() } });
  const hosts = await lifelines();
  const config = { "voicecall:listLag": "200ms" };
  const stack = await stackOn(emulator, before ?? program, { config, env: hosts.env });
  if (before !== undefined) {
    must(await stack.up());
    await hosts.ended();
    stack.write(program);
  }
  const hold = { method: "POST", path, exact: true, nth, when: "after" } as const;
  emulator.faults.add({ ...hold, fault: { delayMs: 1 } });
  const command = stack.start("up", "--yes", "--skip-preview");
  strike = async () => {
    if (victim === "command") return command.signal("SIGKILL");
    if (victim === "host") return hostsOf(stack, false).forEach((host) => kill(host, "SIGKILL"));
    command.signal("SIGINT");
    await command.until(/received; cancelling/);
    command.signal("SIGINT");
    await command.ended;
  };
  await command.ended;
  await hosts.ended();
  return { emulator, stack };
}

const ACTION = "/user/campaigns/update-status";

test("after Ctrl-C twice, the run is in the history of the stack, and its object is certain", async () => {
  const program = js(`new MidCallTool("weather", tool("get_weather"), { protect: false });`);
  const { emulator, stack } = await struck({ program }, "/user/tools", false, "Ctrl-C twice");
  const { code, operations, all } = await resume(stack);
  expect([code, operations.map(({ outcome }) => outcome)], all).toEqual([0, ["recorded"]]);
  must(await stack.up("--expect-no-changes"));
  expect(emulator.state.tools).toHaveLength(1);
});

const startsIn = (emulator: Emulator): number =>
  writes(emulator).filter(({ body }) => (body as { action?: string }).action === "start").length;

const stopByHand = (emulator: Emulator): Promise<void> =>
  byHand(emulator, "POST", ACTION, { campaign_id: 1, action: "stop" });

for (const when of inSoak("kills") ? (["before", "after"] as const) : (["before"] as const))
  test(`a campaign that somebody stops ${when} resume is not started again`, async () => {
    const { emulator, stack } = await struck(STARTS[0]!, ACTION);
    if (when === "before") await stopByHand(emulator);
    const { code, operations, all } = await resume(stack);
    expect([code, operations.map(({ outcome }) => outcome)], all).toEqual([0, ["recorded"]]);
    if (when === "after") await stopByHand(emulator);
    const up = must(await stack.up("--refresh"));
    expect(up.all).toContain("is not started again automatically");
    expect(startsIn(emulator)).toBe(1);
    stack.write(STARTS[0]!.program.replace('"started"', '"started", trigger: 2'));
    must(await stack.up());
    expect(startsIn(emulator)).toBe(2);
  });

for (const { name, ...programs } of inSoak("kills") ? STARTS : STARTS.slice(0, 1))
  test(`${name}: a start that no listing shows is not sent again, and each run says so`, async () => {
    const { emulator, stack } = await struck(programs, ACTION, true);
    const sent = startsIn(emulator);
    const { code, operations, all } = await resume(stack);
    expect([code, operations.map(({ outcome }) => outcome)], all).toEqual([0, ["recorded"]]);
    for (const run of [await stack.preview(), await stack.up()])
      expect(must(run).all).toContain("it is not known whether the campaign was started");
    expect(startsIn(emulator)).toBe(sent);
    must(await stack.destroy());
    expect(emulator.state.campaigns.find(({ id }) => id === 1)!.status).toBe("stopped");
  });

if (inSoak("kills"))
  test("without resume, the engine tells the provider of no pending start, and it is sent again", async () => {
    const { emulator, stack } = await struck(STARTS[0]!, ACTION, true);
    must(await stack.run("cancel", "--yes"));
    expect(must(await stack.up()).all).toMatch(/CampaignState::spring, interrupted while creating/);
    expect(writes(emulator)).toHaveLength(2);
  });

if (inSoak("kills"))
  test("nothing records what a killed provider host had sent: resume says so, and preview names the start", async () => {
    const { emulator, stack } = await struck(STARTS[0]!, ACTION, false, "host");
    await stopByHand(emulator);
    const { code, operations } = await resume(stack);
    expect([code, operations]).toEqual([0, []]);
    expect((await stack.voicecall("resume", ...CI)).stdout).toContain("If only the provider host was killed");
    expect(must(await stack.preview()).all).toContain("will START the campaign");
    expect(startsIn(emulator)).toBe(1);
  });

for (const first of inSoak("kills") ? [true, false] : [])
  test(`an interrupted replacement continues (deleteBeforeReplace: ${first})`, async () => {
    const person = (contact: number): string =>
      js(
        `new Lead("ada", { campaign: 1, phoneNumber: "+12025550143", onUnconvergent: "replace", onExisting: "create", allowDuplicate: true, secondaryContacts: [{ phoneNumber: "+1202555015${contact}" }] }, { protect: false, deleteBeforeReplace: ${first} });`,
      );
    const before = person(1);
    const { emulator, stack } = await struck({ before, program: person(2) }, "/user/lead");
    const { code, operations, all } = await resume(stack);
    expect([code, operations.map(({ outcome }) => outcome)], all).toEqual([0, ["recorded"]]);
    must(await stack.up());
    expect(emulator.state.leads).toMatchObject([{ secondary_contacts: [{ phone_number: "+12025550152" }] }]);
    must(await stack.up("--expect-no-changes"));
    must(await stack.destroy());
    expect(emulator.state.leads).toEqual([]);
  });

if (inSoak("kills"))
  test("several creates that run at once are all recorded, and the resource beside them stays", async () => {
    const tools = (names: string[]): string =>
      js(names.map((name) => `new MidCallTool("${name}", tool("${name}"), { protect: false });`).join("\n"));
    const names = ["one", "two", "three"];
    let reached = 0;
    let strike: () => void = () => undefined;
    const struck = new Promise<void>((resolve) => (strike = resolve));
    const sleep = async (): Promise<void> => {
      reached += 1;
      if (reached === names.length) strike();
      await struck;
    };
    const emulator = await service({ clock: { now: () => Date.now(), sleep } });
    const hosts = await lifelines();
    const config = { "voicecall:listLag": "200ms" };
    const stack = await stackOn(emulator, tools(["zero"]), { config, env: hosts.env });
    must(await stack.up());
    await hosts.ended();
    stack.write(tools(["zero", ...names]));
    const create = { method: "POST", path: "/user/tools", exact: true } as const;
    emulator.faults.add({ ...create, times: names.length, when: "after", fault: { delayMs: 1 } });
    const command = stack.start("up", "--yes", "--skip-preview");
    void struck.then(() => command.signal("SIGKILL"));
    await command.ended;
    await hosts.ended();

    const { code, operations, all } = await resume(stack);
    expect([code, operations.map(({ outcome }) => outcome)], all).toEqual([0, names.map(() => "recorded")]);
    must(await stack.up("--expect-no-changes"));
    must(await stack.asLive());
    expect(emulator.state.tools).toHaveLength(4);
    must(await stack.destroy());
    expect(emulator.state.tools).toEqual([]);
  });
