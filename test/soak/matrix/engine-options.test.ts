/** The rows of docs/engine-options.md that need hooks or migrations. With older engines, the page promises nothing. */
import { describe, expect, inject, test } from "vitest";
import { service, writes } from "../../support/engine-world.js";
import { inlineStack } from "./inline.js";
import { pairs } from "./versions.js";

const newest = pairs().at(-1)!;
const isOlder = inject("engine").version !== `v${newest.sdk}`;
const config = { "voicecall:listLag": "1ms" };

const THROWS = `const hook = new pulumi.ResourceHook("stop", () => { throw new Error("stopped by the hook"); });`;
const stopped = expect.stringContaining("stopped by the hook") as string;

const tool = (description: string, options: string): string =>
  `new voicecall.MidCallTool("hours", { name: "get_hours", description: "${description}", endpoint: "https://tools.example.com/hours", method: "GET" }, ${options});`;

describe.skipIf(isOlder)("a hook that throws", () => {
  test.each([
    ["beforeCreate", [], "nothing is sent, although preview said that it starts"],
    ["afterCreate", ["POST"], "the campaign has started"],
  ])("%s", async (when, sent) => {
    const emulator = await service();
    const { run, stack } = await inlineStack(emulator, newest, { config });
    const program = `${THROWS} new voicecall.CampaignState("calls", { campaign: 1, state: "started" }, { hooks: { ${when}: [hook] } });`;
    const [preview] = await run({ command: "preview", program });
    expect(preview).toMatchObject({ ok: true, message: expect.stringContaining("will START") as string });
    const [up] = await run({ command: "up", program });
    expect(up).toMatchObject({ ok: false, message: stopped });
    expect(writes(emulator).map(({ method }) => method)).toEqual(sent);
    const { resources = [] } = (await stack.exportState()).deployment;
    expect(resources.filter(({ type }) => type.endsWith(":CampaignState"))).toHaveLength(sent.length);
  });

  test("beforeDelete: the object stays, and destroy needs the program", async () => {
    const emulator = await service();
    const { run } = await inlineStack(emulator, newest, { config });
    const program = `${THROWS} ${tool("Hours.", "{ hooks: { beforeDelete: [hook] } }")}`;
    const results = await run(
      { command: "up", program },
      { command: "up", program: "" },
      { command: "destroy" },
      { command: "destroy", program, options: { runProgram: true } },
    );
    const says = (text: string) => ({ ok: false, message: expect.stringContaining(text) as string });
    expect(results).toMatchObject([
      { ok: true },
      says('hook "stop" was not registered'),
      says("You must run with the `--run-program` flag to use delete hooks during destroy."),
      says("stopped by the hook"),
    ]);
    expect(emulator.state.tools).toHaveLength(1);
  });
});

test.skipIf(isOlder)(
  "stateMigrations change the state only, until a refresh; the engine rejects another id",
  async () => {
    const emulator = await service();
    const { run } = await inlineStack(emulator, newest, { config });
    const migrated = (change: string): string => `const migrate = ({ oldState }) => {
    const newState = JSON.parse(JSON.stringify(oldState));
    for (const one of newState) { ${change} }
    return { newState };
  };
  ${tool("New", "{ stateMigrations: [migrate] }")}`;
    const [up, again, refreshed, restored, rejected] = await run(
      { command: "up", program: tool("Old", "{}") },
      { command: "up", program: migrated('one.inputs.description = one.outputs.description = "New";') },
      { command: "refresh" },
      { command: "preview", program: tool("New", "{}"), options: { diff: true } },
      { command: "up", program: migrated('one.id = "999";') },
    );
    expect([up, again, refreshed]).toMatchObject([
      { ok: true },
      { ok: true, changes: { same: 2 } },
      { ok: true },
    ]);
    expect(emulator.state.tools[0]!.description).toBe("Old");
    expect(restored!.message).toContain('"Old" => "New"');
    expect(rejected).toMatchObject({ ok: false, message: expect.stringMatching(/\bid\b/i) as string });
  },
);
