/**
 * Runs the workflows of `voicecall init ci` step by step. Each `run:` step except the install step runs
 * unchanged in bash, in a fresh copy of the committed files, with the installed package, the real engine and
 * the local service.
 */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync, cpSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator/index.js";
import { startCommand } from "../support/commands.js";
import { must } from "../support/engine.js";
import { byHand, writes } from "../support/engine-world.js";
import { GitHub, type Issue } from "../support/github.js";
import { killProcessesWith } from "../support/processes.js";
import { type JobResult, type Machine, runJob, runJobs } from "../support/runner.js";
import { inSoak } from "../support/soak.js";
import { readWorkflow } from "../support/workflow.js";
import type { Installed } from "./installed.js";
import { machineIn } from "./machine.js";

const PROGRAM = `
const pulumi = require("@pulumi/pulumi");
const { MidCallTool } = require("pulumi-voicecall");
const config = new pulumi.Config();
new MidCallTool("hours", {
  name: config.require("tool"),
  description: "Tells when we are open.",
  endpoint: "https://tools.example.com/hours",
  method: "GET",
  headers: [{ name: "X-Key", value: config.requireSecret("key") }],
});
`;

const START = `
const { CampaignState } = require("pulumi-voicecall");
new CampaignState("spring", { campaign: 1, state: "started" });
`;

/** A test that only `npm run soak -- workflows` runs. */
function testInSoak(title: string, play: () => Promise<void>): void {
  if (inSoak("workflows")) test(title, play);
}

