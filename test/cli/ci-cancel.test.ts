/** A canceled apply in GitHub Actions. The runner signals only the first process of a step. */
import { chmodSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/after-test.js";
import { startCommand } from "../support/commands.js";
import { REPOSITORY } from "../support/project.js";
import { readWorkflow, stepNamed } from "../support/workflow.js";

const PULUMI = `#!${process.execPath}
const wait = setInterval(() => {}, 2 ** 30);
process.on("SIGINT", () => {
  console.log("::notice::recorded the pending create");
  process.exitCode = 1;
  clearInterval(wait);
}, 60_000);
console.error("creating");
`;

test("pulumi gets the signal, and the log has the rest of its output", async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "pulumi"), PULUMI);
  chmodSync(path.join(folder, "pulumi"), 0o755);
  const file = path.join(REPOSITORY, "examples/github-actions/s3/.github/workflows/voicecall-apply.yml");
  const workflow = readWorkflow(file);
  const apply = stepNamed(workflow.jobs["apply"], "Apply");
  const script = path.join(folder, "step.sh");
  writeFileSync(script, apply.run!);
  writeFileSync(path.join(folder, "found.txt"), "");
  const settings = Object.keys(apply.env!).map((name) => [name, "set"]);
  const step = startCommand("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], {
    cwd: folder,
    env: {
      ...workflow.env,
      ...(Object.fromEntries(settings) as Record<string, string>),
      RUNNER_TEMP: folder,
      PATH: `${folder}${path.delimiter}${process.env["PATH"]}`,
    },
  });
  await step.until(/creating/);
  step.signal("SIGINT");
  const { code, all } = await step.ended;
  expect([code, all]).toEqual([1, "creating\n:\\:notice::recorded the pending create\n"]);
}, 60_000);
