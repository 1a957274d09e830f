/** `voicecall preview`: what it prints, and what it takes from the environment. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { type Answered, fakePulumi } from "../support/fake-pulumi.js";
import { voicecall } from "../support/voicecall.js";

const type = "pulumi-nodejs:dynamic/voicecall:Lead";
const ADA = { op: "delete", urn: `urn:pulumi:dev::it::${type}::ada`, type };
const PREVIEW: Answered = {
  stdout: "- Lead ada\n",
  events: [{ resourcePreEvent: { metadata: ADA } }, { summaryEvent: {} }],
  messages: [{ kind: "CampaignState", id: "1", text: "Campaign 1: it will START.", effect: "start" }],
};

async function preview(args: readonly string[] = [], more: NodeJS.ProcessEnv = {}, project?: string) {
  const { folder: cwd, bin, commandLines } = fakePulumi({ preview: PREVIEW });
  if (project !== undefined) writeFileSync(path.join(cwd, "Pulumi.yaml"), project);
  const env = { PATH: `${bin}${path.delimiter}${process.env["PATH"]}`, ...more };
  return { cwd, commandLines, ...(await voicecall(["preview", ...args], { cwd, env }).ended) };
}

test("the report stands before the engine's diff", async () => {
  const { code, stdout } = await preview();
  expect([code, stdout]).toEqual([
    0,
    `1 start, 1 deletion, 0 replacements, 0 failures.

☎️ Starts campaigns, and people are called:
- Campaign 1: it will START.

Deletes:
- Lead ada

- Lead ada
`,
  ]);
});

describe("settings that refresh before each apply", () => {
  const warning =
    "refreshes before each preview and apply: an apply overwrites manual changes, and voicecall:onConflict does not stop it.";
  const always = "name: it\nruntime: nodejs\noptions:\n  refresh: always\n";
  test.each<[string, NodeJS.ProcessEnv, string | undefined, string | undefined]>([
    ["none", {}, undefined, undefined],
    ["the project's option", {}, always, "options.refresh in Pulumi.yaml"],
    ["the variable", { PULUMI_OPTION_REFRESH: "true" }, undefined, "PULUMI_OPTION_REFRESH"],
    ["the variable as a number", { PULUMI_OPTION_REFRESH: "1" }, undefined, "PULUMI_OPTION_REFRESH"],
    ["the variable switches the option off", { PULUMI_OPTION_REFRESH: "false" }, always, undefined],
    ["an empty variable", { PULUMI_OPTION_REFRESH: "" }, always, "options.refresh in Pulumi.yaml"],
  ])("%s", async (_, env, project, setting) => {
    const warnings = setting === undefined ? [] : [`${setting} ${warning}`];
    const { cwd, stdout } = await preview(["--json", "--report", "report.md"], env, project);
    expect(JSON.parse(stdout)).toMatchObject({ warnings });
    const report = readFileSync(path.join(cwd, "report.md"), "utf8");
    expect(report.includes("⚠️ Warnings (1)")).toBe(setting !== undefined);
    for (const text of warnings) expect(report).toContain(text);
  });
});
