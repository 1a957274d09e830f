/** `voicecall preview`, with the real engine: what stands before the diff. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/after-test.js";
import { must } from "../support/engine.js";
import { js, service, stackOn, writes } from "../support/engine-world.js";
import { inSoak } from "../support/soak.js";

test("starts, deletions, replacements and failures; no secret is left on the disk", async () => {
  const emulator = await service();
  const temporary = temporaryFolder();
  const program = (name: string, more: string): string =>
    js(
      `new MidCallTool("hours", tool("${name}", { endpoint: "https://tools.example.com/hours" }), { replaceOnChanges: ["name"] });\n${more}`,
    );
  const stack = await stackOn(
    emulator,
    program("get_hours", 'new MidCallTool("prices", tool("get_prices"));'),
    {
      env: { TMPDIR: temporary },
    },
  );
  const [report, outputs, plan] = ["report.md", "outputs", "plan.json"].map((name) =>
    path.join(stack.folder, "..", name),
  ) as [string, string, string];
  must(await stack.up());

  const unchanged = must(await stack.voicecall("preview", "--json", "--outputs", outputs));
  expect(JSON.parse(unchanged.stdout)).toEqual({
    complete: true,
    changes: false,
    starts: [],
    calls: [],
    deletions: [],
    replacements: [],
    failures: [],
    warnings: [],
  });
  expect(readdirSync(path.dirname(outputs))).not.toContain("outputs");

  const start = 'new CampaignState("spring", { campaign: 1, state: "started" });';
  stack.write(program("get_times", start));
  emulator.reset();
  stack.setEnv({ PULUMI_OPTION_SHOW_SECRETS: "true" });
  const arguments_ = ["preview", "--report", report, "--outputs", outputs, "--", "--save-plan", plan];
  const { stdout } = must(await stack.voicecall(...arguments_));
  expect(readFileSync(outputs, "utf8")).toBe("starts=found\nchanges=found\n");
  const text = readFileSync(report, "utf8");
  const [first = "", diff = ""] = text.split("<summary>pulumi preview --diff</summary>");
  expect(first).toMatch(/^\*\*1 start, 1 deletion, 1 replacement, 0 failures\.\*\*\n/);
  expect(first).toMatch(
    /\nCampaignState 1: applying this will START the campaign.*\n[^]*\nMidCallTool prices\n[^]*\nMidCallTool hours\n/,
  );
  for (const shown of [diff, stdout]) expect(shown).toContain('name: "get_hours" => "get_times"');
  for (const shown of [text, stdout]) expect(shown).toContain("[secret]");
  expect(readFileSync(plan, "utf8")).toContain('"resourcePlans"');
  const refused = await stack.voicecall("preview", "--report", report, "--", "--show-secrets");
  expect([refused.code, refused.stderr]).toEqual([64, expect.stringContaining("--show-secrets")]);
  stack.setEnv({ PULUMI_OPTION_SHOW_SECRETS: undefined });

  stack.write(program("get hours", start));
  const failed = await stack.voicecall("preview", "--json");
  expect(failed.code).toBe(1);
  expect(JSON.parse(failed.stdout)).toMatchObject({
    complete: false,
    failures: [expect.stringMatching(/^MidCallTool hours: name: must contain only lowercase letters/)],
  });
  const absent = await stack.voicecall("preview", "--json", "--stack", "absent");
  expect([absent.code, JSON.parse(absent.stdout)]).toMatchObject([1, { complete: false, failures: [] }]);
  expect(absent.stderr).toContain("no stack named 'absent' found");
  expect(writes(emulator)).toEqual([]);
  expect(readdirSync(temporary).filter((name) => name.startsWith("voicecall-"))).toEqual([]);
});

const THROWN = `throw new Error("no campaign today");`;
const MISTAKE = `new MidCallTool("prices", tool("get prices"));`;
const EARLY: [string, string, Record<string, string>][] = [
  ["a resource has a mistake", MISTAKE, {}],
  ["the program throws", THROWN, {}],
  ["the base URL is wrong", "", { "voicecall:baseUrl": "http://127.0.0.1:9/api" }],
];
/** `npm run soak -- matrix` plays all. */
const played = inSoak("matrix") ? EARLY : EARLY.slice(0, 1);

test.each(played)(
  "a preview that ends early because %s hides no start: it is incomplete",
  async (_, more, config) => {
    const emulator = await service();
    const hours = (text: string): string =>
      `new MidCallTool("hours", tool("get_hours", { description: "${text}" }));`;
    const env = { VOICECALL_BASE_URL: undefined };
    const options = { env, config: { "voicecall:baseUrl": emulator.address, ...config } };
    const stack = await stackOn(emulator, js(hours("Opening hours.")), {
      ...options,
      config: { "voicecall:baseUrl": emulator.address },
    });
    must(await stack.up());
    emulator.state.tools[0]!.description = "Changed by hand.";
    for (const [key, value] of Object.entries(config)) must(await stack.run("config", "set", key, value));
    const start = `new CampaignState("spring", { campaign: 1, state: "started" }, { dependsOn: hours });`;
    stack.write(js(`const hours = ${hours("Changed in the program.")} ${more} ${start}`));
    const [report, outputs] = ["report.md", "outputs"].map((name) => path.join(stack.folder, "..", name)) as [
      string,
      string,
    ];
    const ended = await stack.voicecall("preview", "--json", "--report", report, "--outputs", outputs);
    expect(ended.code).toBe(1);
    expect(JSON.parse(ended.stdout)).toMatchObject({ complete: false, changes: true });
    expect(readFileSync(report, "utf8")).toMatch(/^\*\*⚠️ Incomplete: /);
    expect(readFileSync(outputs, "utf8")).toBe("starts=found\nchanges=found\n");
    expect(writes(emulator)).toHaveLength(1);
  },
);
