/** The drift workflow with `--drift pull-request`: its rights, and its script, which keeps one pull request. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { GitHub } from "../support/github.js";
import { voicecall } from "../support/voicecall.js";
import { type Job, readWorkflow, stepNamed } from "../support/workflow.js";
import { temporaryFolder } from "../support/after-test.js";

const branch = "voicecall/drift/prod";
let folder: string;
let github: GitHub;
let job: Job;
let source: string;
beforeEach(async () => {
  folder = temporaryFolder();
  github = new GitHub();
  await voicecall(["init", "ci", "--drift", "pull-request", "--force"], { cwd: folder }).ended;
  const workflow = readWorkflow(path.join(folder, ".github/workflows/voicecall-drift.yml"));
  job = workflow.jobs["drift"]!;
  const step = stepNamed(job, "Open, update or close the pull request");
  source = String(step.with!["script"]);
});

/** @param files what `voicecall pull` changed */
const look = async (pulled: string, files: Record<string, string> = {}, text = "### Drift") => {
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  writeFileSync(
    path.join(folder, "changed"),
    Object.keys(files)
      .map((name) => `${name}\0`)
      .join(""),
  );
  writeFileSync(path.join(folder, "pull.md"), `${text}\n`);
  writeFileSync(path.join(folder, "drift.md"), "the report\n");
  await github.run(source, {
    PULUMI_STACK: "prod",
    RUNNER_TEMP: folder,
    PULLED: pulled,
    COMMIT: "base",
    GITHUB_WORKSPACE: folder,
  });
};
const open = () => github.issues.filter(({ state }) => state === "open");

test("is opened with the changed files, updated, and closed", async () => {
  await look("0");
  expect(github.issues).toEqual([]);
  await look("2", { "p.md": "One" });
  expect(open()).toMatchObject([{ title: "Manual changes in prod", head: branch, base: "main" }]);
  expect(open()[0]!.body).toMatch(
    /^<!-- voicecall drift: prod -->\n\n### Drift\n\nthe report\n\nLast seen by/,
  );
  expect(github.commits[github.branches[branch]!]).toEqual({ files: { "p.md": "One" }, parents: ["base"] });
  await look("1", { "p.md": "One" }, "### Again");
  expect(github.branches[branch]).toBe("commit-1");
  expect(open()[0]!.body).toContain("### Again");
  await look("0", { "p.md": "Two", "q.md": "é" });
  expect(github.commits[github.branches[branch]!]!.files).toEqual({ "p.md": "Two", "q.md": "é" });
  await look("0");
  expect(open()).toEqual([]);
  // A branch that is left over is used again.
  await look("0", { "p.md": "Two", "q.md": "é" });
  expect(open()).toHaveLength(1);
});

test("keeps the commits of other people", async () => {
  await look("0", { "p.md": "One" });
  github.commits["commit-1"]!.author = "ada";
  await look("0", { "p.md": "Two" });
  expect(github.branches[branch]).toBe("commit-1");
  expect(open()).toHaveLength(1);
});

test("of other people and programs is left alone", async () => {
  const body = "<!-- voicecall drift: prod -->";
  github.issue({ body, head: branch, pull_request: {}, user: { login: "mallory" } });
  github.issue({ body, head: "other", pull_request: {} });
  const before = structuredClone(github.issues);
  await look("0", { "p.md": "One" });
  expect(github.issues.slice(0, 2)).toEqual(before);
  expect(github.issues).toHaveLength(3);
});

test("the job fails if nothing can be pulled", async () => {
  await expect(look("2")).rejects.toThrow("can write nothing of this drift");
  expect(github.issues).toEqual([]);
});

test("the job may write to branches, and only one step has the secrets", async () => {
  expect(job.permissions).toEqual({ contents: "write", "pull-requests": "write" });
  const withSecrets = job.steps.filter((step) => JSON.stringify(step).includes("secrets."));
  expect(withSecrets.map(({ name }) => name)).toEqual(["Pull the manual changes"]);
  for (const { run = "", with: given } of job.steps)
    expect(run + String(given?.["script"])).not.toContain("${{");
  const printing = withSecrets[0]!.run!.split("\n").filter((line) => line.includes("npx "));
  expect(printing).toHaveLength(2);
  for (const line of printing) expect(line).toMatch(/ 2>&1 > .* \| node -e "\$PLAIN_TEXT" \|\| \w+=\$\?$/);
});
