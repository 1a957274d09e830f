/** A GitHub Actions workflow, parsed from its YAML file. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";

export interface Step {
  name?: string;
  id?: string;
  if?: string;
  uses?: string;
  with?: Record<string, string | number | boolean>;
  run?: string;
  env?: Record<string, string>;
}

export interface Job {
  if?: string;
  permissions?: Record<string, string>;
  "timeout-minutes"?: number;
  strategy?: Record<string, unknown>;
  needs?: string | string[];
  outputs?: Record<string, string>;
  environment?: string | { name: string; deployment?: boolean };
  env?: Record<string, string>;
  steps: Step[];
}

export interface Workflow {
  name: string;
  on: Record<string, unknown>;
  permissions?: Record<string, string>;
  concurrency?: { group: string; "cancel-in-progress": boolean };
  env: Record<string, string>;
  defaults: { run: { shell: string; "working-directory": string } };
  jobs: Record<string, Job>;
}

export function readWorkflow(file: string): Workflow {
  return parse(readFileSync(file, "utf8")) as Workflow;
}

export const steps = ({ jobs }: Workflow): Step[] => Object.values(jobs).flatMap((job) => job.steps);

export function stepNamed(job: Job | undefined, name: string): Step {
  const step = job?.steps.find((one) => one.name === name);
  if (!step) throw new Error(`no step "${name}" among ${JSON.stringify(job?.steps.map((one) => one.name))}`);
  return step;
}
