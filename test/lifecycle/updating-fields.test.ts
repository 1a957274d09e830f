/** What one update carries: arrays whole, bound fields together, and nothing for what counts as equal. */
import { describe, expect, test } from "vitest";
import type { EmulatorOptions } from "../../emulator/index.js";
import type { Props } from "../support/engine-part.js";
import { type World, succeeded, unchanged, applied as appliedProgram } from "../support/world.js";
import { type Subject, aLead, anAssistant, declaring, madeElsewhere, midCallTool, only } from "./subjects.js";

const applied = (subject: Subject, props: Props, options: EmulatorOptions = {}): Promise<World> =>
  appliedProgram(declaring(subject, props), options);

const bodies = (here: World): unknown[] => here.bodies();
const hook = "https://hooks.example.com/a";

test("several fields go in one request, and no other field with them", async () => {
  const here = await applied(anAssistant, { maxCallDuration: 60, recordCall: false, systemPrompt: "A." });
  const news = { maxCallDuration: 61, recordCall: true, systemPrompt: "A.", name: "Sales" };
  expect(await here.engine.up(declaring(anAssistant, news))).toMatchObject(succeeded);
  expect(bodies(here)).toEqual([{ max_call_duration: 61, record_call: true, assistant_name: "Sales" }]);
});

const items = [{ name: "aa", type: "string", description: "One." }];

test.each<[string, Subject, string]>([
  ["schema", midCallTool, "number"],
  ["postCallSchema", anAssistant, "bool"],
])("%s is sent whole when one item is added", async (property, subject, type) => {
  const more = { name: "bb", type, description: "Two." };
  const here = await applied(subject, { [property]: items });
  expect(await here.engine.up(declaring(subject, { [property]: [more, ...items] }))).toMatchObject(succeeded);
  const [body] = bodies(here) as Record<string, unknown>[];
  expect(Object.values(body!)).toEqual([[...items, more]]);
});

test("a header's value alone changes: the array is sent whole", async () => {
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
      "switched off",
      { webhookUrl: hook, isWebhookActive: true },
      { webhookUrl: hook, isWebhookActive: false },
      { is_webhook_active: false, webhook_url: hook },
    ],
    [
      "moved",
      { webhookUrl: hook, isWebhookActive: true },
      { webhookUrl: `${hook}b`, isWebhookActive: true },
      { webhook_url: `${hook}b`, is_webhook_active: true },
    ],
    [
      "both taken out",
      { webhookUrl: hook, isWebhookActive: true },
      {},
      { webhook_url: null, is_webhook_active: false },
    ],
    [
      "set to null",
      { webhookUrl: hook, isWebhookActive: true },
      { webhookUrl: null },
      { webhook_url: null, is_webhook_active: false },
    ],
    [
      "taken out while off",
      { webhookUrl: hook, isWebhookActive: false },
      { isWebhookActive: false },
      { webhook_url: null, is_webhook_active: false },
    ],
    [
      "added",
      {},
      { webhookUrl: hook, isWebhookActive: true },
      { webhook_url: hook, is_webhook_active: true },
    ],
    ["URL alone, never active", { webhookUrl: hook }, {}, { webhook_url: null }],
  ])("%s", async (_, before, after, body) => {
    const here = await applied(anAssistant, before);
    expect(await here.engine.up(declaring(anAssistant, after))).toMatchObject(succeeded);
    expect(bodies(here)).toEqual([body]);
    expect(await here.engine.preview(declaring(anAssistant, after))).toMatchObject(unchanged);
  });

  test("switched on by hand, the URL is taken out of the program: switched off with it", async () => {
    const here = await applied(anAssistant, { webhookUrl: hook });
    here.emulator.state.assistants[0]!.is_webhook_active = true;
    expect(await here.engine.up(declaring(anAssistant))).toMatchObject(succeeded);
    expect(bodies(here)).toEqual([{ webhook_url: null, is_webhook_active: false }]);
  });

  test("a hand moved the URL: changing the flag, which would send the URL too, is a conflict about the URL", async () => {
    const here = await applied(anAssistant, { webhookUrl: hook, isWebhookActive: true });
    here.emulator.state.assistants[0]!.webhook_url = "https://hooks.example.com/private-by-hand";
    const error = only(
      await here.engine.up(declaring(anAssistant, { webhookUrl: hook, isWebhookActive: false })),
    );
    expect(error).toContain(`webhookUrl (differs: ${hook.length} characters → `);
    expect(error).not.toContain("hooks.example.com");
    expect(bodies(here)).toEqual([]);
  });
});

