/** `voicecall drift` after a refresh has recorded a manual change. */
import { expect, test } from "vitest";
import { type Stack, must } from "../../support/engine.js";
import { js, service, stackOn } from "../../support/engine-world.js";

const outcome = async (stack: Stack): Promise<[number | null, string]> => {
  const { code, stdout } = await stack.voicecall("drift");
  return [code, stdout];
};

test('drift that a refresh recorded is never "no drift" until it is applied', async () => {
  const emulator = await service();
  const program = js('new MidCallTool("hours", tool("get_hours_of_day", { timeout: 10 }));');
  const stack = await stackOn(emulator, program, { config: { "voicecall:listLag": "0" } });
  must(await stack.up());
  const tool = emulator.state.tools.find(({ name }) => name === "get_hours_of_day")!;
  tool.timeout = 7;
  must(await stack.refresh());
  const refreshed = [
    1,
    expect.stringMatching(/State was refreshed on .* UTC, and no update[^]*could not tell/),
  ];
  expect(await outcome(stack)).toEqual(refreshed);

  const fault = { status: 422, body: { message: "not now" } };
  must(await stack.up());
  must(await stack.refresh());
  expect(await outcome(stack)).toEqual([0, expect.stringMatching(/: no drift\.\n$/)]);
  tool.timeout = 8;
  for (const method of ["PUT", "POST", "PATCH"] as const)
    emulator.faults.add({ method, path: `/user/tools/${tool.id}`, fault });
  expect((await stack.up("--refresh")).code).not.toBe(0);
  expect(await outcome(stack)).toEqual([
    1,
    expect.stringMatching(/A run with a refresh on .* UTC failed, and no update[^]*could not tell/),
  ]);
});
