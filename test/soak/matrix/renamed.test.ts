/** What a preview shows of a resource that gets another name in the program, with an alias. */
import { expect, test } from "vitest";
import { must } from "../../support/engine.js";
import { js, service, stackOn } from "../../support/engine-world.js";

test("a renamed resource that changes shows what changes in the service, not the name that state keeps", async () => {
  const emulator = await service();
  const program = js(`
const name = process.env.RENAMED ?? "hours";
new MidCallTool(name, { ...tool("get_hours"), timeout: Number(process.env.TIMEOUT ?? 5) }, { aliases: [{ name: "hours" }], hideDiffs: ["description"] });
`);
  const stack = await stackOn(emulator, program);
  must(await stack.up());
  stack.setEnv({ RENAMED: "opening-hours" });
  must(await stack.run("preview", "--expect-no-changes"));
  stack.setEnv({ TIMEOUT: "6" });
  expect(must(await stack.preview()).all).toMatch(/MidCallTool opening-hours update \[diff: ~timeout\]/);
  const { all } = must(await stack.run("preview", "--diff"));
  expect(all).toMatch(/timeout *: 5 => 6/);
  expect(all).not.toContain('"hours"');
  const { resources = [] } = (await stack.exportState()).deployment;
  expect(JSON.stringify(resources)).toContain('["description","__self"]');
});
