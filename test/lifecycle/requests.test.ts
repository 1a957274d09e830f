/** The number of requests: resources share listings, and no request is unnecessary. */
import { expect, test } from "vitest";
import { type Seed, defaultSeed } from "../../emulator/index.js";
import { canaries } from "../support/canaries.js";
import type { Program, Props } from "../support/engine-part.js";
import { hostProcess } from "../support/runtime.js";
import { assistant, campaignState, lead, tool } from "../kinds/index.js";
import { type World, world, succeeded, silent } from "../support/world.js";

const pad = (index: number): string => String(index).padStart(3, "0");
const letters = (index: number): string =>
  [...pad(index)].map((digit) => String.fromCharCode(97 + Number(digit))).join("");

/** An account with 100 phone numbers. All are reserved for fiction. */
const seed = (more: Seed = {}): Seed => ({
  ...defaultSeed(),
  users: [{ id: 1, token: canaries.token, name: "Local user", toolLimit: 1000 }],
  campaigns: defaultSeed().campaigns.filter(({ owner }) => owner === 1),
  voices: defaultSeed().voices.filter(({ owner }) => owner === undefined),
  tools: [
    { id: 1, name: "get_hours" },
    { id: 2, name: "get_price" },
  ],
  phoneNumbers: Array.from({ length: 100 }, (_, index) => ({
    id: index + 1,
    phone_number: `+1202555${String(100 + index).padStart(4, "0")}`,
    country_code: "US",
    type_label: "Normal",
  })),
  ...more,
});

const assistants = (count: number, more: (index: number) => Props = () => ({})): Program =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `a${index}`,
      {
        kind: "Assistant",
        props: {
          ...assistant,
          name: `Assistant ${pad(index)}`,
          tools: ["get_hours", "get_price"],
          ...more(index),
        },
      },
    ]),
  );

function counted(requests: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const request of requests) counts[request] = (counts[request] ?? 0) + 1;
  return counts;
}

/** Creates all resources of a program in parallel, as the engine does. */
async function createAll(here: World, program: Program, config: Record<string, string> = {}): Promise<void> {
  const process = hostProcess(here.clock, here.engine.env);
  await Promise.all(
    Object.entries(program).map(async ([name, { kind, props }]) => {
      const hosted = process.open(kind, config);
      const { inputs, failures } = await hosted.check({}, props as Props);
      expect(failures).toEqual([]);
      const { id, outs } = await hosted.create(inputs);
      here.engine.state.set(name, {
        kind,
        id,
        inputs: { ...inputs, __provider: `text of ${kind}` },
        outputs: { ...outs, __provider: `text of ${kind}` },
        initErrors: [],
      });
    }),
  );
}

test("a hundred assistants created at once share the listings", async () => {
  const here = await world({ seed: seed() });
  await createAll(
    here,
    assistants(100, (index) => ({ callsDirection: "receive", phoneNumber: index + 1 })),
  );
  const {
    "POST /user/assistant": creates,
    "GET /user/assistants/get": pages,
    ...rest
  } = counted(here.requests());
  expect(creates).toBe(100);
  expect(new Set(here.emulator.state.assistants.map(({ name }) => name)).size).toBe(100);
  // The assistants are listed before the creates, and a few times during and after them.
  expect(pages).toBeLessThanOrEqual(20);
  expect(rest).toEqual({
    "GET /user/assistants/voices": 1,
    "GET /user/assistants/models": 1,
    "GET /user/assistants/languages": 1,
    "GET /user/assistants/phone-numbers": 1,
    "GET /user/tools": 1,
  });
});

test("a hundred leads and a hundred tools created at once: one create each, and few listings", async () => {
  const here = await world({ seed: seed() });
  const program: Program = Object.fromEntries(
    Array.from(
      { length: 100 },
      (_, index) =>
        [
          [
            `lead${index}`,
            {
              kind: "Lead",
              props: { ...lead, phoneNumber: `+1202555${String(200 + index).padStart(4, "0")}` },
            },
          ],
          [`tool${index}`, { kind: "MidCallTool", props: { ...tool, name: `get_${letters(index)}` } }],
        ] as const,
    ).flat(),
  );
  await createAll(here, program);
  const counts = counted(here.requests());
  expect(counts).toMatchObject({ "POST /user/lead": 100, "POST /user/tools": 100, "GET /user/campaigns": 1 });
  expect(counts["GET /user/leads"]).toBeLessThanOrEqual(20);
  expect(counts["GET /user/tools"]).toBeLessThanOrEqual(20);
});

