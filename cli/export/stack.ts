/** Creates the stack of an exported program, and sets the secret values in its configuration. */
import { stackEntries } from "../base/account.js";
import { reasonOf } from "../base/exit.js";
import { during } from "../base/output.js";
import { type StackOptions, pulumiOrFail } from "../base/pulumi.js";
import { inShell } from "../../provider/base/quoted.js";
import type { SecretValue } from "./secret-values.js";

/**
 * Passes the values to `pulumi` through standard input, so that no process list shows them.
 * @throws Error if a value is not set
 */
export async function setSecrets(
  values: readonly SecretValue[],
  project: string,
  options: StackOptions,
  say: (text: string) => void,
): Promise<void> {
  for (const [index, { key, value }] of values.entries()) {
    say(`Setting secret values in the stack … ${index + 1} of ${values.length}`);
    // The CLI removes one line break from the end of the value.
    const input = `${value}\n`;
    await pulumiOrFail(`set ${key}`, ["config", "set", "--secret", key], options, { input });
  }
  if (values.length === 0) return;
  const { config } = await stackEntries(options);
  const lost = values.filter(({ key, value }) => config[`${project}:${key}`] !== value);
  if (lost.length > 0)
    throw new Error(
      `\`pulumi config set\` reported success, but the stack does not have the values of ${lost.map(({ key }) => key).join(", ")}.`,
    );
}

/** @throws Error that says how to go on, because the program is already written */
export async function createStack(
  stack: string,
  values: readonly SecretValue[],
  project: string,
  folder: string,
): Promise<void> {
  const options = { cwd: folder, stack };
  try {
    await during("Creating the stack …", async (say) => {
      await pulumiOrFail("create the stack", ["stack", "init"], options);
      await setSecrets(values, project, options, say);
    });
  } catch (error) {
    throw new Error(
      `The program was written to ${folder}, but the stack ${stack} was not created with all secret values. ${reasonOf(error)}\nRemove the folder, remove the stack if it was created (\`pulumi stack rm ${inShell(stack)}\`), and run this command again.`,
    );
  }
}
