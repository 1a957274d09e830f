/**
 * Runs a job of a workflow as GitHub's runner does, with the features that the workflows of `voicecall init ci`
 * use.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startCommand } from "./commands.js";
import type { Job, Step, Workflow } from "./workflow.js";

export interface Machine {
  /** The committed files. Each job starts with a copy. */
  repository: string;
  /** The parent of the jobs' folders. */
  root: string;
  secrets: Record<string, string>;
  vars: Record<string, string>;
  /** The results of jobs that the job needs. Default: skipped. */
  /** What a person has chosen who starts the workflow. */
  inputs?: Record<string, string>;
  needs?: Record<string, string>;
  /** The environment of the machine, such as PATH and HOME. */
  env: NodeJS.ProcessEnv;
  /**
   * Replacements for steps that cannot run here. Keys are an action's name without its version, or `run: ` and
   * the step's script.
   */
  instead: Record<string, (step: Step, place: Place) => void | Promise<void>>;
}

/** The folders of a job, and the environment of a step. */
export interface Place {
  workspace: string;
  temporary: string;
  env: Record<string, string>;
}

export interface JobResult {
  ok: boolean;
  /** `name: outcome` for each step. */
  steps: string[];
  log: string;
  summary: string;
  outputs: Record<string, string>;
}

type Outcome = "success" | "failure" | "skipped";

interface Done {
  outcome: Outcome;
  outputs: Record<string, string>;
}

export async function runJob(machine: Machine, workflow: Workflow, job: Job): Promise<JobResult> {
  const root = mkdtempSync(path.join(machine.root, "job-"));
  const place = { workspace: path.join(root, "workspace"), temporary: path.join(root, "temp") };
  for (const folder of Object.values(place)) mkdirSync(folder);
  cpSync(machine.repository, place.workspace, { recursive: true });

  const result: JobResult = { ok: true, steps: [], log: "", summary: "", outputs: {} };
  const done: Record<string, Done> = {};
  for (const [index, step] of job.steps.entries()) {
    const isWanted = step.if === undefined ? result.ok : holds(step.if, done);
    const files = {
      output: path.join(root, `output-${index}`),
      summary: path.join(root, `summary-${index}`),
    };
    for (const file of Object.values(files)) writeFileSync(file, "");
    let outcome: Outcome = "skipped";
    if (isWanted) {
      const given = { ...workflow.env, ...job.env, ...step.env };
      const filled = Object.entries(given).map(([name, text]) => [name, fill(text, machine, done)]);
      const env = {
        ...(Object.fromEntries(filled) as Record<string, string>),
        RUNNER_TEMP: place.temporary,
        GITHUB_WORKSPACE: place.workspace,
        GITHUB_OUTPUT: files.output,
        GITHUB_STEP_SUMMARY: files.summary,
      };
      const log = await run(machine, workflow, step, { ...place, env }).then(
        (text) => ({ text, outcome: "success" as const }),
        (error: Error) => ({ text: error.message, outcome: "failure" as const }),
      );
      outcome = log.outcome;
      result.log += log.text;
    }
    result.ok &&= outcome !== "failure";
    result.summary += readFileSync(files.summary, "utf8");
    result.steps.push(`${step.name ?? step.uses}: ${outcome}`);
    if (step.id !== undefined) done[step.id] = { outcome, outputs: outputsIn(files.output) };
  }
  for (const [name, text] of Object.entries(job.outputs ?? {}))
    result.outputs[name] = fill(text, machine, done);
  return result;
}

/** Runs the jobs of a workflow one after another. Jobs whose condition does not hold are left out of the results. */
export async function runJobs(machine: Machine, workflow: Workflow): Promise<Record<string, JobResult>> {
  const results: Record<string, JobResult> = {};
  for (const [name, job] of Object.entries(workflow.jobs))
    if (isWanted(job, results)) {
      const needs = Object.fromEntries([job.needs ?? []].flat().map((one) => [one, resultOf(results[one])]));
      results[name] = await runJob({ ...machine, needs }, workflow, job);
    }
  return results;
}

const resultOf = (done: JobResult | undefined): string =>
  done === undefined ? "skipped" : done.ok ? "success" : "failure";

/** Evaluates the condition of a job, which is an expression of JavaScript once its names are replaced. */
function isWanted({ needs, if: condition = "" }: Job, results: Record<string, JobResult>): boolean {
  // The other conditions are about the event and the branch.
  if (needs === undefined) return true;
  const expression = condition
    .replace(/^\$\{\{ (.*) \}\}$/, "$1")
    .replaceAll("cancelled()", "false")
    .replace(/needs\.(\w+)\.(?:result|outputs\.(\w+))/g, (_, name: string, output?: string) => {
      const done = results[name];
      return JSON.stringify(output === undefined ? resultOf(done) : (done?.outputs[output] ?? ""));
    });
  // oxlint-disable-next-line typescript/no-implied-eval -- the expression comes from our templates.
  const holds = new Function(`return ${expression};`) as () => boolean;
  return holds();
}

async function run(machine: Machine, workflow: Workflow, step: Step, place: Place): Promise<string> {
  const { run: text } = step;
  const instead = machine.instead[text === undefined ? step.uses!.split("@")[0]! : `run: ${text}`];
  if (instead) {
    await instead(step, place);
    return "";
  }
  if (text === undefined) throw new Error(`no replacement for ${step.uses}`);
  const { shell, "working-directory": folder } = workflow.defaults.run;
  if (shell !== "bash") throw new Error(`this runner supports only the shell bash, not ${shell}`);
  const script = path.join(place.temporary, "step.sh");
  writeFileSync(script, text);
  // The command of the real runner for `shell: bash`.
  const { code, all } = await startCommand("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], {
    cwd: path.join(place.workspace, folder),
    env: { ...machine.env, ...place.env, CI: "true" },
  }).ended;
  if (code !== 0) throw new Error(`${all}\n${step.name} ended with ${code}\n`);
  return all;
}

function fill(
  text: string,
  { secrets, vars, needs = {}, inputs = {} }: Machine,
  done: Record<string, Done>,
): string {
  return String(text).replace(/\$\{\{ ([^}]+) \}\}/g, (_, expression: string) => {
    const [, input, otherwise] = /^inputs\.(\w+) \|\| '(\w*)'$/.exec(expression) ?? [];
    if (input !== undefined) return inputs[input] || otherwise!;
    const [from, name = "", ...rest] = expression.split(".");
    // As on GitHub, a missing secret or variable is an empty string.
    if (from === "secrets" && rest.length === 0) return secrets[name] ?? "";
    if (from === "vars" && rest.length === 0) return vars[name] ?? "";
    if (from === "needs" && rest.join() === "result") return needs[name] ?? "skipped";
    if (from === "steps" && rest.join() === "outcome") return done[name]!.outcome;
    if (from === "steps" && rest[0] === "outputs" && rest.length === 2)
      return done[name]!.outputs[rest[1]!] ?? "";
    throw new Error(`unknown expression: ${expression}`);
  });
}

/** Evaluates a condition of a step. The workflows of `voicecall init ci` use only these forms. */
function holds(condition: string, done: Record<string, Done>): boolean {
  if (condition === "always()") return true;
  // This runner runs each job once.
  if (condition === "github.run_attempt > 1") return false;
  const step = /^\$\{\{ !cancelled\(\) && steps\.(\w+)\.outcome != 'skipped' \}\}$/.exec(condition)?.[1];
  if (step === undefined) throw new Error(`unknown condition: ${condition}`);
  return done[step]!.outcome !== "skipped";
}

function outputsIn(file: string): Record<string, string> {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
}
