/** `pulumi up --plan`, as in the apply workflow: it does what the plan contains, and nothing else. */
import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import type { Emulator, EmulatorOptions } from "../../../emulator/index.js";
import type { CommandResult } from "../../support/commands.js";
import { must, type Stack } from "../../support/engine.js";
import { byHand, js, service, stackOn, writes } from "../../support/engine-world.js";
import { REPOSITORY } from "../../support/project.js";
import { readWorkflow } from "../../support/workflow.js";

/** A resource of each kind. `value` is a field that can change; `place` is one whose change replaces. */
const KINDS: Record<string, (value: number, place: number) => string> = {
  MidCallTool: (value, place) =>
    `new MidCallTool("it", tool("get_hours", { timeout: ${10 + value}, description: "Version ${place}." }), { replaceOnChanges: ["description"] });`,
  Assistant: (value, place) =>
    `new Assistant("it", { ...support, initialMessage: "Hello ${value}!", systemPrompt: "Version ${place}." }, { replaceOnChanges: ["systemPrompt"] });`,
  Lead: (value, place) =>
    `new Lead("it", { campaign: ${place}, phoneNumber: "+12025550143", variables: { customer_name: "Ada ${value}" } }, { replaceOnChanges: ["campaign"] });`,
  LeadSet: (value, place) =>
    `new LeadSet("it", { campaign: ${place}, leads: [{ Phone: "+12025550143", Name: "Ada ${value}" }], columns: { phoneNumber: "Phone", variables: { customer_name: "Name" } } });`,
  // The service changes no campaign, so each change is a replacement.
  Campaign: (value, place) =>
    `new Campaign("it", { name: "Summer offers ${place}", assistant: caller, maxRetries: ${value}, onChange: "replace" });`,
  CampaignState: (value, place) =>
    `new CampaignState("it", { campaign: ${place}, state: "started", trigger: ${value} });`,
};

/** Always there, so that the program without the resource is not empty. */
const OTHER = `const { LeadSet } = require("pulumi-voicecall");
const caller = new Assistant("caller", { ...support, name: "Caller" });
`;
const without = js(OTHER);

interface World {
  emulator: Emulator;
  stack: Stack;
  plan: (text: string) => Promise<void>;
  apply: (text: string) => Promise<CommandResult>;
  /** Applies a program, and expects that the plan does not allow it. */
  refused: (text: string, why: RegExp) => Promise<void>;
}

async function world(before: string, options: EmulatorOptions = {}): Promise<World> {
  const emulator = await service(options);
  const stack = await stackOn(emulator, before, { config: { "voicecall:listLag": "10ms" } });
  must(await stack.up());
  const file = path.join(stack.folder, "../plan.json");
  const apply = (text: string): Promise<CommandResult> => {
    stack.write(text);
    emulator.reset();
    return stack.run("up", "--yes", "--diff", "--plan", file);
  };
  return {
    emulator,
    stack,
    apply,
    plan: async (text) => {
      stack.write(text);
      must(await stack.preview("--save-plan", file));
    },
    refused: async (text, why) => {
      const { code, all } = await apply(text);
      expect([code === 0, all]).toEqual([false, expect.stringMatching(why)]);
      expect(writes(emulator)).toEqual([]);
    },
  };
}

const OTHER_VALUES = /violates plan: properties changed: /;
const NOT_PLANNED = /create is not allowed by the plan: no steps were expected for this resource/;
const KEPT = /delete is not allowed by the plan: this resource is constrained to same/;
const NOT_DELETED = /violates plan: resource unexpectedly not deleted/;

