/** `voicecall preview`, with the real engine: starts and conflicts of unusual programs. */
import path from "node:path";
import { expect, test } from "vitest";
import { must } from "../../support/engine.js";
import { js, service, stackOn, writes } from "../../support/engine-world.js";

test("no preview shows a start that only the apply declares, and an apply of the plan refuses it", async () => {
  const emulator = await service();
  const hours = 'const hours = new MidCallTool("hours", tool("get_hours"));';
  const start = 'new CampaignState("spring", { campaign: 1, state: "started" })';
  const stack = await stackOn(emulator, js(""));
  const plan = path.join(stack.folder, "..", "plan.json");
  for (const late of [
    `hours.createdAt.apply(() => ${start});`,
    `if (!pulumi.runtime.isDryRun()) ${start};`,
  ]) {
    stack.write(js(hours + late));
    const { stdout } = must(await stack.voicecall("preview", "--json", "--", "--save-plan", plan));
    expect(JSON.parse(stdout)).toMatchObject({ complete: true, starts: [] });
    const { code, stdout: output } = await stack.run("up", "--yes", "--skip-preview", "--plan", plan);
    expect(code).not.toBe(0);
    expect(output).toContain("create is not allowed by the plan: no steps were expected for this resource");
    must(await stack.run("destroy", "--yes", "--skip-preview"));
  }
  expect(writes(emulator).map(({ path: route }) => route)).not.toContain("/user/campaigns/update-status");
});

test("a lead and a list that a running campaign may call at once stand before the diff", async () => {
  const emulator = await service();
  emulator.state.campaigns[0]!.status = "in-progress";
  const program = `new Lead("ada", { campaign: 1, phoneNumber: "+12025550143" });
new (require("pulumi-voicecall").LeadSet)("people", {
  campaign: 1, leads: [{ phone: "+12025550144" }], columns: { phoneNumber: "phone" },
});`;
  const stack = await stackOn(emulator, js(program));
  const { stdout } = must(await stack.voicecall("preview", "--json"));
  expect(JSON.parse(stdout)).toMatchObject({
    starts: [],
    calls: [
      "Lead of campaign 1: its campaign is running, so new leads may be called right away.",
      expect.stringMatching(/^LeadSet .*: its campaign is running, so new leads may be called right away\.$/),
    ],
  });
});

test("a start of a campaign that this program creates has the name of its resource, and a conflict is a failure", async () => {
  const emulator = await service({ form: "2026" });
  const campaign = `const spring = new Campaign("spring", { name: "Spring", assistant: new Assistant("support", support) });`;
  const stack = await stackOn(emulator, js(`${campaign} new MidCallTool("hours", tool("get_hours"));`));
  must(await stack.up("--target", "**hours"));
  emulator.state.tools[0]!.description = "Changed by hand.";
  const changed = 'new MidCallTool("hours", tool("get_hours", { description: "Changed in the program." }));';
  const start = `const { LeadSet } = require("pulumi-voicecall");
const people = new LeadSet("people", { campaign: spring, leads: [{ phone: "+12025550110" }], columns: { phoneNumber: "phone" } });
const ada = new Lead("ada", { campaign: spring, phoneNumber: "+12025550111" });
new CampaignState("spring-calls", { campaign: spring, state: "started" }, { dependsOn: [ada, people] });`;
  stack.write(js(`${campaign} ${changed} ${start}`));
  const { code, stdout } = await stack.voicecall("preview", "--json");
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    starts: [
      expect.stringMatching(
        /^CampaignState spring-calls: applying this will START .* It is "Spring", which this program creates\. It will call 2 leads \(2 US\); leads without a variable of the prompts: 0;/,
      ),
    ],
    failures: [
      expect.stringMatching(/^MidCallTool "get_hours" .* was changed manually.* Applying this will fail/),
    ],
  });
});

test("a start of an account whose settings only the apply knows, as with a token of another resource", async () => {
  const [emulator, north] = [await service(), await service()];
  const stack = await stackOn(
    emulator,
    js(
      `const hours = new MidCallTool("hours", tool("get_hours"));
       const accessToken = hours.createdAt.apply(() => process.env.NORTH_TOKEN);
       const provider = new Account("north", { accessToken, baseUrl: ${JSON.stringify(north.address)} });
       new CampaignState("spring", { campaign: 1, state: "started" }, { provider });`,
    ),
    { env: { NORTH_TOKEN: north.token } },
  );
  const preview = await stack.voicecall("preview", "--json");
  // A preview may also fail, but must not pass without the start.
  if (preview.code === 0)
    expect(JSON.parse(preview.stdout)).toMatchObject({ starts: [expect.stringContaining("START")] });
  must(await stack.up());
  expect(writes(north).map(({ path: route }) => route)).toContain("/user/campaigns/update-status");
});

test("what a conflict advises keeps or overwrites that resource alone, not the change of a colleague", async () => {
  const emulator = await service();
  const program = (description: string): string =>
    js(`new MidCallTool("hours", tool("get_hours", { description: "${description}" }));
new MidCallTool("prices", tool("get_prices"));`);
  const stack = await stackOn(emulator, program("Opening hours."));
  must(await stack.up());
  const described = (name: string) => emulator.state.tools.find((one) => one.name === name)!;
  for (const name of ["get_hours", "get_prices"]) described(name).description = "Changed by hand.";
  stack.write(program("Changed in the program."));
  const [failed] = (JSON.parse((await stack.voicecall("preview", "--json")).stdout) as { failures: string[] })
    .failures;
  expect(failed).toContain("To keep it, run `npx voicecall pull hours.description`. ");
  const [, narrow] = /`pulumi (up --refresh --target '[^`]*')`/.exec(failed!)!;
  must(await stack.run(...narrow!.replaceAll("'", "").split(" "), "--yes", "--skip-preview"));
  expect(described("get_hours").description).toBe("Changed in the program.");
  expect(described("get_prices").description).toBe("Changed by hand.");
});

test("each preview of one program counts all leads that are declared before a start", async () => {
  const emulator = await service();
  const leads = `const { LeadSet } = require("pulumi-voicecall");
const later = async (value) => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  return value;
};
for (let n = 0; n < 5; n += 1) new Lead("lead-" + n, { campaign: 1, phoneNumber: "+1202555010" + n });
new Lead("later", { campaign: 1, phoneNumber: later("+12025550109") });
new LeadSet("people", { campaign: 1, leads: [{ phone: "+12025550110" }], columns: { phoneNumber: "phone" } });
new CampaignState("calls", { campaign: 1, state: "started" });`;
  const stack = await stackOn(emulator, js(leads));
  for (let time = 1; time <= 3; time += 1) {
    const { stdout } = must(await stack.voicecall("preview", "--json"));
    expect(JSON.parse(stdout)).toMatchObject({
      starts: [expect.stringContaining(" It will call 7 leads (7 US);")],
    });
  }
});
