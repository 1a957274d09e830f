/** Many stacks of one program: the example with the Automation API, and `voicecall drift --stack`. */
import path from "node:path";
import { expect, test } from "vitest";
import { type ManyReport, manySchema } from "../../../cli/drift/many.js";
import { startCommand } from "../../support/commands.js";
import { must } from "../../support/engine.js";
import { byHand, js, service, stackOn, writes } from "../../support/engine-world.js";
import { REPOSITORY } from "../../support/project.js";

test("the example previews and applies stacks, and drift reads them; a stack that fails stops no other", async () => {
  const emulator = await service();
  const program = js(`
const stack = pulumi.getStack();
if (stack === "client-b") throw new Error("broken on purpose");
new Assistant("desk", { ...support, name: "Desk of " + stack });
`);
  const stack = await stackOn(emulator, program);
  const clients = ["client-a", "client-b", "client-c"];
  for (const name of clients) must(await stack.run("stack", "init", name, "--no-select"));

  const example = path.join(REPOSITORY, "examples/many-stacks/many-stacks.mjs");
  const many = (command: string) =>
    startCommand(process.execPath, [example, command, stack.folder, ...clients], {
      cwd: stack.folder,
      env: stack.env,
    }).ended;
  const preview = await many("preview");
  expect(preview.code, preview.all).toBe(1);
  expect(preview.stdout).toMatch(/\n3 stacks, 1 failed\n {2}client-b\n$/);
  expect(preview.stderr).toMatch(/^client-b: failed\n[^]*broken on purpose/);
  expect(writes(emulator)).toEqual([]);

  const up = await many("up");
  expect(up.code, up.all).toBe(1);
  expect(emulator.state.assistants.map(({ name }) => name).sort()).toEqual([
    "Desk of client-a",
    "Desk of client-c",
  ]);

  const { id } = emulator.state.assistants.find(({ name }) => name === "Desk of client-c")!;
  await byHand(emulator, "PATCH", `/_emulator/records/assistants/${id}`, { initial_message: "By hand" });
  stack.write("Pulumi.client-b.yaml", "config: [\n");
  must(await stack.run("stack", "select", "dev"));
  const drift = await stack.voicecall("drift", "--stack", "client-*", "--json");
  expect(drift.code, drift.all).toBe(1);
  const { outcome, stacks }: ManyReport = manySchema.parse(JSON.parse(drift.stdout));
  expect([outcome, ...stacks.map((one) => `${one.stack}: ${one.outcome}`)]).toEqual([
    "could not tell",
    "client-a: no drift",
    "client-b: could not tell",
    "client-c: drift",
  ]);
  expect(stacks[2]!.drift[0]!.fields.map((field) => field.path)).toEqual(["initialMessage"]);
  // The command selects no other stack.
  expect(must(await stack.run("stack", "--show-name")).stdout.trim()).toBe("dev");
});
