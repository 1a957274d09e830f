/**
 * If an apply will fail, its preview warns on the resource, and tells `voicecall preview`, which then fails.
 */
import { describe, expect } from "vitest";
import type { Program, Props } from "../support/engine-part.js";
import { UNKNOWN } from "../support/engine-part.js";
import { urnOf } from "../support/sdk-part.js";
import { hostProcess } from "../support/runtime.js";
import {
  assistant,
  appliedLongAgo,
  lead,
  predicted,
  succeeded,
  test,
  tool,
  type World,
} from "../support/world.js";

const it = (props: Props = {}): Program => ({ it: { kind: "Assistant", props: { ...assistant, ...props } } });

async function changedManually(): Promise<World> {
  const here = await appliedLongAgo(it({ maxCallDuration: 300 }));
  here.emulator.state.assistants[0]!.max_duration = 90;
  return here;
}

const conflict =
  /^Assistant "Support" \(id \d+\) was changed manually: maxCallDuration \(300 → 90\)\. Applying this will fail\./;

describe("an update that would overwrite a manual change", () => {
  test("is a warning in preview", async () => {
    const here = await changedManually();
    const preview = await here.engine.preview(it({ maxCallDuration: 60 }));
    expect(preview).toMatchObject({ errors: [], lines: [expect.stringMatching(conflict)] });
    expect(predicted(here)).toEqual(preview.lines);
    // The apply fails, and its error does not repeat the prediction "will fail".
    const up = await here.engine.up(it({ maxCallDuration: 60 }));
    expect(up).toMatchObject({ errors: [expect.not.stringContaining("will fail")], lines: [] });
    expect(here.writes()).toEqual([]);
  });

  test("is a warning even if a name is not known yet", async () => {
    const here = await changedManually();
    const preview = await here.engine.preview(it({ maxCallDuration: 60, llmModel: UNKNOWN }));
    expect(preview).toMatchObject({ errors: [], lines: [expect.stringMatching(conflict)] });
  });

  test("gives way to another prediction if the object is gone, which an unchanged resource notes too", async () => {
    const here = await changedManually();
    here.emulator.state.assistants.length = 0;
    expect((await here.engine.preview(it({ maxCallDuration: 60 }))).errors).toEqual([]);
    const narrow = "`pulumi up --refresh --target '**:Assistant::it'`";
    expect(predicted(here)).toEqual([
      `update Assistant "Support" (id 201): the object is no longer in the service. Applying this will fail. Run ${narrow}, which detects this and creates the object again.`,
    ]);
    const { lines, steps } = await here.engine.up(it({ maxCallDuration: 300 }));
    expect(lines).toEqual([
      `Assistant "Support" (id 201): it is no longer in the service. To create it again, run ${narrow}. To leave it deleted, remove the resource.`,
    ]);
    expect(steps).toMatchObject([{ op: "same" }]);
  });

  test("is not a warning for an optional field whose value is not known yet", async () => {
    const here = await appliedLongAgo(it({ webhookUrl: "https://hooks.example.com/a" }));
    here.emulator.state.assistants[0]!.webhook_url = "https://hooks.example.com/manual";
    const preview = await here.engine.preview(it({ webhookUrl: UNKNOWN }));
    expect(preview).toMatchObject({ ...succeeded, lines: [] });
  });

  test("no warning but a note: the program has the live value", async () => {
    const here = await changedManually();
    const { errors, lines } = await here.engine.preview(it({ maxCallDuration: 90 }));
    expect([errors, predicted(here)]).toEqual([[], []]);
    expect(lines).toEqual(['Assistant "Support" (id 201): already so in the service: nothing will be sent.']);
  });

  test.for<[string, Props, Record<string, string>]>([
    ["another field changes", { maxCallDuration: 300, speechSpeed: 1.1 }, {}],
    ["its new value is not known yet", { maxCallDuration: UNKNOWN }, {}],
    ["onConflict is overwrite", { maxCallDuration: 60 }, { "voicecall:onConflict": "overwrite" }],
  ])("no warning: %s", async ([, props, config]) => {
    const here = await changedManually();
    here.engine.config = config;
    expect(await here.engine.preview(it(props))).toMatchObject({ ...succeeded, lines: [] });
  });
});

test("a name that another object has is predicted to fail, unless the resource is replaced", async () => {
  const here = await appliedLongAgo(it());
  here.engine.state.clear();
  expect((await here.engine.preview(it())).errors).toEqual([]);
  expect(predicted(here)).toEqual([expect.stringMatching(/already has this name.*Applying this will fail/)]);
  expect(here.engine.messages).toMatchObject([{ unlessReplaced: urnOf("Assistant", "it") }]);
});

