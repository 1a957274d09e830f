/** `voicecall init ci`: which applies wait for a person, and in which order stacks are applied. */
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/after-test.js";
import { voicecall } from "../support/voicecall.js";
import { type Workflow, readWorkflow } from "../support/workflow.js";

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  writeFileSync(path.join(folder, "Pulumi.yaml"), "name: it\nruntime: nodejs\n");
});

const init = (...args: string[]) => voicecall(["init", "ci", ...args], { cwd: folder }).ended;
const workflows = (): string => path.join(folder, ".github/workflows");
const all = (): Workflow[] =>
  readdirSync(workflows()).map((name) => readWorkflow(path.join(workflows(), name)));
const applyJobs = () => readWorkflow(path.join(workflows(), "voicecall-apply.yml")).jobs;

describe("several stacks", () => {
  const matrix = { stack: ["client-a", "acme/client-b"] };
  const atOnce = { "fail-fast": false, "max-parallel": 4, matrix };

  test("one job each, with the secrets of its environment; applied in the given order, up to the first failure", async () => {
    const { code, stdout } = await init("--stack", "client-a", "acme/client-b");
    expect(code).toBe(0);
    expect(stdout).toContain('.yml applies the stacks "client-a", "acme/client-b" on each push to "main".');
    expect(stdout).toContain("gh secret set VOICECALL_ACCESS_TOKEN --env acme/client-b");
    expect(stdout).toContain("Pulumi.client-a.yaml, Pulumi.client-b.yaml.");
    const jobs = all().flatMap((workflow) => {
      expect(workflow.env).not.toHaveProperty("PULUMI_STACK");
      expect(workflow.concurrency!.group).toContain("-stacks");
      return Object.entries(workflow.jobs);
    });
    expect(jobs.map(([name]) => name).sort()).toEqual([
      "apply",
      "approve",
      "drift",
      "offline",
      "plan",
      "preview",
    ]);
    const name = "${{ matrix.stack }}";
    // Secrets must not reach the job for forks, and one approval is enough.
    const environments = { apply: { name }, approve: "voicecall-approval", offline: undefined };
    for (const [job, { strategy, env, environment }] of jobs) {
      const strategies = { apply: { "fail-fast": true, "max-parallel": 1, matrix }, approve: undefined };
      expect([job, strategy]).toEqual([
        job,
        job in strategies ? strategies[job as keyof typeof strategies] : atOnce,
      ]);
      if (strategy) expect(env).toEqual({ PULUMI_STACK: name });
      expect([job, environment]).toEqual([
        job,
        job in environments ? environments[job as keyof typeof environments] : { name, deployment: false },
      ]);
    }
    const { plan, apply } = Object.fromEntries(jobs);
    for (const [job, action] of [
      [plan, "upload"],
      [apply, "download"],
    ] as const) {
      const step = job!.steps.find(({ uses }) => uses?.startsWith(`actions/${action}-artifact@`));
      expect(step!.with).toMatchObject({ name: "voicecall-plan-${{ strategy.job-index }}" });
    }
  });

  test("--at-once: applied at once, and a failing job stops no other", async () => {
    expect((await init("--stack", "client-a", "acme/client-b", "--at-once")).code).toBe(0);
    const { apply, approve } = applyJobs();
    expect(apply!.strategy).toEqual(atOnce);
    for (const job of [apply, approve]) expect(job!.if).toContain("needs.plan.result != 'skipped' &&");
  });
});

describe("--review", () => {
  test.each([
    ["plan", "changes", "each apply with changes"],
    ["none", "starts", "each apply that starts a campaign"],
  ])("%s: an apply with %s waits for a person", async (review, output, which) => {
    const { stdout } = await init("--review", review);
    expect(stdout).toContain(
      `"voicecall-approval" under Settings > Environments, with required reviewers. They approve ${which}.`,
    );
    const { plan, approve, apply } = applyJobs();
    expect(plan!.outputs).toEqual({ approve: `\${{ steps.plan.outputs.${output} }}` });
    expect(approve).toMatchObject({
      needs: "plan",
      if: "${{ !cancelled() && needs.plan.result == 'success' && needs.plan.outputs.approve == 'found' }}",
      environment: "voicecall-approval",
    });
    expect(apply).toMatchObject({
      needs: ["plan", "approve"],
      if: "${{ !cancelled() && needs.plan.result == 'success' && (needs.approve.result == 'success' || needs.approve.result == 'skipped') }}",
    });
  });

  test("nothing is planned for a tag that has the name of the branch", async () => {
    await init();
    expect(applyJobs()["plan"]!.if).toMatch(/^github\.ref == 'refs\/heads\/main' &&/);
  });

  test("the plan is kept for a day", async () => {
    await init();
    const upload = applyJobs()["plan"]!.steps.at(-1)!;
    expect(upload.with).toMatchObject({ "retention-days": 1, "if-no-files-found": "error" });
  });
});