export function playWorkflows(installed: () => Installed): void {
  let root: string;
  let emulator: Emulator;
  let machine: Machine;
  let github: GitHub;
  let pull: Issue;

  beforeAll(async () => {
    root = mkdtempSync(path.join(realpathSync(os.tmpdir()), "voicecall-workflows-"));
    emulator = await startEmulator();
    github = new GitHub();
    pull = github.issue({ pull_request: {} });
    machine = machineIn(root, emulator, installed().folder, github, pull);
    await setUp(machine, installed().folder);
  });

  afterAll(async () => {
    killProcessesWith(root);
    await emulator.close();
    rmSync(root, { recursive: true, force: true });
  });

  const play = (file: string, name: string, with_: Partial<Machine> = {}): Promise<JobResult> => {
    const workflow = readWorkflow(path.join(machine.repository, `.github/workflows/voicecall-${file}.yml`));
    return runJob({ ...machine, ...with_ }, workflow, workflow.jobs[name]!);
  };

  const playApply = (with_: Partial<Machine> = {}): Promise<Record<string, JobResult>> => {
    const file = path.join(machine.repository, ".github/workflows/voicecall-apply.yml");
    return runJobs({ ...machine, ...with_ }, readWorkflow(file));
  };

  const rewrite = async (...choice: string[]): Promise<void> => {
    const { repository, env, vars, secrets } = machine;
    const voicecall = path.join(installed().folder, "node_modules/.bin/voicecall");
    const init = ["init", "ci", "--state", "s3", "--force", ...choice];
    must(
      await startCommand(voicecall, init, { cwd: repository, env: { ...env, ...vars, ...secrets } }).ended,
    );
  };

  const outcomes = (results: Record<string, JobResult>): Record<string, boolean> =>
    Object.fromEntries(Object.entries(results).map(([name, { ok }]) => [name, ok]));

  const logs = (results: Record<string, JobResult>): string =>
    Object.values(results)
      .map(({ log }) => log)
      .join("\n");

  test("preview: one comment shows what would be created, and nothing is written", async () => {
    const result = await play("preview", "preview");
    expect(result.ok, result.log).toBe(true);
    expect(pull.comments).toHaveLength(1);
    expect(pull.comments[0]!.body).toContain('name       : "get_hours"');
    expect(pull.comments[0]!.body).toMatch(/\+ 2 to create/);
    expect(pull.comments[0]!.body + result.log).not.toContain("header-value");
    expect(emulator.requests().length).toBeGreaterThan(0);
    expect(writes(emulator)).toEqual([]);
  });

  testInSoak(
    "preview and apply: without a secret, they fail, name the secret and change nothing",
    async () => {
      const { VOICECALL_ACCESS_TOKEN: _, ...secrets } = machine.secrets;
      const results = {
        preview: await play("preview", "preview", { secrets }),
        ...(await playApply({ secrets })),
      };
      expect(outcomes(results)).toEqual({ preview: false, plan: false });
      for (const { log } of Object.values(results))
        expect(log).toContain("gh secret set VOICECALL_ACCESS_TOKEN");
      expect(pull.comments).toHaveLength(1);
      expect(github.warnings).toEqual(["There is no preview to show."]);
      expect(emulator.state.tools).toEqual([]);
    },
  );

  testInSoak(
    "a fork's job checks the program without secrets and requests, and the summary says so",
    async () => {
      emulator.reset();
      const result = await play("preview", "offline", { secrets: {}, vars: {} });
      expect(result.ok, result.log).toBe(true);
      expect(result.log).toMatch(/\+ 2 to create/);
      expect(result.log).toContain("Names were not looked up");
      expect(result.summary).toContain("### Checked offline, against an empty stack");
      expect(result.summary).toContain("what would change in `prod`");
      expect(emulator.requests()).toEqual([]);
    },
  );

  testInSoak("a fork's job fails on a value that the specification does not allow", async () => {
    const broken = path.join(root, "broken");
    cpSync(machine.repository, broken, { recursive: true });
    writeFileSync(path.join(broken, "index.js"), PROGRAM.replace('"GET"', '"FETCH"'));
    const result = await play("preview", "offline", { repository: broken, secrets: {}, vars: {} });
    expect([result.ok, result.log]).toEqual([false, expect.stringContaining("method")]);
    expect(result.summary).toContain("### Checked offline");
  });

  test("apply: a plan without a required approval is not applied, and its summary shows what it would do", async () => {
    const results = await playApply();
    expect(outcomes(results), logs(results)).toEqual({ plan: true, approve: false });
    expect(results["plan"]!.summary).toMatch(
      /^\*\*0 starts, 0 deletions, 0 replacements, 0 failures\.\*\*\n/,
    );
    expect(results["plan"]!.summary).toContain('name       : "get_hours"');
    expect(logs(results)).toContain("voicecall-approval has no required reviewers");
    expect(emulator.state.tools).toEqual([]);
    github.environments["voicecall-approval"] = ["required_reviewers"];
  });

  test("apply: a program that is not the one of the plan is refused, and nothing is written", async () => {
    const changed = path.join(root, "changed");
    cpSync(machine.repository, changed, { recursive: true });
    writeFileSync(path.join(changed, "index.js"), PROGRAM.replace("Tells when", "Says when"));
    const plan = await play("apply", "plan");
    expect(plan.ok, plan.log).toBe(true);
    // As if GitHub had lost the output that asks for the approval.
    const unapproved = await play("apply", "apply");
    expect([unapproved.ok, unapproved.log]).toEqual([false, expect.stringContaining("nobody has given it")]);
    const needs = { approve: "success" };
    const { ok, log } = await play("apply", "apply", { repository: changed, needs });
    expect([ok, log]).toEqual([
      false,
      expect.stringContaining("violates plan: properties changed: ++description["),
    ]);
    expect(emulator.state.tools).toEqual([]);
  });

  test("apply: the approved plan creates the tool; a plan without changes needs no approval, and writes nothing", async () => {
    const results = await playApply();
    expect(outcomes(results), logs(results)).toEqual({ plan: true, approve: true, apply: true });
    expect(emulator.state.tools.map(({ name }) => name)).toEqual(["get_hours"]);
    expect(logs(results)).not.toContain("header-value");
    emulator.reset();
    const again = await playApply();
    expect(outcomes(again), logs(again)).toEqual({ plan: true, apply: true });
    expect(logs(again)).toMatch(/2 unchanged/);
    expect(writes(emulator)).toEqual([]);
  });

  testInSoak(
    "drift: a manual change opens an issue, an unknown result fails the job, and a repair closes the issue",
    async () => {
      await byHand(emulator, "PUT", `/user/tools/${emulator.state.tools[0]!.id}`, {
        description: "By hand.",
      });
      const result = await play("drift", "drift");
      const issues = github.issues.filter((issue) => issue !== pull);
      expect(result.ok, result.log).toBe(true);
      expect(issues).toMatchObject([{ title: "Drift in prod", state: "open" }]);
      expect(issues[0]!.body).toContain("By hand.");
      expect(result.summary).toContain("By hand.");

      const { VOICECALL_BASE_URL: _, ...vars } = machine.vars;
      const gone = await play("drift", "drift", {
        vars: { ...vars, VOICECALL_BASE_URL: "http://127.0.0.1:9" },
      });
      expect([gone.ok, issues[0]!.state]).toEqual([false, "open"]);

      await byHand(emulator, "PUT", `/user/tools/${emulator.state.tools[0]!.id}`, {
        description: "Tells when we are open.",
      });
      const none = await play("drift", "drift");
      expect(none.ok, none.log).toBe(true);
      expect(issues[0]!.state).toBe("closed");
    },
  );

  testInSoak(
    "drift as a pull request: it has the program with the manual change, and is closed after a repair",
    async () => {
      await rewrite("--drift", "pull-request");
      const change = (description: string): Promise<void> =>
        byHand(emulator, "PUT", `/user/tools/${emulator.state.tools[0]!.id}`, { description });
      await change("By hand.");
      const result = await play("drift", "drift");
      expect(result.ok, result.log).toBe(true);
      const found = github.issues.find(({ head }) => head === "voicecall/drift/prod")!;
      expect(found).toMatchObject({ title: "Manual changes in prod", state: "open" });
      expect(found.body).toContain('MidCallTool "get_hours" (hours)');
      const { files } = github.commits[github.branches["voicecall/drift/prod"]!]!;
      expect(files).toEqual({ "index.js": PROGRAM.replace("Tells when we are open.", "By hand.") });
      await change("Tells when we are open.");
      const none = await play("drift", "drift");
      expect([none.ok, found.state], none.log).toEqual([true, "closed"]);
    },
  );

  testInSoak(
    "apply with --review none: a change is applied at once, but a start waits for a person",
    async () => {
      await rewrite("--review", "none");
      delete github.environments["voicecall-approval"];
      const program = path.join(machine.repository, "index.js");
      writeFileSync(program, PROGRAM.replace("Tells when", "Says when"));
      const changed = await playApply();
      expect(outcomes(changed), logs(changed)).toEqual({ plan: true, apply: true });
      expect(emulator.state.tools).toMatchObject([{ description: "Says when we are open." }]);

      writeFileSync(program, `${PROGRAM}${START}`);
      emulator.reset();
      const starting = await playApply();
      expect(outcomes(starting), logs(starting)).toEqual({ plan: true, approve: false });
      expect(starting["plan"]!.summary).toMatch(
        /^\*\*1 start, .*\n[^]*?\nCampaignState 1: .* will START the campaign/,
      );
      expect(writes(emulator)).toEqual([]);
    },
  );

  testInSoak("apply: a push deletes nothing, and a person who starts the workflow may allow it", async () => {
    writeFileSync(path.join(machine.repository, "index.js"), "");
    emulator.state.tools[0]!.description = "By hand.";
    emulator.reset();
    const refused = await playApply();
    expect(outcomes(refused), logs(refused)).toEqual({ plan: false });
    expect(logs(refused)).toContain("voicecall:deletions does not allow it");
    expect(writes(emulator)).toEqual([]);
    const allowed = await playApply({ inputs: { deletions: "allow" } });
    expect(outcomes(allowed), logs(allowed)).toEqual({ plan: true, apply: true });
    expect(emulator.state.tools).toEqual([]);
    const kept = readdirSync(path.join(machine.root, "artifacts", "kept"));
    expect(kept).toContainEqual(expect.stringMatching(/-MidCallTool-\d+\.json$/));
  });
}

/** What a user sets up once: a program, a stack, and the workflows. */
async function setUp({ repository, root, env, vars, secrets }: Machine, modules: string): Promise<void> {
  for (const name of ["repository", "state", "pulumi-home"]) mkdirSync(path.join(root, name));
  for (const name of ["package.json", "package-lock.json"]) {
    cpSync(path.join(modules, name), path.join(repository, name));
  }
  writeFileSync(path.join(repository, "Pulumi.yaml"), "name: workflows\nruntime: nodejs\nmain: index.js\n");
  writeFileSync(path.join(repository, "index.js"), PROGRAM);
  const voicecall = path.join(modules, "node_modules/.bin/voicecall");
  for (const [file, ...args] of [
    ["pulumi", "stack", "init", "prod"],
    ["pulumi", "config", "set", "tool", "get_hours", "--stack", "prod"],
    ["pulumi", "config", "set", "--secret", "key", "header-value", "--stack", "prod"],
    [voicecall, "init", "ci", "--state", "s3"],
  ] as [string, ...string[]][]) {
    const command = startCommand(file, args, { cwd: repository, env: { ...env, ...vars, ...secrets } });
    must(await command.ended, [file, ...args].join(" "));
  }
}
