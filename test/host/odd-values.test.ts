/** Odd values, sent to a real provider host as the engine sends them. */
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { assistant, lead } from "../support/world.js";
import { kindHost, service } from "./kind-host.js";

const KEYS = [
  "constructor",
  "prototype",
  "toString",
  "toJSON",
  "then",
  "",
  " ",
  "a.b",
  "a[0]",
  "00",
  "📞",
  "שלום",
  "\u0000",
  "\u202E",
];

test("odd keys and values are sent and read back unchanged", async () => {
  const emulator = await service();
  const here = await kindHost("Lead", emulator);
  const variables = Object.fromEntries(
    KEYS.map((key, index) => [
      key,
      [{ [key]: `${key}\r\n` }, null, index, index / 3, 2 ** 53 - 1, 1e300, [], {}],
    ]),
  );
  const checked = await here.check(undefined, { ...lead, variables });
  expect(checked.failures).toEqual([]);
  const created = await here.create(checked.inputs);
  expect(isDeepStrictEqual(emulator.state.leads[0]!.variables, variables)).toBe(true);
  expect(await here.diff(created.id, created.properties, checked.inputs)).toMatchObject({ changes: "none" });
  const read = await here.read(created.id, created.properties);
  expect(read.inputs).toEqual(checked.inputs);
  await here.delete(created.id, read.properties);
  await here.close();
  expect(here.output).not.toMatch(/\n\s+at /);
});

test("an odd text is stored unchanged in a text field", async () => {
  const emulator = await service();
  const here = await kindHost("Assistant", emulator);
  const systemPrompt = " \u0000\u001B[2J\u202E שלום 📞 e\u0301 {{x}} ${y}\r\n\u2028\uFEFF\uFFFF ";
  const checked = await here.check(undefined, { ...assistant, systemPrompt });
  expect(checked.failures).toEqual([]);
  await here.create(checked.inputs);
  expect(emulator.state.assistants[0]!.system_prompt).toBe(systemPrompt);
});

test("NaN in a list and a huge number are rejected with a clear error", async () => {
  const here = await kindHost("Assistant", await service());
  // JSON turns NaN into null. For a property, null means "not declared". In this list, null is an error.
  const { failures } = await here.check(undefined, {
    ...assistant,
    tools: [Number.NaN],
    maxCallDuration: 1e300,
  });
  expect(failures.map(({ reason }) => reason).sort()).toEqual([
    expect.stringMatching(/^maxCallDuration: must be a whole number, 20-1200 seconds, not 1e\+300/),
    expect.stringMatching(/^tools\[0\]: must be a tool resource, name or id/),
  ]);
});

test("deep nesting is rejected with a clear error", async () => {
  const here = await kindHost("Lead", await service());
  let variables: object = {};
  for (let level = 0; level < 800; level += 1) variables = { a: variables };
  const { failures } = await here.check(undefined, { ...lead, variables });
  expect(failures).toEqual([
    { property: "", reason: "variables: must not be nested more than 100 levels deep" },
  ]);
});
