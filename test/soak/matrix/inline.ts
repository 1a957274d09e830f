/** Stacks with inline programs of the Automation API, for one version of `@pulumi/pulumi` and of Node. */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { inject } from "vitest";
import type { Emulator } from "../../../emulator/index.js";
import { closeAfterTest } from "../../support/after-test.js";
import { startCommand } from "../../support/commands.js";
import { Stack, type StackOptions, must } from "../../support/engine.js";
import { REPOSITORY } from "../../support/project.js";
import { type Pair, install } from "./versions.js";

export interface InlineCommand {
  command: "preview" | "up" | "refresh" | "destroy";
  /** The body of a function with the parameters `pulumi`, `voicecall` and `calls`. */
  program?: string;
  options?: Record<string, unknown>;
}

export interface InlineResult {
  command: string;
  ok: boolean;
  /** The number of resources created, updated and so on. */
  changes?: Record<string, number>;
  message: string;
  /** What the program has added to the list `calls`. */
  calls: unknown[];
}

export interface Inline {
  stack: Stack;
  run(...commands: InlineCommand[]): Promise<InlineResult[]>;
}

export async function inlineStack(
  emulator: Emulator,
  pair: Pair,
  more: Partial<StackOptions> = {},
): Promise<Inline> {
  const { sdkModules, nodeFolder } = await install(pair);
  const modules = modulesWith(sdkModules);
  const stack = new Stack({ program: "", emulator, modules, ...more });
  closeAfterTest({ close: () => stack.dispose() });
  const { PATH: old = "" } = stack.env;
  const folders = [nodeFolder, path.dirname(inject("engine").pulumi), old];
  stack.setEnv({ PATH: folders.join(path.delimiter), PULUMI_AUTOMATION_API_SKIP_VERSION_CHECK: "true" });
  let open = "createStack";
  const run = async (...commands: InlineCommand[]): Promise<InlineResult[]> => {
    const runner = path.join(__dirname, "runner.cjs");
    const args = [runner, open, JSON.stringify(commands)];
    open = "selectStack";
    const ended = await startCommand(path.join(nodeFolder, "node"), args, {
      cwd: stack.folder,
      env: stack.env,
    }).ended;
    const [, results] = /^RESULTS (.*)$/m.exec(must(ended, "the inline program").stdout) ?? [];
    return JSON.parse(results!) as InlineResult[];
  };
  return { stack, run };
}

/** Copies this package next to a version of `@pulumi/pulumi`. A link would load the repository's version instead. */
function modulesWith(sdkModules: string): string {
  const root = mkdtempSync(path.join(realpathSync(os.tmpdir()), "voicecall-modules-"));
  closeAfterTest({ close: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }) });
  const modules = path.join(root, "node_modules");
  mkdirSync(path.join(modules, "@pulumi"), { recursive: true });
  symlinkSync(path.join(sdkModules, "@pulumi/pulumi"), path.join(modules, "@pulumi/pulumi"), "junction");
  for (const name of ["package.json", "dist"])
    cpSync(path.join(REPOSITORY, name), path.join(modules, "pulumi-voicecall", name), { recursive: true });
  return modules;
}
