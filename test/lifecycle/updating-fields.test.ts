/** What an update sends: whole arrays, bound fields together, and nothing for equivalent values. */
import { describe, expect, test } from "vitest";
import type { EmulatorOptions } from "../../emulator/index.js";
import type { Props } from "../support/engine-part.js";
import { type World, succeeded, unchanged, applied as appliedProgram, oneStep } from "../support/world.js";
import { type Subject, aLead, anAssistant, declaring, madeElsewhere, midCallTool, only } from "./subjects.js";

const applied = (subject: Subject, props: Props, options: EmulatorOptions = {}): Promise<World> =>
  appliedProgram(declaring(subject, props), options);

const hook = "https://hooks.example.com/a";
const active = { webhookUrl: hook, isWebhookActive: true };
const cleared = { webhook_url: null, is_webhook_active: false };

test("several fields go in one request, and no other field with them", async () => {
  const here = await applied(anAssistant, { maxCallDuration: 60, recordCall: false, systemPrompt: "A." });
  const news = { maxCallDuration: 61, recordCall: true, systemPrompt: "A.", name: "Sales" };
  expect(await here.engine.up(declaring(anAssistant, news))).toMatchObject(succeeded);
  expect(here.bodies()).toEqual([{ max_call_duration: 61, record_call: true, assistant_name: "Sales" }]);
});

const items = [{ name: "aa", type: "string", description: "One." }];

test.each<[string, Subject, string]>([
  ["schema", midCallTool, "number"],
  ["postCallSchema", anAssistant, "bool"],
])("%s is sent whole when one item is added", async (property, subject, type) => {
  const more = { name: "bb", type, description: "Two." };
  const here = await applied(subject, { [property]: items });
  expect(await here.engine.up(declaring(subject, { [property]: [more, ...items] }))).toMatchObject(succeeded);
  const [body] = here.bodies() as Record<string, unknown>[];
  expect(Object.values(body!)).toEqual([[...items, more]]);
});

test("a header's value alone changes: the whole array is sent", async () => {
  const header = (value: string) => ({
    headers: [
      { name: "A", value: "1" },
      { name: "B", value },
    ],
  });
  const here = await applied(midCallTool, header("2"));
  expect(await here.engine.up(declaring(midCallTool, header("3")))).toMatchObject(succeeded);
  expect(here.emulator.state.tools[0]!.headers).toEqual(header("3").headers);
});

describe("is_webhook_active and webhook_url are bound", () => {
  test.each<[string, Props, Props, unknown]>([
    [
      "disabled",
      active,
      { webhookUrl: hook, isWebhookActive: false },
      { is_webhook_active: false, webhook_url: hook },
    ],
    [
      "a new URL",
      active,
      { webhookUrl: `${hook}b`, isWebhookActive: true },
      { webhook_url: `${hook}b`, is_webhook_active: true },
    ],
    ["both removed", active, {}, cleared],
    ["set to null", active, { webhookUrl: null }, cleared],
    [
      "removed while disabled",
      { webhookUrl: hook, isWebhookActive: false },
      { isWebhookActive: false },
      cleared,
    ],
    ["added", {}, active, { webhook_url: hook, is_webhook_active: true }],
    ["URL alone, never active", { webhookUrl: hook }, {}, { webhook_url: null }],
  ])("%s", async (_, before, after, body) => {
    const here = await applied(anAssistant, before);
    expect(await here.engine.up(declaring(anAssistant, after))).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([body]);
    expect(await here.engine.preview(declaring(anAssistant, after))).toMatchObject(unchanged);
  });

  test("manually enabled, and the URL removed from the program: disabled with it", async () => {
    const here = await applied(anAssistant, { webhookUrl: hook });
    here.emulator.state.assistants[0]!.is_webhook_active = true;
    expect(await here.engine.up(declaring(anAssistant))).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([cleared]);
  });

  test("the URL was changed manually: changing the flag, which also sends the URL, is a conflict", async () => {
    const here = await applied(anAssistant, active);
    here.emulator.state.assistants[0]!.webhook_url = "https://hooks.example.com/private-by-hand";
    const error = only(
      await here.engine.up(declaring(anAssistant, { webhookUrl: hook, isWebhookActive: false })),
    );
    expect(error).toContain(`webhookUrl (differs: last applied ${hook.length} characters, in the service `);
    expect(error).not.toContain("hooks.example.com");
    expect(here.bodies()).toEqual([]);
  });
});

