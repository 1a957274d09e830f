/** `voicecall fleet` with real stacks of one program. test/cli/fleet.test.ts has more tests, with a hundred stacks. */
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
