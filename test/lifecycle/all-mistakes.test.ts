/** One preview reports all mistakes of a resource, with or without a lookup in the account. */
import { expect } from "vitest";
import { tool } from "../kinds/mid-call-tool.js";
import { assistant, lead, test, type World } from "../support/world.js";

/** The mistakes in a preview, by property path. */
async function mistakes(
  { engine }: World,
  kind: string,
  props: Record<string, unknown>,
): Promise<Record<string, string>> {
  const { errors } = await engine.preview({ it: { kind, props } });
  const lines = errors.join("\n").split("\n");
  return Object.fromEntries(lines.map((line) => [line.split(": ")[0]!, line] as const));
}

test("broken rules, unknown names and unknown ids are reported together", async ({ here }) => {
  const found = await mistakes(here, "Assistant", {
    ...assistant,
    timezone: "Europe/Berlinn",
    llmModel: "GPT",
    voice: 77,
    tools: [99_999],
    isWebhookActive: true,
    maxCallDuratoin: 300,
  });
  expect(Object.keys(found).sort()).toEqual([
    "llmModel",
    "maxCallDuratoin",
    "timezone",
    "tools[0]",
    "voice",
    "webhookUrl",
  ]);
  expect(found["llmModel"]).toContain('the account has no LLM model "GPT"');
});

test("a missing property and an unknown name are reported together", async ({ here }) => {
  const { name: _, ...unnamed } = assistant;
  const found = await mistakes(here, "Assistant", { ...unnamed, engineType: "fast", language: "Klingon" });
  expect(Object.keys(found).sort()).toEqual(["engineType", "language", "name"]);
});

test("an invalid phone number and an unknown campaign are reported together", async ({ here }) => {
  const found = await mistakes(here, "Lead", { ...lead, phoneNumber: "12", campaign: "Sprong renewals" });
  expect(Object.keys(found).sort()).toEqual(["campaign", "phoneNumber"]);
});

test("a mistake in a prompt and an unknown name are reported together", async ({ here }) => {
  here.engine.config["voicecall:promptChecks"] = "error";
  const found = await mistakes(here, "Assistant", {
    ...assistant,
    callsDirection: "receive",
    voice: "Sara",
    systemPrompt: "For {{company}}.",
  });
  expect(Object.keys(found).sort()).toEqual(["systemPrompt", "voice"]);
});

test("without a token, a rule about two properties is checked too", async ({ here }) => {
  delete here.engine.env["VOICECALL_ACCESS_TOKEN"];
  const twoMistakes = { ...assistant, timezone: "Europe/Berlinn", isWebhookActive: true };
  const found = await mistakes(here, "Assistant", twoMistakes);
  expect(Object.keys(found).sort()).toEqual(["timezone", "webhookUrl"]);
  expect(here.requests()).toEqual([]);
});

test("an apply stops at the mistakes of the program itself, and sends no request", async ({ here }) => {
  const props = { ...assistant, timezone: "Europe/Berlinn", llmModel: "GPT" };
  const { errors } = await here.engine.up({ it: { kind: "Assistant", props } });
  expect(errors).toEqual([expect.stringMatching(/^timezone: .*$/)]);
  expect(here.requests()).toEqual([]);
});

test("a wrong setting and a mistake of the program are reported together", async ({ here }) => {
  here.engine.config["voicecall:promptChecks"] = "loud";
  const found = await mistakes(here, "Assistant", { ...assistant, timezone: "Europe/Berlinn" });
  expect(Object.values(found)).toEqual([
    expect.stringMatching(/^timezone: /),
    expect.stringContaining("voicecall:promptChecks"),
  ]);
});

test("a failed lookup hides no mistake that is known without it", async ({ here }) => {
  here.emulator.faults.add({ path: "/user/assistants", fault: { status: 401, body: { message: "No" } } });
  const found = await mistakes(here, "Assistant", { ...assistant, timezone: "Europe/Berlinn" });
  expect(Object.keys(found)).toEqual(["timezone"]);
});

test("a resource with a mistake claims no name, and nothing is predicted about it", async ({ here }) => {
  const { engine } = here;
  await engine.up({ old: { kind: "Assistant", props: assistant } });
  engine.state.clear();
  const wrong = { kind: "Assistant", props: { ...assistant, maxCallDuration: -1 } };
  const errors = [expect.stringMatching(/^maxCallDuration: /)];
  expect(await engine.preview({ wrong })).toMatchObject({ errors, lines: [] });
  const right = { kind: "Assistant", props: assistant };
  const lines = [expect.stringContaining("Applying this will fail")];
  expect(await engine.preview({ wrong, right })).toMatchObject({ errors, lines });
});

test("a property that comes from a file has its line", async ({ here }) => {
  const places = { voice: "assistants/support.md:4", timezone: "assistants/support.md:9" };
  const props = { ...assistant, voice: "Sara", maxCallDuration: 1, __places: places };
  expect(Object.keys(await mistakes(here, "Assistant", props)).sort()).toEqual([
    "maxCallDuration",
    "voice (assistants/support.md:4)",
  ]);
});

test("the name of a tool that the run creates is no mistake if the resource depends on it", async ({
  here,
}) => {
  const hours = { kind: "MidCallTool", props: { ...tool, name: "get_hours" } };
  const desk = (more: object) => ({
    kind: "Assistant",
    props: { ...assistant, tools: ["get_hours"], ...more },
  });
  const errorsWith = async (more: object) => (await here.engine.preview({ hours, desk: desk(more) })).errors;
  expect(await errorsWith({ __dependsOn: ["get_hours"] })).toEqual([]);
  expect(await errorsWith({})).toEqual([
    expect.stringContaining("if this program creates it, pass the resource"),
  ]);
  expect(await errorsWith({ __dependsOn: ["other"] })).toHaveLength(1);
});
