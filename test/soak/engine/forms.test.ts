/** Both forms of the service's API with the real engine. */
import path from "node:path";
import { expect, test } from "vitest";
import { must } from "../../support/engine.js";
import { byHand, count, js, service, stackOn, steps, writes } from "../../support/engine-world.js";
import { REPOSITORY } from "../../support/project.js";

const config = { "voicecall:listLag": "200ms" };

/** The outputs of the assistant in state. */
const stateOf = (resources: { type: string; outputs?: Record<string, unknown> }[] | undefined) =>
  resources!.find(({ type }) => type.endsWith("Assistant"))!.outputs!;

test("the quickstart program works unchanged in the 2026 form, and its preview writes nothing", async () => {
  const emulator = await service({ form: "2026" });
  const stack = await stackOn(emulator, "", {
    program: { dir: path.join(REPOSITORY, "examples", "quickstart") },
    env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
    config,
  });
  expect(await steps(stack)).toContain("create renewals");
  expect(writes(emulator)).toEqual([]);
  must(await stack.up());
  const created = writes(emulator).find(({ path }) => path === "/user/assistant");
  expect(created!.body).toMatchObject({ name: "Renewals", mode: "pipeline", max_duration: 300 });
  must(await stack.preview("--refresh", "--expect-no-changes"));
  must(await stack.destroy());
  expect(emulator.state.assistants).toEqual([]);
});

test("an empty account without voices: auto detects both API forms and writes nothing", async () => {
  const emulator = await service({ form: "2026", seed: { voices: [], campaigns: [], phoneNumbers: [] } });
  // Only the 2026 form has `bodyFormat`.
  const program = js(`new MidCallTool("it", tool("get_hours", { bodyFormat: "json" }));`);
  const stack = await stackOn(emulator, program, { config });
  expect(await steps(stack)).toEqual(["create it"]);
  await byHand(emulator, "PATCH", "/_emulator/settings", { form: "2025" });
  const { code, all } = await stack.preview();
  expect(code).not.toBe(0);
  expect(all).toContain(
    "bodyFormat: exists only in the 2026 form of the API, and this service has the 2025 form",
  );
  expect(writes(emulator).filter(({ path }) => path.startsWith("/user/"))).toEqual([]);
  expect(count(emulator, "GET", "/user/assistants/models")).toBe(2);
});

test("an account that moves from the 2025 to the 2026 form shows no difference; later updates use the new names", async () => {
  const emulator = await service();
  const program = (seconds: number) =>
    js(`new Assistant("it", { ...support, maxCallDuration: ${seconds}, whoSpeaksFirst: "Customer" });`);
  const stack = await stackOn(emulator, program(60), { config });
  must(await stack.up());
  expect(stateOf((await stack.exportState()).deployment.resources)["__account"]).toMatchObject({
    form: "2025",
  });
  const sent = writes(emulator).length;
  await byHand(emulator, "PATCH", "/_emulator/settings", { form: "2026" });
  const later = () =>
    writes(emulator)
      .slice(sent)
      .filter(({ path }) => path.startsWith("/user/"));
  must(await stack.up("--expect-no-changes"));
  expect(later()).toEqual([]);
  stack.write("index.js", program(90));
  must(await stack.up());
  expect(later().map(({ method, body }) => [method, body])).toEqual([["PUT", { max_duration: 90 }]]);
  expect(stateOf((await stack.exportState()).deployment.resources)["__account"]).toMatchObject({
    form: "2026",
  });
  must(await stack.refresh("--expect-no-changes"));
});

test("a wrong apiForm is an error; with the right one, built-in tools are applied and their key is encrypted", async () => {
  const emulator = await service({ form: "2026" });
  const program = `const { assistantTransfer, calendarIntegration, endCall } = require("pulumi-voicecall");
${js(`
const billing = new Assistant("billing", { ...support, name: "Billing" });
new Assistant("it", {
  ...support,
  builtInTools: [
    endCall({ description: "At the end." }),
    assistantTransfer({ assistant: billing }),
    calendarIntegration({ calcomApiKey: process.env.CALENDAR_KEY, calcomEventSlug: "visit" }),
  ],
});`)}`;
  const key = "cal-0123456789-key";
  const stack = await stackOn(emulator, program, { config, env: { CALENDAR_KEY: key } });
  const rejected = await stack.up("--config", "voicecall:apiForm=2025");
  expect(rejected.code).not.toBe(0);
  expect(rejected.all).toContain("voicecall:apiForm is 2025, but the service has the 2026 form");
  expect(writes(emulator)).toEqual([]);
  must(await stack.up("--config", "voicecall:apiForm=2026"));
  const [billing, it] = emulator.state.assistants;
  expect(it!.tools.map(({ type, data }) => [type, data["assistant_id"] ?? data["calcom_api_key"]])).toEqual(
    expect.arrayContaining([
      ["assistant_transfer", billing!.id],
      ["calendar_integration", key],
    ]),
  );
  const refreshed = must(await stack.preview("--refresh", "--expect-no-changes", "--diff"));
  expect(JSON.stringify(await stack.exportState())).not.toContain(key);
  expect(refreshed.all).not.toContain(key);
});
