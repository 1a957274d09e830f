/**
 * The response to an update is lost, and the object's record lacks a field that was sent. No read shows whether
 * the service has set the field.
 */
import { expect, test } from "vitest";
import type { EmulatorOptions } from "../../emulator/index.js";
import type { Props } from "../support/engine-part.js";
import { type World, world, succeeded, unchanged } from "../support/world.js";
import { anAssistant, declaring, only, strike } from "./subjects.js";

async function lost(first: Props, second: Props, options: EmulatorOptions = {}): Promise<World> {
  const here = await world(options);
  expect(await here.engine.up(declaring(anAssistant, first))).toMatchObject(succeeded);
  strike(here, "PUT", anAssistant.item, "cut-before", { times: 4 });
  const error = only(await here.engine.up(declaring(anAssistant, second)));
  expect(error).toContain("may or may not have processed the request");
  here.requests();
  return here;
}

const multimodal = { engineType: "multimodal", voice: "Emma" };

type Row = [string, first: Props, second: Props, sent: Props, EmulatorOptions?];
const unreadable: Row[] = [
  [
    "a field that no record shows",
    {},
    { endCallTool: { description: "At the end." } },
    { end_call_tool: { description: "At the end." } },
  ],
  ["an extra field", { extraFields: { odd: 1 } }, { extraFields: { odd: 2 } }, { odd: 2 }],
  [
    "a multimodal assistant's model",
    { ...multimodal, llmModel: "GPT-4o-mini" },
    { ...multimodal, llmModel: "GPT-4.1-nano" },
    { llm_model: "GPT-4.1-nano" },
    { multimodalModel: "multimodal" },
  ],
];

test.each<Row>([
  ...unreadable,
  [
    "an extra field beside one that is shown",
    { extraFields: { odd: 1, shown: 1 } },
    { extraFields: { odd: 2, shown: 1 } },
    { odd: 2, shown: 1 },
    { extraFields: ["shown"] },
  ],
])("%s: a lost update is recorded as unsettled, and sent again", async (_, first, second, sent, options) => {
  const here = await lost(first, second, options);
  expect(here.engine.state.get("it")!.outputs).toHaveProperty("__partial");
  expect(await here.engine.up(declaring(anAssistant, second))).toMatchObject(succeeded);
  expect(here.bodies()).toEqual([sent]);
  expect(here.engine.state.get("it")!.outputs).not.toHaveProperty("__partial");
  expect(await here.engine.up(declaring(anAssistant, second))).toMatchObject(unchanged);
});

test("an extra field that the record shows is settled by a read", async () => {
  const here = await world({ extraFields: ["shown"] });
  await here.engine.up(declaring(anAssistant, { extraFields: { shown: 1 } }));
  strike(here, "PUT", anAssistant.item, { status: 500 }, { when: "after" });
  const up = await here.engine.up(declaring(anAssistant, { extraFields: { shown: 2 } }));
  expect(up.errors).toEqual([]);
  expect(up.lines.join()).toContain("the response was lost, but the service made the change");
});

test.each(unreadable)(
  "%s stays unsettled through a refresh, and is sent again",
  async (_, first, second, sent, options) => {
    const changed = { ...second, maxCallDuration: 90 };
    const here = await lost({ ...first, maxCallDuration: 60 }, changed, options);
    for (let time = 0; time < 2; time += 1) expect(await here.engine.refresh()).toMatchObject(succeeded);
    expect(await here.engine.up(declaring(anAssistant, changed))).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([{ ...sent, max_call_duration: 90 }]);
    expect(here.engine.state.get("it")!.outputs).not.toHaveProperty("__partial");
    expect(await here.engine.up(declaring(anAssistant, changed))).toMatchObject(unchanged);
  },
);
