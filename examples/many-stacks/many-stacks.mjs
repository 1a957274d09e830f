/**
 * Previews or applies many stacks of one program with Pulumi's Automation API, four at a time. A stack that fails stops
 * no other.
 *
 *   node many-stacks.mjs preview ../several-environments client-a client-b
 *   node many-stacks.mjs up ../several-environments client-a client-b
 *
 * Read the previews before `up`, which also starts the campaigns that they announce. The Automation API selects each
 * stack in the program's folder, so use a clone in which nobody else works.
 */
import { LocalWorkspace } from "@pulumi/pulumi/automation/index.js";

const AT_ONCE = 4;

const [command, workDir, ...stacks] = process.argv.slice(2);
if ((command !== "preview" && command !== "up") || stacks.length === 0) {
  console.error("usage: node many-stacks.mjs preview|up FOLDER STACK...");
  process.exit(64);
}

const failed = [];
const left = stacks.values();
await Promise.all(Array.from({ length: AT_ONCE }, worker));
console.log(
  `${stacks.length} stacks, ${failed.length} failed${failed.map((name) => `\n  ${name}`).join("")}`,
);
process.exitCode = failed.length > 0 ? 1 : 0;

async function worker() {
  for (const stackName of left) {
    try {
      const stack = await LocalWorkspace.selectStack({ stackName, workDir });
      const { stdout } = await (command === "up" ? stack.up() : stack.preview());
      console.log(`${stackName}:\n${stdout}`);
    } catch (error) {
      failed.push(stackName);
      console.error(`${stackName}: failed\n${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
