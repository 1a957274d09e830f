/**
 * The number of requests of each operation in a large account. If a change adds requests, these tests fail.
 */
import { expect, test } from "vitest";
import { defaultSeed } from "../../emulator/index.js";
import { canaries } from "../support/canaries.js";
import type { Declared, Program, Props } from "../support/engine-part.js";
import { crossing } from "../support/protocol.js";
import { assistant, tool } from "../kinds/index.js";
import { inSoak } from "../support/soak.js";
import { leadSet } from "./lead-set-lists.js";
import { hostProcess } from "../support/runtime.js";
import { type World, silent, succeeded, world } from "../support/world.js";

/** Enough for two pages. `ASSISTANTS=1600` takes a minute, and the same limits hold. */
const COUNT = Number(process.env["ASSISTANTS"] ?? 120);
const TOOLS = COUNT / 10;
const PAGES = Math.ceil(COUNT / 100);
/** The newest assistant, which is on the last page or on the first one. */
const CHANGED = COUNT - 1;

const letters = (index: number): string =>
  [...String(index)].map((digit) => String.fromCharCode(97 + Number(digit))).join("");

/** Assistants with a voice, model and language by name, and one tool per ten assistants. */
function program(more: Record<string, unknown> = {}): Program {
  const tools = Array.from({ length: TOOLS }, (_, index): [string, Program[string]] => [
    `tool${index}`,
    { kind: "MidCallTool", props: { ...tool, name: `get_${letters(index)}` } },
  ]);
  const assistants = Array.from({ length: COUNT }, (_, index): [string, Program[string]] => [
    `assistant${index}`,
    {
      kind: "Assistant",
      props: (of) => ({
        ...assistant,
        name: `Assistant ${index}`,
        tools: [of(`tool${index % TOOLS}`)["id"]],
        ...(index === CHANGED && more),
      }),
    },
  ]);
  return Object.fromEntries([...tools, ...assistants]);
}

/** The changed assistant and its tool come first. The engine updates a resource as soon as it is declared. */
function withChangedFirst(declared: Program): Program {
  const names = [`tool${CHANGED % TOOLS}`, `assistant${CHANGED}`];
  return { ...Object.fromEntries(names.map((name) => [name, declared[name]!])), ...declared };
}

/** The number of requests per route. */
function counted(requests: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const request of requests) {
    const route = request.replace(/\/\d+$/, "/{id}").replace("/user/", "");
    counts[route] = (counts[route] ?? 0) + 1;
  }
  return counts;
}

/**
 * Creates all resources of a program in one host process, as the engine does: one check at a time, and as many parallel
 * creates as `--parallel` allows. Adds them to the engine's state.
 * @param parallel default: the engine's default on a machine with two cores
 */
async function createInParallel({ clock, engine }: World, program: Program, parallel = 8): Promise<string[]> {
  const host = hostProcess(clock, engine.env);
  const outputs = new Map<string, Props>();
  const running = new Set<Promise<void>>();
  const errors: string[] = [];

  const create = async (name: string, { kind }: Declared, inputs: Props): Promise<void> => {
    const { id, outs } = await host.open(kind, engine.config).create(crossing(inputs));
    const text = { __provider: `text of ${kind}` };
    const stored = { inputs: { ...inputs, ...text }, outputs: { ...crossing(outs), ...text } };
    engine.state.set(name, { kind, id, ...stored, initErrors: [] });
    outputs.set(name, { ...outs, id });
  };

  /** The inputs of a resource. If they need outputs of other resources, waits for the running creates first. */
  const propsOf = async ({ props }: Declared): Promise<Props> => {
    if (typeof props !== "function") return props;
    const missing: string[] = [];
    const found = props((other) => outputs.get(other) ?? (missing.push(other), {}));
    if (missing.length === 0) return found;
    await Promise.all(running);
    return props((other) => outputs.get(other)!);
  };

  for (const [name, declared] of Object.entries(program)) {
    const hosted = host.open(declared.kind, engine.config);
    const { inputs, failures } = await hosted.check({}, crossing(await propsOf(declared)));
    errors.push(...failures.map(({ reason }) => reason));
    if (failures.length > 0) continue;
    while (running.size >= parallel) await Promise.race(running);
    const run = create(name, declared, inputs)
      .catch((error: unknown) => void errors.push(String(error)))
      .finally(() => running.delete(run));
    running.add(run);
  }
  await Promise.all(running);
  return errors;
}

const names = { "GET assistants/voices": 1, "GET assistants/languages": 1, "GET assistants/models": 1 };

/** `npm run soak -- leads` plays both orders. */
const ORDERS = inSoak("leads") ? (["oldest", "newest"] as const) : (["newest"] as const);

