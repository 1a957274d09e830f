import { expect, test } from "vitest";
import { must } from "../../support/engine.js";
import { byHand, js, service, stackOn, writes } from "../../support/engine-world.js";

const program = (weather: string, hours: boolean): string =>
  js(`
const weather = new MidCallTool("weather", tool("${weather}", { endpoint: "https://tools.example.com/weather" }));
const prices = new MidCallTool("prices", tool("get_prices"));
new Assistant("support", { ...support, tools: [weather${hours ? ', "get_hours"' : ""}] });
new Assistant("sales", { ...support, name: "Sales", tools: [prices.id] });
`);

test("an assistant keeps the right tools when tools are renamed, removed, added again and deleted manually", async () => {
  const emulator = await service();
  const attached = (name: string): number[] =>
    [...emulator.state.assistants.find((row) => row.name === name)!.tool_ids].sort();
  const idOf = (name: string): number => emulator.state.tools.find((row) => row.name === name)!.id;
  await byHand(emulator, "POST", "/user/tools", {
    name: "get_hours",
    description: "By hand.",
    endpoint: "https://tools.example.com/h",
    method: "GET",
  });
  const stack = await stackOn(emulator, program("get_weather", true));

  must(await stack.up());
  expect(attached("Support")).toEqual([idOf("get_hours"), idOf("get_weather")].sort());
  expect(attached("Sales")).toEqual([idOf("get_prices")]);

  // A renamed tool keeps its id, so the assistant does not change.
  stack.write(program("get_forecast", true));
  emulator.reset();
  must(await stack.up());
  expect(writes(emulator).map(({ method, path, body }) => [method, path, body])).toEqual([
    ["PUT", `/user/tools/${idOf("get_forecast")}`, { name: "get_forecast" }],
  ]);

  // get_hours is removed from the assistant.
  stack.write(program("get_forecast", false));
  must(await stack.up());
  expect(attached("Support")).toEqual([idOf("get_forecast")]);

  // get_forecast is deleted manually. Pulumi creates it again, and the assistant gets the new id.
  const before = idOf("get_forecast");
  await byHand(emulator, "DELETE", `/user/tools/${before}`);
  emulator.reset();
  must(await stack.up("--refresh"));
  expect(idOf("get_forecast")).not.toBe(before);
  expect(attached("Support")).toEqual([idOf("get_forecast")]);
  expect(attached("Sales")).toEqual([idOf("get_prices")]);
  expect(writes(emulator).map(({ method }) => method)).toEqual(["POST", "PUT"]);

  // get_hours is added again.
  stack.write(program("get_forecast", true));
  must(await stack.up());
  expect(attached("Support")).toEqual([idOf("get_hours"), idOf("get_forecast")].sort());
  must(await stack.asLive());
});

test("unknown names stop the preview with a suggestion; a half-created object is kept and repaired", async () => {
  const emulator = await service();
  const stack = await stackOn(
    emulator,
    js(`new Assistant("support", { ...support, voice: "sarah", tools: ["get_hours"] });`),
    { config: { "voicecall:listLag": "1s" } },
  );
  const preview = await stack.preview();
  expect(preview.code).not.toBe(0);
  expect(preview.all).toContain('voice: the account has no voice "sarah"');
  expect(preview.all).toContain('Did you mean "Sarah"?');
  expect(preview.all).toContain(
    'tools[0]: the account has no mid call tool "get_hours"; if this program creates it, pass the resource.',
  );
  expect(writes(emulator)).toEqual([]);

  stack.write(js(`new Assistant("support", { ...support, maxCallDuration: 60, speechSpeed: 1.1 });`));
  emulator.faults.add({ method: "POST", path: "/user/assistant", fault: { dropField: "speech_speed" } });
  const up = await stack.up();
  expect(up.code).not.toBe(0);
  expect(up.all).toContain("the service accepted speechSpeed but did not keep it");
  const { deployment } = await stack.exportState();
  const recorded = deployment.resources!.find(({ type }) => type.includes("Assistant"))!;
  expect(recorded).toMatchObject({
    id: String(emulator.state.assistants[0]!.id),
    initErrors: [expect.stringContaining("speechSpeed")],
  });
  emulator.reset();
  must(await stack.up());
  expect(writes(emulator).map(({ method, body }) => [method, body])).toEqual([
    ["PUT", { speech_speed: 1.1 }],
  ]);
  must(await stack.asLive());
  expect(emulator.state.assistants).toHaveLength(1);
});
