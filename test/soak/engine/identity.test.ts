/** What identifies a resource is in its inputs, shows in no preview, and holds across accounts. */
import { expect, test } from "vitest";
import { js, service, stackOn, steps, writes } from "../../support/engine-world.js";
import { must } from "../../support/engine.js";

const program = (name: string, options: string): string =>
  js(`
const site = new (class extends pulumi.ComponentResource { constructor() { super("my:index:Site", "shop"); } })();
new MidCallTool("hours", tool("get_hours"), { parent: site });
new Assistant("${name}", support${options});
`);

test("neither a refresh, a rename with an alias nor a renamed stack shows a change", async () => {
  const emulator = await service();
  const stack = await stackOn(emulator, program("sales", ""));
  must(await stack.up());
  const { resources = [] } = (await stack.exportState()).deployment;
  const selves = resources.map(({ inputs, outputs }) => [inputs?.["__self"], outputs?.["__self"]]);
  expect(selves).toEqual(
    expect.arrayContaining([
      ["my:index:Site::hours", "my:index:Site::hours"],
      ["sales", "sales"],
    ]),
  );

  emulator.reset();
  must(await stack.run("refresh", "--yes", "--skip-preview", "--expect-no-changes"));
  must(await stack.preview("--expect-no-changes"));
  stack.write(program("support", ', { aliases: [{ name: "sales" }] }'));
  must(await stack.up("--expect-no-changes"));
  must(await stack.run("refresh", "--yes", "--skip-preview", "--expect-no-changes"));
  expect((await steps(stack, "--diff")).filter((step) => !step.startsWith("same"))).toEqual([]);
  must(await stack.run("stack", "rename", "other"));
  must(await stack.run("preview", "--stack", "other", "--expect-no-changes"));
  expect(writes(emulator)).toEqual([]);
  must(await stack.run("stack", "rename", "dev", "--stack", "other"));
});

test("an adoption says that a targeted delete of the old resource would delete the object", async () => {
  const emulator = await service();
  const stack = await stackOn(
    emulator,
    js(
      'const t = new MidCallTool("old", tool("get_hours")); new Assistant("olda", { ...support, tools: [t] });',
    ),
  );
  must(await stack.up());
  const adopt = '{ onExisting: "adopt" }';
  stack.write(
    js(`const t = new MidCallTool("new", tool("get_hours", ${adopt}));
new Assistant("newa", { ...support, tools: [t], onExisting: "adopt" });`),
  );
  const caution = "still has an adopted object in state, do not delete that resource with --target";
  expect(must(await stack.preview("--target", "**new*")).all).toContain(caution);
  expect(must(await stack.up("--target", "**new*")).all).toContain(caution);
  // A full `up` sees both resources, and keeps the objects.
  expect(must(await stack.up()).all).toContain("another resource of this program manages the same object");
  expect([emulator.state.tools.length, emulator.state.assistants.length]).toEqual([1, 1]);
});
