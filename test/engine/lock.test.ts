import { expect, test } from "vitest";
import { js, service, stackOn } from "../support/engine-world.js";

test("two ups of one stack at once: the lock holds, and nothing is created twice", async () => {
  const emulator = await service();
  const stack = await stackOn(
    emulator,
    js(`
const weather = new MidCallTool("weather", tool("get_weather"));
new Assistant("support", { ...support, tools: [weather] });
new Lead("ada", { campaign: 1, phoneNumber: "+12025550143" });
`),
  );
  const ended = await Promise.all([stack.up(), stack.up()]);
  const codes = ended.map(({ code }) => code === 0);
  expect(codes.filter(Boolean).length, ended.map(({ all }) => all).join("\n")).toBeGreaterThanOrEqual(1);
  for (const { code, all } of ended) if (code !== 0) expect(all).toContain("the stack is currently locked");
  const { tools, assistants, leads } = emulator.state;
  expect([tools.length, assistants.length, leads.length]).toEqual([1, 1, 1]);
});