test("a conflict concerns only fields to be sent: other manual changes are left alone", async () => {
  const here = await applied(anAssistant, { maxCallDuration: 60, systemPrompt: "By the program." });
  here.emulator.state.assistants[0]!.system_prompt = "By hand.";
  const news = { maxCallDuration: 61, systemPrompt: "By the program." };
  expect(await here.engine.up(declaring(anAssistant, news))).toMatchObject(succeeded);
  expect(here.bodies()).toEqual([{ max_call_duration: 61 }]);
  expect(here.emulator.state.assistants[0]!.system_prompt).toBe("By hand.");
});

test.each([
  ["no conflict", "Uno\nTwo\nThird\nFour"],
  ["a conflict", "Uno\nTwo\nThree"],
  ["a conflict", "Uno\nTwo\nThird"],
])("a prompt with another change: %s if the program has %j", async (how, systemPrompt) => {
  const here = await applied(anAssistant, { systemPrompt: "One\nTwo\nThree" });
  here.emulator.state.assistants[0]!.system_prompt = "One\nTwo\nThird\nFour";
  const { errors } = await here.engine.up(declaring(anAssistant, { systemPrompt }));
  const isSent = how === "no conflict";
  expect(errors).toHaveLength(isSent ? 0 : 1);
  expect(here.bodies()).toEqual(isSent ? [{ system_prompt: systemPrompt }] : []);
});

test("a conflict names every field, numbers and names by value, texts by length only", async () => {
  const here = await applied(anAssistant, {
    maxCallDuration: 60,
    systemPrompt: "By the program.",
    variables: { a: 1 },
  });
  Object.assign(here.emulator.state.assistants[0]!, {
    max_duration: 70,
    system_prompt: "Private words.",
    variables: { private: "words" },
    voice_id: 3,
  });
  const news = { maxCallDuration: 61, systemPrompt: "New.", variables: { a: 2 }, voice: "Michael" };
  const error = only(await here.engine.up(declaring(anAssistant, news)));
  expect(error).toContain("maxCallDuration (60 → 70)");
  expect(error).toContain("systemPrompt (differs: last applied 15 characters, in the service 14 characters)");
  expect(error).toContain("variables (differs: 1 key both times)");
  expect(error).toContain('voice ("Sarah" (id 1) → "Sophia" (id 3))');
  expect(error).not.toMatch(/[Pp]rivate/);
  expect(here.bodies()).toEqual([]);
});

test("a reference without a recorded id, as after an import, is not a conflict", async () => {
  const here = await applied(anAssistant, {});
  for (const key of ["voiceId", "toolIds"]) delete here.engine.state.get("it")!.outputs[key];
  expect(await here.engine.up(declaring(anAssistant, { voice: "Michael" }))).toMatchObject(succeeded);
  expect(here.bodies()).toEqual([{ voice_id: 2 }]);
});

test("a manual change to a key of a lead's variables is a conflict only if that key is to be sent", async () => {
  const here = await applied(aLead, { variables: { a: 1, b: 1 } });
  Object.assign(here.emulator.state.leads[0]!.variables, { b: 7, c: 7 });
  expect(await here.engine.up(declaring(aLead, { variables: { a: 2, b: 1 } }))).toMatchObject(succeeded);
  expect(here.bodies()).toEqual([{ variables: { a: 2 } }]);
  expect(only(await here.engine.up(declaring(aLead, { variables: { a: 2, b: 2 } })))).toContain(
    "variables (differs",
  );
  expect(here.bodies()).toEqual([]);
});

test("removing a field that was changed manually is a conflict too", async () => {
  const here = await applied(anAssistant, { variables: { a: 1 } });
  here.emulator.state.assistants[0]!.variables = { b: 1 };
  expect(only(await here.engine.up(declaring(anAssistant)))).toContain("variables (differs");
  expect(here.bodies()).toEqual([]);
});

