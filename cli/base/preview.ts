import { existsSync } from "node:fs";
import path from "node:path";
import { projectFile, type StackOptions, stackName } from "./pulumi.js";
import { stackFileName, stackFiles } from "./stack-file.js";

/** Undefined if the stack has no file, for example because Pulumi Cloud stores its configuration. */
export async function stackFile(options: StackOptions): Promise<string | undefined> {
  const project = projectFile(options);
  // If no stack is selected, the preview reports it.
  const stack = await stackName(options).catch(() => undefined);
  if (project === undefined || stack === undefined) return undefined;
  const { folder, extension } = stackFiles(project);
  const file = path.join(folder, stackFileName(stack, extension));
  return existsSync(file) ? file : undefined;
}
