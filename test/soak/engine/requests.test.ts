import { expect, test } from "vitest";
import { must } from "../../support/engine.js";
import { count, js, service, stackOn, writes } from "../../support/engine-world.js";

const LOOKUPS = [
  "/user/assistants/voices",
  "/user/assistants/models",
  "/user/assistants/languages",
  "/user/assistants/phone-numbers",
  "/user/tools",
];

test("a no-op preview, a refresh and a drift report of 120 assistants cost a handful of requests", async () => {
  const emulator = await service();
  const program = js(`
const weather = new MidCallTool("weather", tool("get_weather"));
for (let n = 0; n < 120; n += 1) {
  new Assistant("a" + n, { ...support, name: "Assistant " + n, language: n % 2 ? "de" : "English", tools: [weather], ...(n === 7 && { phoneNumber: "+12025550101" }) });
}
`);
  // The engine does not write the whole state after every step, because that would take most of the time.
  const stack = await stackOn(emulator, program, {
    env: { PULUMI_SKIP_CHECKPOINTS: "true", PULUMI_EXPERIMENTAL: "true" },
  });
  must(await stack.up());
  expect(emulator.state.assistants).toHaveLength(120);
  expect(count(emulator, "POST", "/user/assistant")).toBe(120);

  emulator.reset();
  must(await stack.preview("--expect-no-changes"));
  expect(writes(emulator)).toEqual([]);
  for (const path of LOOKUPS) expect(count(emulator, "GET", path), path).toBeLessThanOrEqual(1);
  // One read of the listing, for other objects with a declared name.
  expect(count(emulator, "GET", "/user/assistants/get")).toBe(2);

  emulator.reset();
  must(await stack.run("refresh", "--yes", "--skip-preview", "--expect-no-changes"));
  expect(writes(emulator)).toEqual([]);
  expect(count(emulator, "GET", "/user/assistants/get")).toBe(2);
  for (const path of LOOKUPS) expect(count(emulator, "GET", path), path).toBeLessThanOrEqual(1);

  emulator.reset();
  const drift = await stack.voicecall("drift", "--json");
  expect(drift.code, drift.all).toBe(0);
  expect(JSON.parse(drift.stdout)).toMatchObject({ outcome: "no drift", compared: 121 });
  expect(writes(emulator)).toEqual([]);
  expect(count(emulator, "GET", "/user/assistants/get")).toBe(2);
  for (const path of LOOKUPS) expect(count(emulator, "GET", path), path).toBeLessThanOrEqual(1);
});