describe("equal spellings are never a difference", () => {
  const text = "Line one.\r\n\r\nLine two.  \n";
  test.each<[string, Subject, Props, Props]>([
    [
      "trimmed, LF",
      anAssistant,
      { systemPrompt: text },
      { system_prompt: text.replaceAll("\r\n", "\n").trim() },
    ],
    ["a lone CR as LF", anAssistant, { initialMessage: "a\rb" }, { initial_message: "a\nb" }],
    ["{} as []", anAssistant, { variables: {} }, { variables: [] }],
    ["nested values", anAssistant, { variables: { a: {}, b: " x " } }, { variables: { a: [], b: "x" } }],
    ['"" as null', anAssistant, { variables: { a: "" } }, { variables: { a: null } }],
    [
      "another order of an unordered array",
      anAssistant,
      {
        postCallSchema: [
          { name: "b", type: "bool", description: "B" },
          { name: "a", type: "bool", description: "A" },
        ],
      },
      {
        post_call_schema: [
          { name: "b", type: "bool", description: "B" },
          { name: "a", type: "bool", description: "A" },
        ],
      },
    ],
    [
      "another order of headers",
      midCallTool,
      {
        headers: [
          { name: "a", value: "1" },
          { name: "b", value: "2" },
        ],
      },
      {
        headers: [
          { name: "b", value: "2" },
          { name: "a", value: "1" },
        ],
      },
    ],
    [
      "a trimmed description",
      midCallTool,
      { description: " What it does.\r\n" },
      { description: "What it does." },
    ],
    [
      "invisible ends",
      anAssistant,
      { name: "Support\u200e", systemPrompt: "\u200bHi.\u2028" },
      { name: "Support", system_prompt: "Hi." },
    ],
    [
      "invisible ends of nested values",
      anAssistant,
      { variables: { a: ["x\u00ad"] } },
      { variables: { a: ["x"] } },
    ],
    [
      "an invisible end of a header",
      midCallTool,
      { headers: [{ name: "A", value: "1\u2060" }] },
      { headers: [{ name: "A", value: "1" }] },
    ],
    [
      "the keys of a list",
      anAssistant,
      { variables: { 0: "a", 1: { 0: "b" } } },
      { variables: ["a", ["b"]] },
    ],
    [
      "nested keys of a list",
      aLead,
      { variables: { a: { 0: "b", 1: [] } } },
      { variables: { a: ["b", {}] } },
    ],
    [
      "a lead's trimmed variable",
      aLead,
      { variables: { a: " x\r\ny ", b: {} } },
      { variables: { a: "x\ny", b: [] } },
    ],
  ])("%s", async (_, subject, props, stored) => {
    const here = await applied(subject, props);
    const program = declaring(subject, props);
    Object.assign(subject.rows(here.emulator)[0]!, stored);
    expect(await here.engine.refresh()).toMatchObject({ errors: [], steps: [{ op: "same", fields: [] }] });
    expect(here.engine.state.get("it")!.inputs).toMatchObject(
      props["postCallSchema"] || props["headers"] ? {} : props,
    );
    expect(await here.engine.up(program)).toMatchObject(unchanged);
    expect(here.bodies()).toEqual([]);
  });

  test("an equal spelling in the program alone is not a difference and sends nothing", async () => {
    const here = await applied(anAssistant, { systemPrompt: "One.\nTwo." });
    expect(await here.engine.up(declaring(anAssistant, { systemPrompt: "One.\r\nTwo.\n" }))).toMatchObject(
      unchanged,
    );
    expect(here.bodies()).toEqual([]);
  });

  test("a service that tidies: created, changed, and adopted without a difference", async () => {
    const here = await applied(anAssistant, { systemPrompt: text, variables: {} }, { tidyText: true });
    const news = { systemPrompt: `More. ${text}`, variables: {} };
    expect(await here.engine.up(declaring(anAssistant, news))).toMatchObject(succeeded);
    expect(await here.engine.up(declaring(anAssistant, news))).toMatchObject(unchanged);
    await madeElsewhere(here, midCallTool, { description: " D. " });
    const adopting = {
      ...declaring(anAssistant, news),
      tool: {
        kind: "MidCallTool",
        props: { ...midCallTool.props, description: " D. ", onExisting: "adopt" },
      },
    };
    here.requests();
    expect(await here.engine.up(adopting)).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([]);
  });
});

test.each<[Subject, Props]>([
  [midCallTool, { onDestroy: "detach" }],
  [aLead, { onGone: "recreate", onUnconvergent: "replace" }],
])("$kind: a changed policy is stored without a request", async (subject, policy) => {
  const here = await applied(subject, {});
  expect(await here.engine.up(declaring(subject, policy))).toMatchObject(oneStep("update"));
  expect(here.engine.state.get("it")!.outputs).toMatchObject(policy);
  expect(here.requests().filter((line) => line.includes(subject.item.replace("{id}", "")))).toEqual([]);
  expect(await here.engine.up(declaring(subject, {}))).toMatchObject(oneStep("update"));
  expect(here.bodies()).toEqual([]);
});

test("a field that is no longer declared is not reset if a manual change has already reset it", async () => {
  const options: EmulatorOptions = { form: "2026" };
  const here = await applied(anAssistant, { minInterruptWords: 3 }, options);
  here.emulator.state.assistants[0]!.min_interrupt_words = 0;
  expect(await here.engine.up(declaring(anAssistant))).toMatchObject(succeeded);
  expect(here.bodies()).toEqual([]);
});
