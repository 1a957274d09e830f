import path from "node:path";
import { isObject } from "../../provider/base/wording.js";
import { type StackOptions, projectFile } from "./pulumi.js";
import { projectKeys } from "./stack-file.js";

/**
 * Warns of a setting that refreshes before each preview and apply, if there is one. State then has the manual changes,
 * so nothing stops an update that overwrites them.
 * @throws Error if the project's file cannot be parsed
 */
export function refreshWarnings(options: StackOptions): string[] {
  const project = projectFile(options);
  if (project === undefined) return [];
  const variable = process.env["PULUMI_OPTION_REFRESH"] ?? "";
  if (variable !== "") return /^(1|t|true)$/i.test(variable) ? [warning("PULUMI_OPTION_REFRESH")] : [];
  const own = projectKeys(project)["options"];
  const isSet = isObject(own) && own["refresh"] === "always";
  return isSet ? [warning(`options.refresh in ${path.basename(project)}`)] : [];
}

const warning = (setting: string): string =>
  `${setting} refreshes before each preview and apply: an apply overwrites manual changes, and voicecall:onConflict does not stop it.`;
