import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inPrivateFolder } from "./private-folder.js";
import {
  projectFile,
  pulumi,
  type PulumiResult,
  type RunOptions,
  type StackOptions,
  stackName,
} from "./pulumi.js";
import { stackFileName, stackFiles } from "./stack-file.js";

/**
 * Runs `pulumi preview --json` with a setting of its own, such as `voicecall:willFail=error`. Uses a copy of the
 * stack's file, because `--config` writes the setting to the file.
 */
export async function previewWith(
  setting: string,
  options: StackOptions,
  runOptions: RunOptions,
): Promise<PulumiResult> {
  const run = (more: readonly string[]): Promise<PulumiResult> =>
    pulumi(["preview", "--json", "--color", "never", ...more], options, runOptions);
  const file = await stackFile(options);
  if (file === undefined) return run([]);
  return inPrivateFolder((folder) => {
    const copy = path.join(folder, path.basename(file));
    // Pulumi writes to the copy, so it must not be read-only like a mounted file.
    writeFileSync(copy, readFileSync(file), { mode: 0o600 });
    return run(["--config-file", copy, "--config", setting]);
  });
}

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
