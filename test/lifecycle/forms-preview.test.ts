/** The 2026 form in previews: values that are not known yet, and private texts. */
import { describe, expect, test } from "vitest";
import { assistantIn2026 } from "../kinds/assistant-2026.js";
import { declaring } from "../kinds/index.js";
import { UNKNOWN } from "../support/engine-part.js";
import { oneStep, succeeded, unchanged, world } from "../support/world.js";

describe("a model, voice or engine mode that is not known before apply", () => {
  test.each(["llmModel", "voice", "engineType"] as const)(
    "%s unknown: preview reports no missing name",
    async (property) => {
      const here = await world({ form: "2026" });
      const { props } = assistantIn2026("multimodal");
      const program = (value: unknown) => ({
        it: { kind: "Assistant", props: { ...props, [property]: value } },
      });
      expect(await here.engine.preview(program(UNKNOWN))).toMatchObject({
        errors: [],
        steps: [{ name: "it", op: "create" }],
      });
      expect(await here.engine.up(program(props[property]))).toMatchObject(succeeded);
      here.requests();
      expect((await here.engine.preview(program(UNKNOWN))).errors).toEqual([]);
      expect(here.writes()).toEqual([]);
    },
  );

  test("a name that stands for a different voice in each mode: preview reports no mistake", async () => {
    const here = await world({ form: "2026" });
    const { props, prepare } = assistantIn2026("multimodal");
    prepare?.(here.emulator);
    const program = (engineType: unknown) => ({
      it: { kind: "Assistant", props: { ...props, engineType, voice: "Everyone", llmModel: "Everywhere" } },
    });
    expect((await here.engine.preview(program(UNKNOWN))).errors).toEqual([]);
    expect(await here.engine.up(program("multimodal"))).toMatchObject(succeeded);
    expect(here.emulator.state.assistants.at(-1)).toMatchObject({ voice_id: 901, multimodal_model_id: 1900 });
  });
});

test("a property that the new form lacks: preview says that nothing is sent once the program omits it", async () => {
  const here = await world();
  const { props } = assistantIn2026("pipeline");
  const program = (more: object) => ({ it: { kind: "Assistant", props: { ...props, ...more } } });
  expect(await here.engine.up(program({ endCallTool: { description: "Bye." } }))).toMatchObject(succeeded);
  here.emulator.configure({ form: "2026" });
  here.requests();
  const says =
    'Assistant "Support" (id 201): endCallTool is no longer declared; this form of the API lacks it, so nothing is sent for it.';
  expect(await here.engine.preview(program({}))).toMatchObject({
    ...oneStep("update", "endCallTool"),
    lines: [says],
  });
  expect(await here.engine.up(program({}))).toMatchObject(succeeded);
  expect(here.writes()).toEqual([]);
  expect(await here.engine.refresh()).toMatchObject(unchanged);
  expect(here.engine.state.get("it")!.outputs).not.toHaveProperty("endCallTool");
});

describe("private texts of the 2026 form", () => {
  test("are in no message, even if the service repeats them", async () => {
    const here = await world({ form: "2026" }, { "voicecall:debug": "true" });
    const texts = {
      voicemailMessage: "A private voicemail message.",
      reEngagementPrompt: "A private prompt for silence.",
      conversationEndedWebhookUrl: "https://private.example.com/ended",
      fillerPhrases: { positive: ["A private phrase."], negative: [], question: [], neutral: [] },
    };
    const echo = JSON.stringify(texts);
    here.emulator.faults.add({
      method: "POST",
      path: "/user/assistant",
      exact: true,
      fault: { status: 422, body: { message: echo, errors: { voice_mail_message: [echo] } } },
    });
    const { errors, lines } = await here.engine.up(declaring(assistantIn2026("pipeline"), texts));
    expect(errors).toHaveLength(1);
    expect([...errors, ...lines].join("\n")).not.toMatch(/private/i);
  });
});
