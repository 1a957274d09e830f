/** Services whose JSON spells numbers, ids, flags and lists in other ways, as PHP and its drivers do. */
import { describe, expect, test } from "vitest";
import { assistantIn2026 } from "../kinds/assistant-2026.js";
import { aLead, anAssistant, declaring, everySubject, midCallTool, serviceOf } from "../kinds/index.js";
import { orders, spring, springCampaign } from "../kinds/campaign-state.js";
import { alteringTransport } from "../support/altered.js";
import type { Program, Props } from "../support/engine-part.js";
import { appliedLongAgo, oneStep, succeeded, unchanged, world } from "../support/world.js";
import { TWO, leadSet } from "./lead-set-lists.js";

const spellings = ["numbers", "ids", "flags", "bits", "gaps"] as const;

const forms = ["2025", "2026"] as const;

const cases = forms.flatMap((form) => spellings.map((retype) => [retype, form] as const));

describe.each(everySubject)("$kind", (subject) => {
  const existing = cases.filter(([, form]) => subject.kind !== "Campaign" || form === "2026");
  test.each(existing)("%s, %s form: applied, unchanged, changed and destroyed", async (retype, form) => {
    const here = await appliedLongAgo({}, { form, ...serviceOf(subject.kind) });
    here.emulator.faults.add({ fault: { retype } });
    expect(await here.engine.up(declaring(subject))).toMatchObject(succeeded);
    here.clock.advance(60_000);
    expect(await here.engine.preview(declaring(subject))).toMatchObject(unchanged);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    if (subject.kind !== "Campaign") {
      const changed = declaring(subject, { [subject.field]: subject.second });
      expect(await here.engine.up(changed)).toMatchObject(oneStep("update", subject.field));
      expect(await here.engine.up(changed)).toMatchObject(unchanged);
    }
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(subject.rows(here.emulator)).toEqual([]);
  });
});

test.each(forms)("a service in PHP, %s form: tools stay attached", async (form) => {
  const program = (...tools: string[]) => ({
    tool: { kind: "MidCallTool", props: { ...midCallTool.props } },
    it: { kind: "Assistant", props: { ...anAssistant.props, tools } },
  });
  const here = await appliedLongAgo(program("get_weather"), {
    form,
    dialect: "php",
    toolIds: form === "2026",
  });
  expect(await here.engine.refresh()).toMatchObject({ errors: [], steps: [{ op: "same" }, { op: "same" }] });
  expect(here.engine.state.get("it")!.outputs).not.toHaveProperty("__notReadable");
  expect(await here.engine.up(program())).toMatchObject(succeeded);
  expect(here.emulator.state.assistants[0]!.tool_ids).toEqual([]);
  expect(await here.engine.destroy()).toMatchObject(succeeded);
});

test.each(forms)("a service in PHP, %s form: a campaign is started and stopped once", async (form) => {
  const here = await world({ form, dialect: "php" });
  const { errors, lines } = await here.engine.up(spring("started"));
  expect(errors).toEqual([]);
  expect(lines.join()).not.toContain("lost");
  here.requests();
  expect(springCampaign(here).status).toBe("in-progress");
  expect(await here.engine.refresh()).toMatchObject(unchanged);
  expect(await here.engine.up(spring("stopped"))).toMatchObject(succeeded);
  expect(orders(here)).toEqual(["stop"]);
});

test("a service in PHP that reports a failure with 0 or text", async () => {
  for (const success of [0, "0", "false"]) {
    const here = await appliedLongAgo({});
    here.emulator.faults.add({ method: "POST", when: "before", fault: { status: 200, body: { success } } });
    const { errors } = await here.engine.up(spring("started"));
    expect(errors.join()).toContain("the service returned 200 but did not report success");
  }
});

test.each(forms)("a service in PHP, %s form: a list of leads is applied once", async (form) => {
  const people = { people: leadSet(TWO) };
  const here = await appliedLongAgo(people, { form, dialect: "php" });
  expect(await here.engine.refresh()).toMatchObject(unchanged);
  expect(await here.engine.up(people)).toMatchObject(unchanged);
  expect(await here.engine.destroy()).toMatchObject(succeeded);
  expect(here.emulator.state.leads).toEqual([]);
});

describe("a service in PHP that trims and decodes as Laravel 13 does", () => {
  const end = "\u200e\u{1d173}";
  const values: [string, Props][] = [
    [
      "MidCallTool",
      { ...midCallTool.props, description: `Weather.${end}`, headers: [{ name: "A", value: `1${end}` }] },
    ],
    [
      "Assistant",
      {
        ...anAssistant.props,
        name: `Shop${end}`,
        systemPrompt: `${end}Hi.`,
        variables: { 0: `a${end}`, 1: {} },
      },
    ],
    ["Lead", { ...aLead.props, variables: { name: `Ada${end}`, options: { 0: "a", 1: { 0: "b" } } } }],
    ["LeadSet", { list: TWO.replace("Ada", `Ada${end}`).replace("Name", `Name${end}`) }],
  ];
  const declared = ([kind, { list, ...props }]: [string, Props], more: Props = {}): Program => ({
    it: typeof list === "string" ? leadSet(list, more) : { kind, props: { ...props, ...more } },
  });

  test.each(values)("%s: applied, unchanged and adopted", async (...row) => {
    const program = declared(row);
    const here = await appliedLongAgo(program, { dialect: "php" });
    expect(await here.engine.preview(program)).toMatchObject(unchanged);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    expect(await here.engine.up(program)).toMatchObject(unchanged);
    here.engine.state.clear();
    here.requests();
    expect(await here.engine.up(declared(row, { onExisting: "adopt" }))).toMatchObject(succeeded);
    expect(here.writes()).toEqual([]);
  });

  test.each(values.filter(([kind]) => kind !== "LeadSet"))(
    "%s: a lost create is found",
    async (kind, props) => {
      const here = await world({ dialect: "php" });
      here.emulator.faults.add({ method: "POST", fault: "cut-after" });
      for (let run = 0; run < 2; run += 1) {
        expect(await here.engine.up({ it: { kind, props } })).toMatchObject(succeeded);
        here.clock.advance(60_000);
      }
      const { tools, assistants, leads } = here.emulator.state;
      expect(tools.length + assistants.length + leads.length).toBe(1);
    },
  );

  test("names with invisible ends refer to the objects without them", async () => {
    const props = { ...anAssistant.props, voice: `Sarah${end}`, language: `English${end}` };
    const state = { kind: "CampaignState", props: { campaign: `Spring renewals${end}`, state: "stopped" } };
    const here = await appliedLongAgo({ it: { kind: "Assistant", props }, state }, { dialect: "php" });
    expect(here.emulator.state.assistants[0]).toMatchObject({ voice_id: 1, language_id: 1 });
    expect(here.engine.state.get("state")!.id).toBe("1");
  });
});

test.each(["2025", "2026"] as const)(
  "the type boolean of a value to extract is bool, %s form",
  async (form) => {
    const { props } = form === "2026" ? assistantIn2026("pipeline") : anAssistant;
    const postCallSchema = [{ name: "booked", type: "bool", description: "Whether they booked." }];
    const program = { it: { kind: "Assistant", props: { ...props, postCallSchema } } };
    const here = await world({ form });
    here.engine.transport = alteringTransport((body) =>
      JSON.parse(JSON.stringify(body).replaceAll('"bool"', '"boolean"')),
    );
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    const { props: found } = await here.engine.get("Assistant", here.engine.state.get("it")!.id);
    expect(found!["postCallSchema"]).toEqual(postCallSchema);
  },
);