test("a conflict is about fields about to be sent: others that a hand changed are left alone", async () => {
  const here = await applied(anAssistant, { maxCallDuration: 60, systemPrompt: "By the program." });
  here.emulator.state.assistants[0]!.system_prompt = "By hand.";
  const news = { maxCallDuration: 61, systemPrompt: "By the program." };
  expect(await here.engine.up(declaring(anAssistant, news))).toMatchObject(succeeded);
  expect(bodies(here)).toEqual([{ max_call_duration: 61 }]);
  expect(here.emulator.state.assistants[0]!.system_prompt).toBe("By hand.");
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
  expect(error).toContain("systemPrompt (differs: 15 characters → 14 characters)");
  expect(error).toContain("variables (differs: 1 key both times)");
  expect(error).toContain("voice (1 → 3)");
  expect(error).not.toMatch(/[Pp]rivate/);
  expect(bodies(here)).toEqual([]);
});

test("a reference whose id was never recorded, as after an import, is no conflict", async () => {
  const here = await applied(anAssistant, {});
  for (const key of ["voiceId", "toolIds"]) delete here.engine.state.get("it")!.outputs[key];
  expect(await here.engine.up(declaring(anAssistant, { voice: "Michael" }))).toMatchObject(succeeded);
  expect(bodies(here)).toEqual([{ voice_id: 2 }]);
});

test("a lead's key that a hand added or changed is no conflict unless that key is about to be sent", async () => {
  const here = await applied(aLead, { variables: { a: 1, b: 1 } });
  Object.assign(here.emulator.state.leads[0]!.variables, { b: 7, c: 7 });
  expect(await here.engine.up(declaring(aLead, { variables: { a: 2, b: 1 } }))).toMatchObject(succeeded);
  expect(bodies(here)).toEqual([{ variables: { a: 2 } }]);
  expect(only(await here.engine.up(declaring(aLead, { variables: { a: 2, b: 2 } })))).toContain(
    "variables (differs",
  );
  expect(bodies(here)).toEqual([]);
});

test("taking a field out of the program is a conflict too where a hand changed what would be emptied", async () => {
  const here = await applied(anAssistant, { variables: { a: 1 } });
  here.emulator.state.assistants[0]!.variables = { b: 1 };
  expect(only(await here.engine.up(declaring(anAssistant)))).toContain("variables (differs");
  expect(bodies(here)).toEqual([]);
});

describe("what counts as equal is never a difference", () => {
  const text = "Line one.\r\n\r\nLine two.  \n";
  test.each<[string, Subject, Props, Props]>([
    [
      "trimmed, CRLF as LF",
      anAssistant,
      { systemPrompt: text },
      { system_prompt: text.replaceAll("\r\n", "\n").trim() },
    ],
    ["a lone CR as LF", anAssistant, { initialMessage: "a\rb" }, { initial_message: "a\nb" }],
    ["{} as []", anAssistant, { variables: {} }, { variables: [] }],
    [
      "nested {} and texts",
      anAssistant,
      { variables: { a: {}, b: " x " } },
      { variables: { a: [], b: "x" } },
    ],
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
    expect(bodies(here)).toEqual([]);
  });

  test("an equal spelling in the program alone is no difference and sends nothing", async () => {
    const here = await applied(anAssistant, { systemPrompt: "One.\nTwo." });
    expect(await here.engine.up(declaring(anAssistant, { systemPrompt: "One.\r\nTwo.\n" }))).toMatchObject(
      unchanged,
    );
    expect(bodies(here)).toEqual([]);
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
    expect(bodies(here)).toEqual([]);
  });
});

test.each<[Subject, Props]>([
  [midCallTool, { onDestroy: "detach" }],
  [aLead, { onGone: "recreate", onUnconvergent: "replace" }],
])(
  "$kind: a policy that changes is stored, and the service is asked for nothing",
  async (subject, policy) => {
    const here = await applied(subject, {});
    expect(await here.engine.up(declaring(subject, policy))).toMatchObject({
      errors: [],
      steps: [{ op: "update" }],
    });
    expect(here.engine.state.get("it")!.outputs).toMatchObject(policy);
    expect(here.requests().filter((line) => line.includes(subject.item.replace("{id}", "")))).toEqual([]);
    expect(await here.engine.up(declaring(subject, {}))).toMatchObject({
      errors: [],
      steps: [{ op: "update" }],
    });
    expect(bodies(here)).toEqual([]);
  },
);