describe("several resources whose apply will fail", () => {
  const two = (name: string): Program[string] => ({ kind: "MidCallTool", props: { ...tool, name } });
  const program: Program = { hours: two("get_hours"), offers: two("get_offers") };

  test("each has its own warning", async () => {
    const here = await appliedLongAgo(program);
    for (const one of here.emulator.state.tools) one.description = "Changed manually.";
    const edited = Object.fromEntries(
      Object.entries(program).map(([name, { kind, props }]) => [
        name,
        { kind, props: { ...(props as Props), description: "Changed in the program." } },
      ]),
    );
    const { errors, lines } = await here.engine.preview(edited);
    expect(errors).toEqual([]);
    expect(lines.sort()).toEqual([
      expect.stringMatching(/"get_hours".* was changed manually/),
      expect.stringMatching(/"get_offers".* was changed manually/),
    ]);
  });

  test("each new one has its own", async () => {
    const here = await appliedLongAgo(program);
    here.engine.state.clear();
    expect((await here.engine.preview(program)).errors).toEqual([]);
    expect(predicted(here).sort()).toEqual([
      expect.stringMatching(/"get_hours".*Applying this will fail/),
      expect.stringMatching(/"get_offers".*Applying this will fail/),
    ]);
  });
});

test("a phone number that another assistant has is predicted to fail", async ({ here }) => {
  const receiver = (name: string): Program => ({
    it: {
      kind: "Assistant",
      props: { ...assistant, name, callsDirection: "receive", phoneNumber: "+12025550101" },
    },
  });
  expect(await here.engine.up(receiver("Reception"))).toMatchObject(succeeded);
  here.engine.state.clear();
  const { errors, lines } = await here.engine.preview(receiver("Support"));
  expect([errors, lines]).toEqual([[], [expect.stringContaining("Applying this will fail")]]);
  expect(predicted(here)).toEqual([
    expect.stringMatching(/used by Assistant "Reception".*Applying this will fail/),
  ]);
});

describe("a phone number that one assistant passes on to another in one run", () => {
  const NUMBERS = ["+12025550101", "+12025550102"] as const;
  const receiver = (name: string, phoneNumber?: unknown): Program[string] => ({
    kind: "Assistant",
    props: {
      ...assistant,
      name,
      callsDirection: "receive",
      ...(phoneNumber !== undefined && { phoneNumber }),
    },
  });
  const pair = (first?: unknown, second?: unknown): Program => ({
    reception: receiver("Reception", first),
    support: receiver("Support", second),
  });
  const running = async (here: World, before: Program): Promise<World> => {
    expect(await here.engine.up(before)).toMatchObject(succeeded);
    here.requests();
    return here;
  };

  test.for<[string, Program, Program]>([
    ["it is removed", pair(NUMBERS[0]), pair(undefined, NUMBERS[0])],
    ["it is set to null", pair(NUMBERS[0]), pair(null, NUMBERS[0])],
    ["the first gets another number", pair(NUMBERS[0]), pair(2, NUMBERS[0])],
    ["the second is new", { reception: receiver("Reception", NUMBERS[0]) }, pair(undefined, NUMBERS[0])],
  ])("is a note and no failure: %s", async ([, before, after], { here }) => {
    await running(here, before);
    const preview = await here.engine.preview(after);
    expect(preview).toMatchObject({
      errors: [],
      lines: [
        expect.stringMatching(
          /"Support".*: its phone number is used by Assistant "Reception" \(id \d+\), which gives it up in the same run\.$/,
        ),
      ],
    });
    expect(await here.engine.up(after)).toMatchObject(succeeded);
  });

  test.for<[string, Program, Program]>([
    ["two swap their numbers", pair(...NUMBERS), pair(NUMBERS[1], NUMBERS[0])],
    ["the new number of the first is not known yet", pair(NUMBERS[0]), pair(UNKNOWN, NUMBERS[0])],
    [
      "the first is deleted",
      { reception: receiver("Reception", NUMBERS[0]) },
      { support: receiver("Support", NUMBERS[0]) },
    ],
  ])("is predicted to fail: %s", async ([, before, after], { here }) => {
    await running(here, before);
    expect((await here.engine.preview(after)).errors).toEqual([]);
    expect(predicted(here).length).toBeGreaterThan(0);
    for (const failure of predicted(here))
      expect(failure).toMatch(/phone number is used by.*Applying this will fail/);
  });
});

