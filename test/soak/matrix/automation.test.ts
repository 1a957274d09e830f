/** Inline programs of the Automation API: several stacks in one process. */
import path from "node:path";
import { expect, inject, test } from "vitest";
import { startCommand } from "../../support/commands.js";
import { must } from "../../support/engine.js";
import { service, stackOn } from "../../support/engine-world.js";

const RUNNER = `
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const { MidCallTool } = require("pulumi-voicecall");
const tool = (name, method) => new MidCallTool(name, { name, description: "For tests.", endpoint: "https://tools.example.com", method });
const open = (stackName, program) =>
  LocalWorkspace.createOrSelectStack({ stackName, projectName: "engine-test", program: async () => void program() }, { workDir: __dirname });
(async () => {
  const good = await open("good", () => tool("get_a", "GET"));
  const bad = await open("bad", () => tool("get_b", "FETCH"));
  const [preview, up] = await Promise.allSettled([bad.preview(), good.up()]);
  console.log("RESULT " + JSON.stringify([preview.reason?.message, up.reason?.message ?? up.value.summary.result]));
})();`;

test("a mistake in one stack's program does not fail another stack of the process", async () => {
  const stack = await stackOn(await service(), "", { files: { "run.cjs": RUNNER } });
  const PATH = [path.dirname(inject("engine").pulumi), stack.env["PATH"]].join(path.delimiter);
  const env = { ...stack.env, PATH, PULUMI_AUTOMATION_API_SKIP_VERSION_CHECK: "true" };
  const { stdout } = must(await startCommand("node", ["run.cjs"], { cwd: stack.folder, env }).ended);
  const [, text = "[]"] = /^RESULT (.*)$/m.exec(stdout) ?? [];
  const [preview, up] = JSON.parse(text) as string[];
  expect(preview).toContain('Did you mean "PATCH"?');
  expect(up).toBe("succeeded");
});
