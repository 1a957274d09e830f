/**
 * `voicecall fleet` with real stacks of one program. test/cli/fleet.test.ts has more tests, without an
 * engine.
 */
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { type FleetReport, fleetReportSchema } from "../../cli/fleet/report.js";
import type { CommandResult } from "../support/commands.js";
import { must } from "../support/engine.js";
import { byHand, js, service, stackOn, writes } from "../support/engine-world.js";

const reportOf = ({ stdout }: CommandResult): FleetReport => fleetReportSchema.parse(JSON.parse(stdout));
const outcomes = (result: CommandResult): string[] =>
  reportOf(result).stacks.map(({ stack, outcome }) => `${stack} ${outcome}`);

test("three stacks: an apply that starts no campaign, and drift in one stack", async () => {
  const emulator = await service();
  const program = js(`
const stack = pulumi.getStack();
if (stack !== "client-b") new Assistant("desk", { ...support, name: "Desk of " + stack });
else new CampaignState("spring", { campaign: 1, state: "started" });
`);
  const stack = await stackOn(emulator, program);
  for (const name of ["client-a", "client-b"]) must(await stack.run("stack", "init", name, "--no-select"));

  const up = await stack.voicecall("fleet", "up", "--stacks", "*", "--yes", "--json");
  expect(outcomes(up), up.all).toEqual(["client-a changed", "client-b held", "dev changed"]);
  // The engine does not report default providers.
  expect(reportOf(up).stacks[0]!.changes.map(({ kind }) => kind)).toEqual(["Assistant"]);
  expect(up.code).toBe(1);
  expect(reportOf(up).stacks[1]!.starts).toEqual([
    expect.stringContaining("applying this will START the campaign"),
  ]);
  expect(writes(emulator).map(({ path }) => path)).toEqual(["/user/assistant", "/user/assistant"]);
  // The command does not select a different stack.
  expect(must(await stack.run("stack", "--show-name")).stdout.trim()).toBe("dev");

  const { id } = emulator.state.assistants.find(({ name }) => name === "Desk of dev")!;
  await byHand(emulator, "PATCH", `/_emulator/records/assistants/${id}`, { initial_message: "By hand" });
  const drift = await stack.voicecall("fleet", "drift", "--stacks", "client-a", "dev");
  expect(drift.code, drift.all).toBe(2);
  const report = stripVTControlCharacters(drift.stdout);
  expect(report).toContain("client-a  no drift");
  expect(report).toContain("dev       drifted: 1 field of 1 resource");
});

test("a new token of an account is a change, which up stores in state", async () => {
  const emulator = await service();
  const program = js(`
const account = new Account("main", { baseUrl: process.env.BASE, accessToken: process.env.TOKEN_NOW });
new Assistant("support", support, { provider: account });
new MidCallTool("weather", tool("get_weather"), { provider: account });
`);
  const stack = await stackOn(emulator, program, {
    env: {
      VOICECALL_ACCESS_TOKEN: undefined,
      VOICECALL_BASE_URL: undefined,
      BASE: emulator.address,
      TOKEN_NOW: emulator.token,
    },
  });
  must(await stack.up());
  emulator.state.users[0]!.token = "rotated-in-place";
  stack.setEnv({ TOKEN_NOW: "rotated-in-place" });

  const preview = await stack.voicecall("fleet", "preview", "--json");
  expect(reportOf(preview).stacks[0]).toMatchObject({
    outcome: "will change",
    changes: [{ op: "update", kind: "pulumi-nodejs", name: "main" }],
  });
  const up = await stack.voicecall("fleet", "up", "--stacks", "*", "--yes", "--json");
  expect(up.code, up.all).toBe(0);
  expect(reportOf(up).stacks[0]).toMatchObject({
    outcome: "changed",
    changes: [{ op: "update", kind: "pulumi-nodejs", name: "main" }],
  });
  const drift = await stack.voicecall("fleet", "drift");
  expect(drift.code, drift.all).toBe(0);
  const again = await stack.voicecall("fleet", "up", "--stacks", "*", "--yes", "--json");
  expect(outcomes(again), again.all).toEqual(["dev unchanged"]);
});
