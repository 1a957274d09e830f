import { pulumiStack } from "./pulumi-stack.mjs";
import { terraformStack } from "./terraform-stack.mjs";

/**
 * Requests per second. A Terraform plan that reads fails at the first rejected request, so it must stay within
 * the limit.
 */
const ALLOWED_PER_SECOND = 1;
const MOST_RUNS = 200;

/**
 * Opens a stack of a subject. `run` measures one operation. It returns the exit code, the output and the figures,
 * or undefined if the subject has no such command.
 */
export async function openStack(subject, { engine, terraform }, place) {
  if (subject === "terraform") return withLimit(await terraformStack(terraform, place), place.condition);
  const stack = await pulumiStack(engine, { ...place, program: subject });
  const run = (operation) => {
    if (operation !== "drift") return stack.run(operation);
    return subject === "ours" ? stack.drift() : undefined;
  };
  return { ...stack, run, settle: () => undefined };
}

/** The best case for Terraform: it writes as fast as the service accepts, and reads at the rate of the limit. */
function withLimit(stack, condition) {
  const run = async (operation) => {
    if (operation === "drift") return undefined;
    if (condition !== "limited") return stack.run(operation);
    const isReading = operation === "refresh" || operation === "refreshDrifted";
    stack.limitTo(isReading ? ALLOWED_PER_SECOND : undefined);
    return isReading ? stack.run(operation) : untilDone(() => stack.run(operation));
  };
  return { ...stack, run };
}

/**
 * Runs the command again until all objects are done, because Terraform's provider gives up on an object at the
 * first rejected request.
 */
async function untilDone(run) {
  let sum;
  for (let runs = 1; runs <= MOST_RUNS; runs += 1) {
    const result = await run();
    sum = {
      ...result,
      wallSeconds: result.wallSeconds + (sum?.wallSeconds ?? 0),
      cpuSeconds: result.cpuSeconds + (sum?.cpuSeconds ?? 0),
      runs,
    };
    if (result.exitCode === 0 || !result.output.includes("'429'")) return sum;
  }
  return sum;
}
