import { pulumiStack } from "./pulumi-stack.mjs";
import { terraformStack } from "./terraform-stack.mjs";

/** A reading plan needs all of its responses, so the provider must send no more than the service allows. */
const ALLOWED_PER_SECOND = 1;
const MOST_RUNS = 200;

/**
 * Opens a stack of a subject. Its `run` measures one operation: it returns the exit code, the output and the figures, and
 * undefined if the subject has no such command.
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

/** The best that Terraform can do: writes as fast as they are accepted, reads at the rate of the limit. */
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

/** The provider gives up at the first refused request of an object, so the command is run until all are done. */
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
