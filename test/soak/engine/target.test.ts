/** `voicecall target`, and an apply of what it prints. */
import { expect, test } from "vitest";
import { js, service, stackOn, writes } from "../../support/engine-world.js";
import { must } from "../../support/engine.js";
import { change } from "../../support/pulled-stack.js";

const program = (greeting: string): string =>
  js(`
class Desk extends pulumi.ComponentResource { constructor(name) { super("acme:it:Desk", name); } }
const hours = new MidCallTool("opening hours", tool("get_hours"), { parent: new Desk("desk") });
new Assistant("support", { ...support, initialMessage: "${greeting}", tools: [hours] });
new Assistant("other", { ...support, name: "Other", initialMessage: "${greeting}" });
new Lead("other", { campaign: "Spring renewals", phoneNumber: "+12025550143" });
`);

test("creates one resource with what it needs, and overwrites the changes of one resource only", async () => {
  const emulator = await service();
  const stack = await stackOn(emulator, program("Hello!"));
  const options = async (...names: string[]): Promise<string[]> =>
    must(await stack.voicecall("target", ...names))
      .stdout.trim()
      .split(" ");
  must(await stack.up(...(await options("support"))));
  expect(emulator.state.assistants.map(({ name }) => name)).toEqual(["Support"]);
  expect(emulator.state.tools.map(({ name }) => name)).toEqual(["get_hours"]);
  must(await stack.up());

  await change(emulator, "Support", { initial_message: "Hi!" });
  await change(emulator, "Other", { initial_message: "Hi!" });
  stack.write(program("Good morning!"));
  emulator.reset();
  must(await stack.up("--config", "voicecall:onConflict=overwrite", ...(await options("support"))));
  expect(writes(emulator)).toHaveLength(1);
  const { code, stderr } = await stack.voicecall("target", "other");
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining("Name one of them: Assistant/other, Lead/other."),
  ]);
  expect((await stack.voicecall("target", "suport")).stderr).toContain('Did you mean "support"');
  const json = must(await stack.voicecall("target", "Assistant/other", "--json"));
  expect(JSON.parse(json.stdout)).toEqual([expect.stringMatching(/::other$/)]);
});
