/** Manually set values are data, even if they look like Pulumi's own marks. */
import { describe, expect } from "vitest";
import { NOT_CARRIED, SIGNATURE } from "../../provider/base/carried.js";
import { UNKNOWN } from "../support/engine-part.js";
import { assistant, lead, tool, world, test } from "../support/world.js";

const signed = (signature: string, more: object = {}) => ({ [SIGNATURE]: signature, ...more });

const marks: [name: string, value: unknown, stored: unknown][] = [
  ["the text of an unknown value", UNKNOWN, UNKNOWN + NOT_CARRIED],
  [
    "the text of an unknown number",
    "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
    `3eeb2bf0-c639-47a8-9e75-3b44932eb421${NOT_CARRIED}`,
  ],
  [
    "a secret",
    signed("1b47061264138c4ac30d75fd1eb44270", { value: "by hand" }),
    { [SIGNATURE + NOT_CARRIED]: "1b47061264138c4ac30d75fd1eb44270", value: "by hand" },
  ],
  [
    "an asset",
    signed("c44067f5952c0a294b673a41bacd8c17", { path: "/etc/hostname" }),
    { [SIGNATURE + NOT_CARRIED]: "c44067f5952c0a294b673a41bacd8c17", path: "/etc/hostname" },
  ],
  [
    "a resource",
    signed("5cf8f73096256a8f31e491e813e4eb8e", { urn: 1 }),
    { [SIGNATURE + NOT_CARRIED]: "5cf8f73096256a8f31e491e813e4eb8e", urn: 1 },
  ],
  ["an output", { __pulumiOutput: true }, { [`__pulumiOutput${NOT_CARRIED}`]: true }],
  ["half a character", "a\ud800", `a\\ud800${NOT_CARRIED}`],
  ["a key that would set the prototype", JSON.parse('{"__proto__": 1}'), { [`__proto__${NOT_CARRIED}`]: 1 }],
];

describe.each(marks)("%s", (_, value, stored) => {
  test.each([
    [
      "Assistant",
      { ...assistant, variables: { company: "ACME" } },
      "variables",
      { company: value },
      { company: stored },
    ],
    ["Lead", { ...lead, variables: { customer_name: "Ada" } }, "variables", { customer_name: value }, { customer_name: stored }], // prettier-ignore
    ...(typeof value === "string"
      ? ([
          ["Assistant", assistant, "systemPrompt", value, stored],
          ["Assistant", { ...assistant, extraFields: { new_setting: "a" } }, "extraFields", value, { new_setting: stored }], // prettier-ignore
          ["MidCallTool", tool, "description", value, stored],
        ] as const)
      : []),
  ] as const)(
    "set manually in a field of %s is drift that up repairs",
    async (kind, props, property, live, seen) => {
      const { engine, emulator } = await world({ extraFields: ["new_setting"] });
      const program = { it: { kind, props } };
      expect((await engine.up(program)).errors).toEqual([]);
      const rows = { Assistant: emulator.state.assistants, Lead: emulator.state.leads, MidCallTool: emulator.state.tools }[kind]; // prettier-ignore
      const row = rows[0] as unknown as Record<string, unknown>;
      const field =
        { systemPrompt: "system_prompt", extraFields: "new_setting" }[property as string] ?? property;
      const declared = row[field];
      row[field] = live;

      const refreshed = await engine.refresh();
      expect(refreshed.errors).toEqual([]);
      expect(refreshed.steps).toEqual([{ name: "it", op: "update", fields: [property] }]);
      expect(engine.state.get("it")!.inputs[property]).toEqual(seen);
      expect((await engine.refresh()).errors).toEqual([]);
      expect(engine.state.get("it")!.inputs[property]).toEqual(seen);

      const { errors, steps } = await engine.up(program);
      expect(errors).toEqual([]);
      expect(steps).toEqual([{ name: "it", op: "update", fields: [property] }]);
      expect(row[field]).toEqual(declared);
      expect((await engine.refresh()).steps).toEqual([{ name: "it", op: "same", fields: [] }]);
    },
  );
});

test("a value that is nested too deeply for state is recorded as a text, and up repairs it", async ({
  here: { engine, emulator },
}) => {
  const program = { it: { kind: "Lead", props: { ...lead, variables: { a: 1, b: 1 } } } };
  await engine.up(program);
  let deep: unknown = 1;
  for (let level = 0; level < 2_000; level += 1) deep = [deep];
  emulator.state.leads[0]!.variables = { a: deep, b: 1 };
  expect((await engine.refresh()).errors).toEqual([]);
  expect(JSON.stringify(engine.state.get("it")!.inputs["variables"])).toContain(
    `nested more than 100 levels deep${NOT_CARRIED}`,
  );
  expect((await engine.up(program)).errors).toEqual([]);
});

test("outputs that the service assigns are data too", async ({ here: { engine, emulator } }) => {
  await engine.up({ it: { kind: "Lead", props: lead } });
  (emulator.state.campaigns[0] as { name: string }).name = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  const { errors } = await engine.refresh();
  expect(errors).toEqual([]);
  expect(engine.state.get("it")!.outputs["campaignName"]).toBe(UNKNOWN + NOT_CARRIED);
});

test("a program cannot declare a value that only a read may return", async ({ here: { engine } }) => {
  const { errors } = await engine.preview({
    it: { kind: "Assistant", props: { ...assistant, variables: { company: UNKNOWN + NOT_CARRIED } } },
  });
  expect(errors).toEqual([
    'variables: must not contain text that ends in "(cannot be in Pulumi state)", which marks a live value that state cannot contain',
  ]);
});
