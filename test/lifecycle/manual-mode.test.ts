/** In the 2026 form, models of two engine modes may have the same id. */
import { describe, expect, test } from "vitest";
import { assistantIn2026 } from "../kinds/assistant-2026.js";
import { anAssistant, declaring } from "../kinds/index.js";
import type { Program } from "../support/engine-part.js";
import { type World, oneStep, succeeded, unchanged, world } from "../support/world.js";

const { props, prepare } = assistantIn2026("pipeline");
const pipeline = declaring({ ...anAssistant, props });
const multimodal = (llmModel: string): Program =>
  declaring({ ...anAssistant, props: { ...props, engineType: "multimodal", voice: "Emma", llmModel } });

/** A pipeline assistant with model 1 that someone has changed to the multimodal model 2. */
async function changedManually(): Promise<World> {
  const here = await world({ form: "2026" });
  prepare?.(here.emulator);
  const models = [
    { id: 1, name: "Realtime one", code: "one", type: "multimodal" as const },
    { id: 2, name: "Realtime two", code: "two", type: "multimodal" as const },
  ];
  here.emulator.state.models.push(...models);
  expect(await here.engine.up(pipeline)).toMatchObject(succeeded);
  expect(here.engine.state.get("it")!.outputs["llmModelId"]).toBe(1);
  const change = { mode: "multimodal" as const, llm_model_id: null, multimodal_model_id: 2, voice_id: 4 };
  Object.assign(here.emulator.state.assistants.at(-1)!, change);
  here.clock.advance(3_600_000);
  here.requests();
  return here;
}

describe("an engine mode that was changed manually", () => {
  test("a refresh records the model and voice of that mode", async () => {
    const here = await changedManually();
    expect(await here.engine.refresh()).toMatchObject(oneStep("update", "engineType", "llmModel", "voice"));
    expect(here.engine.state.get("it")).toMatchObject({
      inputs: { engineType: "multimodal", llmModel: "Realtime two", voice: "Emma" },
      outputs: { llmModelId: 2, voiceId: 4 },
    });
    here.requests();
    expect(await here.engine.up(pipeline)).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([{ mode: "pipeline", voice_id: 1, llm_model_id: 1 }]);
  });

  test("after a refresh, a program in that mode gets its model", async () => {
    const here = await changedManually();
    await here.engine.refresh();
    here.requests();
    expect(await here.engine.up(multimodal("Realtime one"))).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([{ multimodal_model_id: 1 }]);
    expect(await here.engine.preview(multimodal("Realtime one"))).toMatchObject(unchanged);
  });

  test("without a refresh, another model in the program is a conflict", async () => {
    const here = await changedManually();
    const { errors } = await here.engine.up(multimodal("Realtime one"));
    expect(errors.join()).toContain("the update would overwrite a manual change: llmModel");
    expect(here.writes()).toEqual([]);
    expect(await here.engine.up(multimodal("Realtime two"))).toMatchObject(succeeded);
    expect(here.writes()).toEqual([]);
  });
});
