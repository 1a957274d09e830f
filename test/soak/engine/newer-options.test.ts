/** docs/engine-options.md, with the real engine: what is said there happens, and what it advises helps. */
import { expect, test } from "vitest";
import { must } from "../../support/engine.js";
import { js, service, stackOn } from "../../support/engine-world.js";

const assistant = (props: string, options = "{}"): string =>
  js(`new Assistant("support", { ...support, ${props} }, ${options});`);

const project = (options: object): string =>
  JSON.stringify({ name: "engine-test", runtime: "nodejs", options });

test.each([
  ["the variable", { PULUMI_OPTION_REFRESH: "true" }, {}],
  ["the project's option", {}, { refresh: "always" }],
])(
  "%s refreshes first: a manual change is overwritten, unless what doctor advises is done",
  async (_, env, options) => {
    const emulator = await service();
    const stack = await stackOn(emulator, assistant("maxCallDuration: 60"), {
      config: { "voicecall:listLag": "1ms" },
    });
    must(await stack.up());
    stack.write("Pulumi.yaml", project(options));
    stack.setEnv(env);
    const [row] = emulator.state.assistants;
    row!.max_duration = 90;
    stack.write(assistant("maxCallDuration: 120"));
    const { stdout } = await stack.voicecall("doctor", "--json", "--no-program");
    const { checks } = JSON.parse(stdout) as { checks: { id: string; todo?: string }[] };
    const advice = checks.find(({ id }) => id === "refresh")!.todo;
    expect(advice).toBe("remove that setting, or set --refresh=false");
    const stopped = await stack.up("--refresh=false");
    expect([stopped.code === 0, stopped.all]).toEqual([
      false,
      expect.stringContaining("would overwrite a manual change"),
    ]);
    expect(row!.max_duration).toBe(90);
    must(await stack.up());
    expect(row!.max_duration).toBe(120);
  },
);

test("hideDiffs hides a difference from preview, not from drift; the change is applied", async () => {
  const emulator = await service();
  const options = '{ hideDiffs: ["systemPrompt"] }';
  const stack = await stackOn(emulator, assistant("", options), { config: { "voicecall:listLag": "1ms" } });
  must(await stack.up());
  stack.write(assistant('systemPrompt: "You sell."', options));
  const preview = must(await stack.voicecall("preview"));
  expect(preview.all).not.toContain("You sell.");
  expect(preview.all).toContain("~ 1 to update");
  must(await stack.up());
  expect(emulator.state.assistants[0]!.system_prompt).toBe("You sell.");
  emulator.state.assistants[0]!.system_prompt = "By hand.";
  const drift = await stack.voicecall("drift");
  expect([drift.code, drift.stdout]).toEqual([2, expect.stringContaining("By hand.")]);
});

test("destroy rejects a protected object; with --ignore-protect it deletes the assistant that answers calls", async () => {
  const emulator = await service();
  const stack = await stackOn(emulator, assistant("", "{ protect: true }"));
  must(await stack.up());
  expect((await stack.destroy()).all).toContain("protect");
  expect(emulator.state.assistants).toHaveLength(1);
  must(await stack.destroy("--ignore-protect"));
  expect(emulator.state.assistants).toEqual([]);
});