test("a preview of a hundred unchanged assistants: each listing once, no write", async () => {
  const here = await world({ seed: seed() });
  const program = assistants(100, (index) => ({ callsDirection: "receive", phoneNumber: index + 1 }));
  await createAll(here, program);
  here.requests();
  const preview = await here.engine.preview(program);
  expect(preview).toMatchObject(silent);
  expect(preview.steps.every(({ op }) => op === "same")).toBe(true);
  const counts = counted(here.requests());
  for (const [request, count] of Object.entries(counts)) {
    expect(request).toMatch(/^GET \/user\/(assistants\/(voices|models|languages|phone-numbers|get)|tools)$/);
    expect(count, request).toBe(1);
  }
  expect(await here.engine.up(program)).toMatchObject(succeeded);
  expect(here.writes()).toEqual([]);
});

test("a refresh of 250 assistants: three pages, and each lookup at most once", async () => {
  const rows = Array.from({ length: 250 }, (_, index) => ({
    id: 1000 + index,
    name: `Assistant ${pad(index)}`,
    tool_ids: [1, 2],
    phone_number_id: index < 100 ? index + 1 : null,
  }));
  const here = await world({ seed: seed({ assistants: rows }) });
  await createAll(
    here,
    assistants(250, (index) => ({
      onExisting: "adopt",
      ...(index < 100 && { phoneNumber: index + 1 }),
      timezone: "UTC",
      initialMessage: "Hello!",
      systemPrompt: "You help.",
    })),
  );
  // Each adoption has sent one write, because the objects in the seed have no texts.
  here.requests();
  here.clock.advance(60_000);
  const refresh = await here.engine.refresh();
  expect(refresh).toMatchObject(silent);
  expect(refresh.steps).toHaveLength(250);
  expect(refresh.steps.filter(({ op }) => op !== "same")).toEqual([]);
  const { "GET /user/assistants/get": pages, ...rest } = counted(here.requests());
  expect(pages).toBe(3);
  for (const [request, count] of Object.entries(rest)) {
    expect(request).toMatch(/^GET \/user\/(assistants\/(voices|models|languages|phone-numbers|get)|tools)$/);
    expect(count, request).toBe(1);
  }
});

test("a refresh of many leads and campaign states: one listing each", async () => {
  const here = await world({ seed: seed() });
  const program: Program = {
    ...Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `lead${index}`,
        { kind: "Lead", props: { ...lead, phoneNumber: `+12025550${200 + index}` } },
      ]),
    ),
    one: { kind: "CampaignState", props: campaignState },
    two: { kind: "CampaignState", props: { campaign: 2, state: "stopped" } },
  };
  await createAll(here, program);
  here.requests();
  here.clock.advance(60_000);
  expect(await here.engine.refresh()).toMatchObject(succeeded);
  expect(counted(here.requests())).toEqual({ "GET /user/leads": 1, "GET /user/campaigns": 1 });
});

test("an update sends one write request, and its read-back is shared", async () => {
  const here = await world({ seed: seed() });
  await createAll(here, assistants(20));
  here.requests();
  const process = hostProcess(here.clock, here.engine.env);
  const hosted = process.open("Assistant");
  await Promise.all(
    [...here.engine.state.values()].map(({ id, outputs, inputs }) =>
      hosted.update(id, outputs, { ...inputs, maxCallDuration: 90 }),
    ),
  );
  const { "GET /user/assistants/get": pages, ...rest } = counted(here.requests());
  expect(Object.keys(rest).filter((request) => request.startsWith("PUT"))).toHaveLength(20);
  expect(pages).toBeLessThanOrEqual(10);
});

test("the response to a tool's write is its read-back, and the listing shows that a new tool exists", async () => {
  const here = await world({ seed: seed() });
  // The voices are read to detect the form of the API, which determines the fields of a tool.
  const form = { "GET /user/assistants/voices": 1 };
  await here.engine.up({ it: { kind: "MidCallTool", props: tool } });
  expect(counted(here.requests())).toEqual({ ...form, "GET /user/tools": 2, "POST /user/tools": 1 });
  await here.engine.up({ it: { kind: "MidCallTool", props: { ...tool, timeout: 4 } } });
  const id = here.engine.state.get("it")!.id;
  expect(counted(here.requests())).toEqual({
    ...form,
    "GET /user/tools": 1,
    [`GET /user/tools/${id}`]: 1,
    [`PUT /user/tools/${id}`]: 1,
  });
});
