/** voicecall:willFail, in a preview of an update that will fail. */
import { expect, test } from "vitest";
import { must } from "../../support/engine.js";
import { js, service, stackOn, writes } from "../../support/engine-world.js";

const program = (maxCallDuration: number): string =>
  js(`new Assistant("One", { ...support, name: "One", maxCallDuration: ${maxCallDuration} });`);

test("error: the preview fails on the resource that was changed manually, and up sends nothing", async () => {
  const emulator = await service();
  const stack = await stackOn(emulator, program(300), { config: { "voicecall:willFail": "error" } });
  must(await stack.up());
  emulator.state.assistants[0]!.max_duration = 90;
  emulator.reset();

  stack.write(program(60));
  const preview = await stack.preview();
  expect(preview.code).not.toBe(0);
  expect(preview.all).toMatch(
    /Assistant "One" .* was changed manually: maxCallDuration \(300 → 90\).*because voicecall:willFail is "error"\./,
  );
  expect(preview.all).not.toContain("__");
  expect((await stack.run("up", "--yes")).code).not.toBe(0);
  expect(writes(emulator)).toEqual([]);

  // The error advises `pulumi up --refresh` to overwrite the manual change.
  must(await stack.run("up", "--yes", "--refresh"));
  expect(emulator.state.assistants.map(({ max_duration }) => max_duration)).toEqual([60]);
});
