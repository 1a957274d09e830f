/** The files of a Pulumi project and its stacks. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { yamlReason } from "../../provider/base/quoted.js";
import { isObject } from "../../provider/base/wording.js";
import { reasonOf } from "./exit.js";
import { type StackOptions, projectFile, stackName } from "./pulumi.js";

/** Where Pulumi keeps the configuration files of a project's stacks. */
export interface StackFiles {
  readonly folder: string;
  /** Such as `.yaml`. */
  readonly extension: string;
  /** Whether the project keeps these files in a folder of its choice (`stackConfigDir`, or its older name `config`). */
  readonly isElsewhere: boolean;
}

/**
 * @param project the project's file, such as `Pulumi.yaml`
 * @throws Error if the project's file cannot be parsed
 */
export function stackFiles(project: string): StackFiles {
  const { stackConfigDir, config } = projectKeys(project);
  const chosen = [stackConfigDir, config].find((one): one is string => typeof one === "string" && one !== "");
  return {
    folder: path.join(path.dirname(project), chosen ?? "."),
    extension: path.extname(project),
    isElsewhere: chosen !== undefined,
  };
}

/** @param stack the stack's name, which may contain organization and project */
export const stackFileName = (stack: string, extension = ".yaml"): string =>
  `Pulumi.${stack.split("/").at(-1)!}${extension}`;

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

/**
 * The stacks that have a file such as `Pulumi.<stack>.yaml`, in the folder where Pulumi reads it.
 * @param project the project's file, such as `Pulumi.yaml`
 * @throws Error if the project's file cannot be parsed
 */
export function stacksWithFile(project: string): string[] {
  const { folder, extension } = stackFiles(project);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) =>
    name.endsWith(extension) ? (/^Pulumi\.(.+)\.\w+$/.exec(name)?.[1] ?? []) : [],
  );
}

/** @throws Error if the project's file cannot be parsed */
export function projectKeys(project: string): Record<string, unknown> {
  try {
    return yamlKeys(readFileSync(project, "utf8"));
  } catch (error) {
    throw new Error(`${path.basename(project)} cannot be parsed: ${reasonOf(error)}`);
  }
}

/**
 * Parses YAML as Pulumi does: the top-level keys and their values. Empty if the text contains no map.
 * @throws Error if the text is not YAML. The message quotes nothing from the text, which may contain secrets.
 */
export function yamlKeys(text: string): Record<string, unknown> {
  try {
    // Disables the library's limit on aliases, because that limit also rejects harmless files.
    const value = parse(text, { merge: true, maxAliasCount: -1, logLevel: "error" }) as unknown;
    return isObject(value) ? value : {};
  } catch (error) {
    throw new Error(yamlReason(error));
  }
}