test.each(Object.keys(KINDS))(
  "%s: a program that has changed since the plan is refused, and nothing is sent; else the plan is applied",
  async (kind) => {
    const program = (value: number, place: number): string => js(OTHER + KINDS[kind]!(value, place));
    const { emulator, stack, plan, apply, refused } = await world(without, {
      form: kind === "Campaign" ? "2026" : "2025",
    });
    const applied = async (text: string): Promise<void> => {
      must(await apply(text));
      expect(writes(emulator).length).toBeGreaterThan(0);
      must(await stack.preview("--expect-no-changes"));
    };

    await plan(without);
    await refused(program(1, 1), NOT_PLANNED);
    await plan(program(1, 1));
    await refused(program(2, 1), OTHER_VALUES);
    await applied(program(1, 1));

    await plan(program(1, 1));
    await refused(program(2, 1), OTHER_VALUES);
    await refused(without, KEPT);

    // A running campaign is not started again.
    for (const campaign of emulator.state.campaigns) campaign.status = "completed";
    await plan(program(2, 1));
    await refused(program(3, 1), OTHER_VALUES);
    await refused(program(2, 2), OTHER_VALUES);
    await applied(program(2, 1));

    await plan(program(2, 2));
    await refused(program(3, 2), OTHER_VALUES);
    await refused(program(2, 1), OTHER_VALUES);
    await applied(program(2, 2));

    await plan(without);
    await refused(program(2, 2), NOT_DELETED);
    await refused(program(3, 2), NOT_DELETED);
    await applied(without);
  },
);

/** Pulumi 3.255 shows both values. The canary is left out, because a test fails if any output has it. */
test("a changed secret is refused, and the filter of the workflows hides it from the log", async () => {
  const program = (value: string): string =>
    js(`new MidCallTool("it", tool("get_hours", { headers: [{ name: "X-Key", value: "${value}" }] }));`);
  const { plan, apply, emulator } = await world(program("one"));
  await plan(program("hidden-2"));
  const { all } = await apply(program("hidden-3\\nhidden-4"));
  expect(all).toContain("hidden-2");
  expect(writes(emulator)).toEqual([]);
  const log = execFileSync(process.execPath, ["-e", plainText()], { input: all, encoding: "utf8" });
  expect(log).toContain("violates plan: properties changed: ~~headers[the values may be secret]\nResources:");
  expect(log).not.toContain("hidden");
});

const plainText = (): string => {
  const file = "examples/github-actions/s3/.github/workflows/voicecall-apply.yml";
  return readWorkflow(path.join(REPOSITORY, file)).env["PLAIN_TEXT"]!;
};

test("a manual change in the service since the plan stops an update and a create, and nothing is sent", async () => {
  const program = (timeout: number, more = ""): string =>
    js(`new MidCallTool("it", tool("get_hours", { timeout: ${timeout} }));${more}`);
  const { emulator, plan, refused } = await world(program(11));
  await plan(program(12));
  await byHand(emulator, "PUT", `/user/tools/${emulator.state.tools[0]!.id}`, { timeout: 20 });
  await refused(program(12), /was changed manually: timeout \(11 → 20\)/);

  const more = 'new MidCallTool("more", tool("get_prices"));';
  await byHand(emulator, "PUT", `/user/tools/${emulator.state.tools[0]!.id}`, { timeout: 11 });
  await plan(program(11, more));
  await byHand(emulator, "POST", "/user/tools", {
    name: "get_prices",
    description: "Mine.",
    endpoint: "https://tools.example.com/mine",
    method: "GET",
  });
  await refused(program(11, more), /already/);
});

test("a start that no preview sees is not in the plan, and is refused", async () => {
  const start = 'new CampaignState("spring", { campaign: 1, state: "started" })';
  const tool = 'new MidCallTool("it", tool("get_hours"))';
  for (const hidden of [
    `${tool}; if (!pulumi.runtime.isDryRun()) ${start};`,
    `${tool}.createdAt.apply(() => ${start});`,
  ]) {
    const { emulator, plan, apply } = await world(without);
    const program = js(OTHER + hidden);
    await plan(program);
    const { code, all } = await apply(program);
    expect([code === 0, all]).toEqual([false, expect.stringMatching(NOT_PLANNED)]);
    // The tool is in the plan, and the engine creates it at the same time.
    expect(writes(emulator).map(({ path }) => path)).not.toContain("/user/campaigns/update-status");
  }
});
