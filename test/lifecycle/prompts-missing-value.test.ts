/** Words that JavaScript writes into a text for a value that is missing: callers would hear them. */
import { expect } from "vitest";
import type { Program } from "../support/engine-part.js";
import { assistant, succeeded, test, world } from "../support/world.js";

const it = (props: object): Program => ({ it: { kind: "Assistant", props: { ...assistant, ...props } } });
const SLIP =
  'contains "undefined", "NaN" or "[object …]", which JavaScript writes for a missing value or an object. Correct the value, or reword the text (voicecall:promptChecks).';

test.each([
  ["an assistant", { variables: { plan: "basic" } }],
  ["an assistant whose variables are left to the service", {}],
])("are a warning: %s", async (_, props) => {
  const { engine } = await world({});
  const text = "Hi {{plan}}. Undefined is a word.";
  expect(await engine.up(it({ ...props, systemPrompt: text }))).toMatchObject(succeeded);
  const changed = { initialMessage: "This is undefined.", systemPrompt: `${text} [object Object]` };
  const { errors, lines } = await engine.preview(it({ ...props, ...changed }));
  expect([errors, lines.filter((line) => line.includes("contains"))]).toEqual([
    [],
    [`Assistant "Support": initialMessage ${SLIP}`, `Assistant "Support": systemPrompt ${SLIP}`],
  ]);
});
