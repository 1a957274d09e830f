/** voicecall:willFail, in a preview of several updates that will fail. */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/after-test.js";
import { diagnostics } from "../support/diagnostics.js";
import { must } from "../support/engine.js";
import { js, service, stackOn, writes } from "../support/engine-world.js";

const program = (maxCallDuration: number): string =>
  js(`
for (const name of ["One", "Two", "Three"]) new Assistant(name, { ...support, name, maxCallDuration: ${maxCallDuration} });
new MidCallTool("new", tool("get_hours"));
`);

test("error: one preview names every resource that was changed manually, and up sends nothing", async () => {
  const emulator = await service();
  const temporary = temporaryFolder();
  const stack = await stackOn(emulator, program(300), {
    config: { "voicecall:willFail": "error" },
    env: { TMPDIR: temporary },
  });
  must(await stack.up());
  for (const one of emulator.state.assistants) one.max_duration = 90;
  emulator.reset();

  stack.write(program(60));
  const preview = await stack.preview();
  expect(preview.code).not.toBe(0);
  const error = (name: string): unknown =>
    expect.stringMatching(
      new RegExp(
        `^error: Assistant "${name}" .* was changed manually: maxCallDuration \\(300 → 90\\).*because voicecall:willFail is "error"\\.$`,
      ),
    );
  const { "engine-test-dev": onStack, ...onResources } = diagnostics(preview.all);
  expect(onResources).toEqual({ One: [error("One")], Two: [error("Two")], Three: [error("Three")] });
  expect(onStack).toEqual(["error: the preview found mistakes, shown on their resources."]);
  expect(preview.all).toContain("Two update [diff: ~maxCallDuration]");
  expect(preview.all).not.toContain("__");
  expect((await stack.run("up", "--yes")).code).not.toBe(0);
  expect(writes(emulator)).toEqual([]);
  expect(readdirSync(temporary).filter((file) => file.startsWith("voicecall-preview-"))).toEqual([]);

  // The errors advise `pulumi up --refresh` to overwrite the manual changes.
  must(await stack.run("up", "--yes", "--refresh"));
  expect(emulator.state.assistants.map(({ max_duration }) => max_duration)).toEqual([60, 60, 60]);
});
