import { expect, test } from "vitest";
import { must } from "../support/engine.js";
import { byHand, js, service, stackOn, steps, writes } from "../support/engine-world.js";

const everything = js(`
const weather = new MidCallTool("weather", tool("get_weather", {
  timeout: 5,
  headers: [{ name: "X-Key", value: "k" }],
  schema: [{ name: "town", type: "string", description: "Which town." }],
}));
const ada = new Assistant("support", {
  ...support,
  phoneNumber: "+12025550101", tools: [weather, "get_hours"],
  endpointType: "ai", endpointSensitivity: 1.5, interruptSensitivity: 2, ambientSoundVolume: 0.35,
  postCallEvaluation: true, sendWebhookOnlyOnCompleted: false, includeRecordingInWebhook: false,
  isWebhookActive: true, webhookUrl: "https://hooks.example.com/calls",
  useMinInterruptWords: true, minInterruptWords: 2, variables: { company: "Acme", list: [1, { a: null }] },
  postCallSchema: [{ name: "outcome", type: "bool", description: "Whether it went well." }],
  endCallTool: { description: "When they say goodbye." },
  llmTemperature: 0.3, voiceStability: 0.6, voiceSimilarity: 0.4, speechSpeed: 1.1,
  allowInterruptions: false, fillerAudios: true, reEngagementInterval: 20, maxCallDuration: 300, maxSilenceDuration: 30,
  endCallOnVoicemail: false, noiseCancellation: false, recordCall: true, whoSpeaksFirst: "Customer",
});
const lead = new Lead("ada", {
  campaign: "Spring renewals", phoneNumber: "+12025550143", variables: { customer_name: "Ada" },
  secondaryContacts: [{ phoneNumber: "+12025550144", variables: { customer_name: "Bob" } }], status: "created", allowDuplicate: false,
});
new CampaignState("spring", { campaign: "Spring renewals", state: "stopped", trigger: "1", onDestroy: "leave" }, { dependsOn: [lead, ada] });
exports.supportId = ada.id;
exports.toolIds = ada.toolIds;
exports.secondary = lead.secondaryContactIds;
`);

test("all fields at once: created, unchanged, drift found and repaired, destroyed", async () => {
  const emulator = await service();
  await byHand(emulator, "POST", "/user/tools", {
    name: "get_hours",
    description: "By hand.",
    endpoint: "https://tools.example.com/hours",
    method: "GET",
  });
  const stack = await stackOn(emulator, everything);
  emulator.reset();

  expect(await steps(stack)).toEqual(["create ada", "create spring", "create support", "create weather"]);
  expect(writes(emulator)).toEqual([]);
  const up = must(await stack.up());
  expect(up.all).toContain("+ 5 created");
  const [assistant] = emulator.state.assistants;
  const outputs = await stack.outputs();
  expect(outputs).toEqual({
    supportId: String(assistant!.id),
    toolIds: expect.arrayContaining(assistant!.tool_ids),
    secondary: [expect.any(Number)],
  });

  emulator.reset();
  must(await stack.preview("--refresh", "--expect-no-changes", "--diff"));
  expect(writes(emulator)).toEqual([]);

  await byHand(emulator, "PUT", `/user/assistant/${assistant!.id}`, {
    max_call_duration: 60,
    min_interrupt_words: 9,
  });
  await byHand(emulator, "PUT", `/user/leads/${emulator.state.leads[0]!.id}`, {
    variables: { customer_name: "Eve", undeclared: 1 },
  });
  const drift = await stack.run("preview", "--refresh", "--diff", "--expect-no-changes");
  expect(drift.code).not.toBe(0);
  expect(drift.all).toMatch(/~ maxCallDuration *: 60 => 300/);
  expect(drift.all).toMatch(/~ minInterruptWords *: 9 => 2/);
  expect(drift.all).toMatch(/~ customer_name *: "Eve" => "Ada"/);
  expect(drift.all).not.toContain("speechSpeed");
  emulator.reset();
  must(await stack.up("--refresh"));
  expect(writes(emulator).map(({ method, body }) => [method, body])).toEqual(
    expect.arrayContaining([
      ["PUT", { max_call_duration: 300, min_interrupt_words: 2 }],
      ["PUT", { variables: { customer_name: "Ada" } }],
    ]),
  );
  must(await stack.asLive());

  must(await stack.destroy());
  expect(emulator.state.assistants).toEqual([]);
  expect(emulator.state.leads).toEqual([]);
  expect(emulator.state.tools.map(({ name }) => name)).toEqual(["get_hours"]);
});
