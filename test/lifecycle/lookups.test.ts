/** The results of lookups in programs, with this package's names. */
import { expect, test } from "vitest";
import { createRuntime } from "../../provider/runtime.js";
import { assistantIn2026 } from "../kinds/assistant-2026.js";
import { assistant, succeeded, tool, world } from "../support/world.js";

test("records have this package's names, and no secret headers", async () => {
  const { engine, emulator } = await world();
  const program = {
    tool: { kind: "MidCallTool", props: tool },
    support: { kind: "Assistant", props: { ...assistant, callsDirection: "receive" } },
  };
  expect((await engine.up(program)).errors).toEqual([]);
  const settings = { baseUrl: emulator.address, accessToken: emulator.token };
  const found = createRuntime({ env: {} }).openLookups((key) => (settings as Record<string, string>)[key]);
  expect((await found.voices("pipeline"))[0]).toEqual({
    id: 1,
    name: "Sarah",
    mode: "pipeline",
    ...Object.fromEntries(
      ["languageId", "gender", "accent", "age", "previewUrl", "synthesizerProviderId"].map((key) => [
        key,
        null,
      ]),
    ),
  });
  expect((await found.models())[0]).toEqual({ id: 1, name: "GPT-4o-mini", code: null });
  expect((await found.languages())[0]).toEqual({ id: 1, name: "English", iso2: "en" });
  expect((await found.phoneNumbers())[0]).toEqual({
    id: 1,
    phoneNumber: "+12025550101",
    countryCode: "US",
    typeLabel: "Normal",
    isAvailable: true,
  });
  const { headers: _, ...visible } = tool;
  expect(await found.midCallTool(tool.name)).toEqual({
    id: 101,
    ...visible,
    timeout: 10,
    createdAt: expect.stringMatching(/^\d{4}-/),
    updatedAt: expect.stringMatching(/^\d{4}-/),
  });
  const { voice: _voice, language: _language, llmModel: _model, ...declared } = assistant;
  expect(await found.assistant(assistant.name)).toEqual({
    id: 201,
    ...declared,
    callsDirection: "receive",
    uuid: expect.any(String),
    status: "active",
    voiceId: 1,
    languageId: 1,
    llmModelId: 1,
    phoneNumberId: null,
    webhookUrl: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
});

test("a value that is not in the specification is text or null, as in the types", async () => {
  const { engine, emulator } = await world();
  expect((await engine.up({ it: { kind: "Assistant", props: assistant } })).errors).toEqual([]);
  const settings = { baseUrl: emulator.address, accessToken: emulator.token };
  const found = createRuntime({ env: {} }).openLookups((key) => (settings as Record<string, string>)[key]);
  Object.assign(emulator.state.assistants[0]!, { type: "both", timezone: 7, voice_id: "first" });
  expect(await found.assistant(assistant.name)).toMatchObject({
    callsDirection: "both",
    timezone: null,
    voiceId: null,
  });
});

test.each(["pipeline", "multimodal", "dualplex"] as const)(
  "the model of an assistant in mode %s has the id that its resource shows",
  async (mode) => {
    const { props, prepare } = assistantIn2026(mode);
    const { engine, emulator } = await world({ form: "2026" });
    prepare?.(emulator);
    expect(await engine.up({ it: { kind: "Assistant", props } })).toMatchObject(succeeded);
    const settings = { baseUrl: emulator.address, accessToken: emulator.token };
    const found = createRuntime({ env: {} }).openLookups((key) => (settings as Record<string, string>)[key]);
    const { llmModelId } = engine.state.get("it")!.outputs;
    expect(llmModelId).toEqual(expect.any(Number));
    expect((await found.assistant(props["name"] as string)).llmModelId).toBe(llmModelId);
  },
);
