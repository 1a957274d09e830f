/** What a service changes beside an update, trims and renumbers, with the real engine. */
import { expect, test } from "vitest";
import { must } from "../../support/engine.js";
import { js, service, stackOn, steps, writes } from "../../support/engine-world.js";

const program = (name: string, maxCallDuration: number): string =>
  js(`const hours = new MidCallTool("hours", tool("get_hours"));
new Assistant("support", { ...support, name: "${name}", tools: [hours], webhookUrl: "https://hooks.example.com/a", isWebhookActive: true, maxCallDuration: ${maxCallDuration} });`);

test("an update that resets other fields fails, names them, and is repaired by the next one", async () => {
  const emulator = await service();
  const stack = await stackOn(emulator, program("Support", 300), {
    config: { "voicecall:listLag": "100ms" },
  });
  must(await stack.up());
  emulator.faults.add({ method: "PUT", path: "/user/assistant/{id}", fault: "reset-others" });
  stack.write(program("Support", 200));
  const failed = await stack.up();
  expect(failed.code).not.toBe(0);
  expect(failed.all).toMatch(/the service changed .*tools.* beside what was sent/s);
  must(await stack.up());
  expect(emulator.state.assistants[0]).toMatchObject({
    max_duration: 200,
    webhook_url: "https://hooks.example.com/a",
  });
  expect(emulator.state.assistants[0]!.tool_ids).toHaveLength(1);
  expect(await steps(stack)).toEqual([]);
});

test("a name that ends with an invisible character is one object, and whole numbers as keys are refused", async () => {
  const emulator = await service({ dialect: "php" });
  const stack = await stackOn(emulator, program("Shop\\u200e", 300), {
    config: { "voicecall:listLag": "100ms" },
  });
  must(await stack.up());
  expect(await steps(stack)).toEqual([]);
  must(await stack.asLive());
  const before = writes(emulator).length;
  stack.write(js(`new Lead("ada", { campaign: 1, phoneNumber: "+12025550143", variables: { 0: "a" } });`));
  expect((await stack.preview()).all).toMatch(/variables.*whole number/s);
  expect((await stack.up()).code).not.toBe(0);
  expect(writes(emulator)).toHaveLength(before);
});
