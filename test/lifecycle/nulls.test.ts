/** The engine treats null like a missing value, so the provider must report a difference between the two. */
import { expect, test } from "vitest";
import { assistant } from "../kinds/index.js";
import { type World, succeeded, unchanged, applied as appliedProgram, oneStep } from "../support/world.js";

const program = (props: Record<string, unknown> = {}) => ({
  it: { kind: "Assistant", props: { ...assistant, ...props } },
});

const applied = (props: Record<string, unknown> = {}): Promise<World> => appliedProgram(program(props));

test.each([
  ["phoneNumber", { phone_number_id: 2 }, { phone_number_id: null }],
  ["webhookUrl", { webhook_url: "https://hooks.example.com/a" }, { webhook_url: null }],
])("%s: null is sent if the program did not declare the field before", async (property, byHand, body) => {
  const here = await applied();
  Object.assign(here.emulator.state.assistants[0]!, byHand);
  const up = await here.engine.up(program({ [property]: null }));
  expect(up).toMatchObject(oneStep("update"));
  expect(here.writes().map((write) => write.body)).toEqual([body]);
  expect(await here.engine.up(program({ [property]: null }))).toMatchObject(unchanged);
});

test("a null that is taken out does not hide a name that refers to another object now", async () => {
  const here = await applied({ phoneNumber: null });
  const [voice] = here.emulator.state.voices;
  here.emulator.state.voices.push({ ...voice!, id: 9 });
  voice!.name = "Renamed";
  expect(await here.engine.up(program())).toMatchObject(oneStep("update"));
  expect(here.bodies()).toEqual([{ voice_id: 9 }]);
});

test.each([
  ["added manually", { a: 1 }, { a: 1, b: null }],
  ["removed manually", { a: 1, b: null }, { a: 1 }],
])("a null variable %s: the next up after a refresh undoes the change", async (_, variables, byHand) => {
  const here = await applied({ variables });
  Object.assign(here.emulator.state.assistants[0]!, { variables: byHand });
  expect(await here.engine.refresh()).toMatchObject(succeeded);
  expect(await here.engine.up(program({ variables }))).toMatchObject(oneStep("update"));
  expect(here.emulator.state.assistants[0]!.variables).toEqual(variables);
});
