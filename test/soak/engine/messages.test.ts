/** The engine shows each report of the provider once, on the right resource. */
import { expect, test } from "vitest";
import { must } from "../../support/engine.js";
import { js, service, stackOn, writes } from "../../support/engine-world.js";

/** The lines below "Diagnostics" in the output of a command, by resource. */
function diagnostics(output: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  const [, below = ""] = output.split("\nDiagnostics:\n");
  const [text = ""] = below.split(/^(?:Resources|Outputs):/m);
  let lines: string[] = [];
  for (const line of text.split("\n")) {
    const [, name] = /^ {2}\S+ \((.*)\):$/.exec(line) ?? [];
    if (name !== undefined) found[name] = lines = [];
    else if (line.trim() !== "") lines.push(line.trim());
  }
  return found;
}

test("several wrong resources: a preview shows each mistake on its resource; nothing is sent", async () => {
  const emulator = await service();
  const stack = await stackOn(emulator, js(`new Assistant("one", support);`));
  must(await stack.up());
  emulator.reset();
  stack.write(
    js(`
new MidCallTool("good", tool("get_hours"));
new Assistant("one", { ...support, voice: "Sara", initialMessage: "Good morning!" });
new Assistant("two", { ...support, name: "Two", llmModel: "GPT" });
new MidCallTool("three", tool("bad name", { headers: { Authorization: "x" } }));
new Lead("four", { campaign: "1", phoneNumber: "+12025550143" });
`),
  );
  const preview = await stack.preview();
  expect(preview.code).not.toBe(0);
  const { "engine-test-dev": onStack, ...onResources } = diagnostics(preview.all);
  // Each mistake is one error, and the failed program adds none.
  expect(onStack).toBeUndefined();
  expect(onResources).toEqual({
    one: [expect.stringMatching(/^error: voice: the account has no voice "Sara"/)],
    two: [expect.stringMatching(/^error: llmModel: the account has no LLM model "GPT"/)],
    three: expect.arrayContaining([
      expect.stringMatching(/^error: name: must contain only lowercase letters/),
      expect.stringMatching(/^error: headers: must be an array of \{ name, value \}/),
    ]) as string[],
    four: [
      expect.stringMatching(
        /^error: campaign: the account has no campaign "1".*write it as a number, without quotes/,
      ),
    ],
  });
  expect(preview.all).toContain("one update [diff: ~initialMessage,voice]");
  expect(preview.all).not.toContain("__");
  expect((await stack.run("up", "--yes")).code).not.toBe(0);
  expect(writes(emulator)).toEqual([]);
});

test("notes and warnings are on their resource; errors are shown once", async () => {
  const emulator = await service();
  const program = js(`
const parent = new pulumi.ComponentResource("test:index:Group", "group");
const receiving = { ...support, callsDirection: "receive", systemPrompt: "For {{company}}." };
new Assistant("one", receiving, { parent });
new CampaignState("spring", { campaign: "Spring renewals", state: "started" });
`);
  const stack = await stackOn(emulator, program);
  expect(diagnostics(must(await stack.preview()).all)).toEqual({
    one: [expect.stringMatching(/^warning: Assistant "Support": systemPrompt uses \{\{company\}\}/)],
    spring: [expect.stringMatching(/^warning: CampaignState.*will START the campaign/)],
  });
  must(await stack.up());

  stack.setEnv({ VOICECALL_ACCESS_TOKEN: "another-token-of-nobody" });
  const refresh = diagnostics((await stack.refresh()).all);
  expect(Object.keys(refresh).sort()).toEqual(["engine-test-dev", "one", "spring"]);
  expect(refresh["engine-test-dev"]).toEqual(["error: update failed"]);
  for (const name of ["one", "spring"])
    expect(refresh[name]).toEqual([expect.stringMatching(/^error: read .*did not accept the access token/)]);

  stack.setEnv({ VOICECALL_ACCESS_TOKEN: emulator.token, VOICECALL_BASE_URL: `${emulator.address}/wrong` });
  const mistakes = Object.values(diagnostics((await stack.preview()).all));
  expect(mistakes).toEqual([[expect.stringMatching(/^error: .*base URL/)]]);
});
