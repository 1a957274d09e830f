/** Wrong values with unknown parts, and odd list items in records, cause no internal errors of JavaScript. */
import { describe, expect, test } from "vitest";
import type { Kind } from "../../provider/catalog.js";
import { everyKind, fieldsOf, serviceOf } from "../kinds/index.js";
import { UNKNOWN } from "../support/engine-part.js";
import { hostProcess } from "../support/runtime.js";
import { assistant, lead, tool, type World, world, succeeded } from "../support/world.js";

const propertiesOf = (kind: Kind): string[] => Object.keys(fieldsOf(kind));

const containers: [string, unknown][] = [
  ["an object", { name: UNKNOWN }],
  ["a list", [UNKNOWN]],
  ["a deep object", { a: { b: [UNKNOWN] } }],
  ["a list of objects", [{ name: UNKNOWN, value: UNKNOWN }]],
];

describe.each(everyKind)("$kind", ({ kind, props }) => {
  test.each(containers)(
    "every property as %s with an unknown value inside causes no internal error",
    async (_, value) => {
      const here = await world(serviceOf(kind));
      expect(await here.engine.up({ it: { kind, props } })).toMatchObject(succeeded);
      const stored = here.engine.state.get("it")!;
      for (const property of propertiesOf(kind)) {
        const hosted = hostProcess(here.clock, here.engine.env).open(kind);
        const news = { ...props, [property]: value };
        for (const olds of [{}, stored.inputs]) {
          const { inputs, failures } = await hosted.check(olds, news);
          for (const { reason } of failures)
            expect(reason, property).not.toMatch(/TypeError|is not a|undefined/);
          if (failures.length === 0) await hosted.diff(stored.id, stored.outputs, inputs);
        }
      }
    },
  );
});

/** Adds an item to every list of every tool, assistant and lead. */
function spoil(here: World, item: unknown): void {
  const { state } = here.emulator;
  const records = [...state.tools, ...state.assistants, ...state.leads] as unknown as Record<
    string,
    unknown
  >[];
  for (const record of records)
    for (const [key, value] of Object.entries(record))
      if (Array.isArray(value)) record[key] = [item, ...value];
}

test.each([null, 0, "text", true, [], {}].map((item) => [item]))(
  "records whose lists contain %j: every command ends with results or with errors of this package",
  async (item) => {
    const here = await world();
    const program = {
      tool: {
        kind: "MidCallTool",
        props: { ...tool, schema: [{ name: "town", type: "string", description: "Which town." }] },
      },
      assistant: {
        kind: "Assistant",
        props: {
          ...assistant,
          tools: ["get_weather"],
          postCallSchema: [{ name: "outcome", type: "string", description: "How it went." }],
        },
      },
      lead: { kind: "Lead", props: { ...lead, secondaryContacts: [{ phoneNumber: "+12025550150" }] } },
    };
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    here.clock.advance(3_600_000);
    spoil(here, item);
    const more = { ...program, another: { kind: "MidCallTool", props: { ...tool, name: "other" } } };
    for (const run of [
      () => here.engine.preview(more),
      () => here.engine.refresh(),
      () => here.engine.up(more),
      () => here.engine.destroy(),
    ]) {
      const { errors } = await run();
      for (const error of errors)
        expect(error).toMatch(/^(create|read|update|delete|preview|compare|check) /);
    }
  },
);