test.for(ORDERS)("listed %s first", { timeout: 600_000 }, async (listingOrder) => {
  const { voices, phoneNumbers: _, ...seed } = defaultSeed();
  const users = [{ id: 1, token: canaries.token, name: "Local user", toolLimit: COUNT }];
  const ownVoices = voices.filter(({ owner }) => owner === undefined);
  const here = await world({
    seed: { ...seed, users, voices: ownVoices, campaigns: [], phoneNumbers: [] },
    listingOrder,
  });

  expect(await createInParallel(here, program(), 8)).toEqual([]);
  const { "GET assistants/get": pages, "GET tools": toolListings, ...creates } = counted(here.requests());
  expect(creates).toEqual({
    ...names,
    "POST tools": TOOLS,
    "POST assistant": COUNT,
  });
  // One page is read for every eight parallel creates, and the complete listing for eight that are on two pages.
  expect(COUNT + pages!).toBeLessThanOrEqual(1.2 * COUNT + 10);
  expect(TOOLS + toolListings!).toBeLessThanOrEqual(1.2 * TOOLS + 10);
  expect(here.emulator.state.assistants).toHaveLength(COUNT);

  here.clock.advance(60_000);
  expect(await here.engine.preview(program())).toMatchObject(silent);
  // Each listing is read once, to name other objects with the same name.
  const looked = { ...names, "GET tools": 1, "GET assistants/get": PAGES };
  expect(counted(here.requests())).toEqual(looked);

  expect(await here.engine.refresh()).toMatchObject(silent);
  expect(counted(here.requests())).toEqual(looked);

  expect(await here.engine.up(program({ maxCallDuration: 90 }))).toMatchObject(succeeded);
  const changes = counted(here.requests());
  // The listing is read before the update, and after it the page of the assistant if there are many.
  const after = PAGES > 2 ? 1 : PAGES;
  expect(changes).toEqual({ ...looked, "GET assistants/get": PAGES + after, "PUT assistant/{id}": 1 });

  // The engine may process the changed assistant first, although it was created last.
  expect(await here.engine.up(withChangedFirst(program({ maxCallDuration: 91 })))).toMatchObject(succeeded);
  expect(counted(here.requests())).toEqual(changes);

  expect(await here.engine.destroy()).toMatchObject(succeeded);
  expect(counted(here.requests())).toEqual({
    "GET assistants/voices": 1,
    // Each listing is read once, to see that the ids are those of the objects in state. The last read is that of the
    // assistants that are left, which may use the tools.
    "GET tools": 1,
    "GET assistants/get": PAGES + 1,
    "DELETE assistant/{id}": COUNT,
    "DELETE tools/{id}": TOOLS,
  });
});

test("a change of one lead in a campaign of 300, in an account of 20,000, takes five requests", async () => {
  const here = await world({ form: "2026" });
  const { leads } = here.emulator.state;
  const rows = Array.from({ length: 300 }, (_, index) => `+120255${50000 + index},Person ${index}`);
  const list = (text: string): Program => ({
    people: leadSet(["Phone,Name", ...rows].join("\n").replace("Person 150", text)),
  });
  expect(await here.engine.up(list("Person 150"))).toMatchObject(succeeded);
  const elsewhere = { ...leads[0]!, campaign_id: 2 };
  for (let id = 1_000; id < 20_700; id += 1)
    leads.push({ ...elsewhere, id, phone_number: `+13035${100_000 + id}` });
  here.requests();

  expect(await here.engine.up(list("Ada"))).toMatchObject(succeeded);
  expect(counted(here.requests())).toEqual({ "GET leads": 4, "PUT leads/{id}": 1 });
  expect(leads.filter(({ variables }) => variables["customer_name"] === "Ada")).toHaveLength(1);
  expect(await here.engine.refresh()).toMatchObject(silent);
  expect(counted(here.requests())).toEqual({ "GET leads": 3 });

  // A lead that is not in the campaign may have been moved, which only the whole listing shows.
  leads.find(({ phone_number: number }) => number === "+12025550007")!.campaign_id = 2;
  expect(await here.engine.up(list("Bob"))).toMatchObject(succeeded);
  expect(counted(here.requests())["GET leads"]).toBeGreaterThan(200);
});

test("a service with pages that ignores the filter by campaign gets one request more", async () => {
  const here = await world({ leadsEnvelope: true });
  const { leads } = here.emulator.state;
  const program = { people: leadSet("Phone,Name\n+12025550101,Ada") };
  expect(await here.engine.up(program)).toMatchObject(succeeded);
  const [first] = leads;
  for (let id = 1_000; id < 1_400; id += 1)
    leads.unshift({ ...first!, id, campaign_id: 2, phone_number: `+1303555${id}` });
  here.requests();
  expect(await here.engine.refresh()).toMatchObject(silent);
  expect(counted(here.requests())).toEqual({ "GET leads": 6 });
});