test("a replacement that the engine decides on (replaceOnChanges) is no conflict with the replaced object", async () => {
  const here = await appliedLongAgo(it({ maxCallDuration: 300 }));
  const { id, inputs, outputs } = here.engine.state.get("it")!;
  const { open, lines } = hostProcess(here.clock, here.engine.env);
  const hosted = open("Assistant");
  const news = {
    ...it({ maxCallDuration: 60 })["it"]!.props,
    __urn: urnOf("Assistant", "it"),
    __preview: true,
  };
  const checked = await hosted.check(inputs, news);
  expect((await hosted.diff(id, outputs, checked.inputs)).replaces).toBeUndefined();
  expect((await hosted.check({}, news)).inputs).not.toHaveProperty("__mistakes");
  expect(lines).toEqual([]);
  // A different resource with the same name is a mistake.
  const other = await hosted.check({}, { ...news, __urn: urnOf("Assistant", "other") });
  expect(other.inputs).toHaveProperty("__mistakes");
});

test("a replacement predicts no conflict, because it overwrites nothing", async () => {
  const people = (variables: Props): Program => ({
    it: { kind: "Lead", props: { ...lead, variables, onUnconvergent: "replace" } },
  });
  const here = await appliedLongAgo(people({ plan: "small", city: "Bonn" }));
  here.emulator.state.leads.at(-1)!.variables["plan"] = "by hand";
  expect((await here.engine.preview(people({ plan: "large" }))).lines).toEqual([]);
});

describe("a reference shows its name beside the id", () => {
  const named = (name: string): Program[string] => ({ kind: "MidCallTool", props: { ...tool, name } });
  const declaring = (voice: string, ...tools: string[]): Program => ({
    hours: named("get_hours"),
    offers: named("get_offers"),
    it: {
      kind: "Assistant",
      props: (of) => ({ ...assistant, voice, tools: tools.map((name) => of(name)["id"]) }),
    },
  });

  test("in the warning, and in the error of the apply", async () => {
    const here = await appliedLongAgo(declaring("Sarah", "hours", "offers"));
    const [hours, offers] = here.emulator.state.tools.map(({ id }) => id);
    Object.assign(here.emulator.state.assistants[0]!, { voice_id: 2, tool_ids: [] });
    const changes =
      `voice ("Sarah" (id 1) → "Michael" (id 2)), ` +
      `tools (["get_hours" (id ${hours}),"get_offers" (id ${offers})] → [])`;
    const { lines } = await here.engine.preview(declaring("Sophia", "hours"));
    expect(lines).toEqual([expect.stringContaining("will change tools"), expect.stringContaining(changes)]);
    expect(lines[1]).toContain("To see them, run `npx voicecall drift`.");
    const { errors } = await here.engine.up(declaring("Sophia", "hours"));
    expect(errors).toEqual([expect.stringContaining(changes)]);
  });

  test("in a preview of other ids, which the engine shows without names", async () => {
    const here = await appliedLongAgo({ ...declaring("Sarah"), it: it({ voice: 1, tools: ["101"] }).it! });
    const changed = (props: Props): Program => ({ ...declaring("Sarah"), it: it(props).it! });
    const { errors, lines } = await here.engine.preview(changed({ voice: 2, tools: [102, "get_hours"] }));
    expect(errors).toEqual([]);
    expect(lines).toEqual([
      expect.stringMatching(
        /^Assistant "Support" \(id \d+\): will change voice \("Sarah" \(id 1\) → "Michael" \(id 2\)\), tools \(\["get_hours" \(id 101\)\] → \["get_offers" \(id 102\),"get_hours"\]\)\.$/,
      ),
    ]);
    const partly = await here.engine.preview(changed({ voice: 1, tools: [UNKNOWN, "102"] }));
    expect(partly.lines).toEqual([
      expect.stringContaining('["get_hours" (id 101)] → [known after apply,"get_offers" (id 102)]'),
    ]);
    expect((await here.engine.preview(changed({ voice: "Sarah", tools: ["get_hours"] }))).lines).toEqual([]);
    expect((await here.engine.preview(changed({ voice: 1, maxCallDuration: 90 }))).lines).toEqual([
      expect.stringContaining('will change tools (["get_hours" (id 101)] → not set)'),
    ]);
    expect((await here.engine.up(changed({ voice: 2, tools: [102] }))).lines).toEqual([]);
  });

  test("in the line about an adoption", async () => {
    const here = await appliedLongAgo(it());
    here.engine.state.clear();
    here.emulator.state.assistants[0]!.voice_id = 2;
    const { lines } = await here.engine.preview(it({ onExisting: "adopt" }));
    expect(lines[0]).toContain('change voice ("Michael" (id 2) → "Sarah" (id 1))');
  });
});
