import path from "node:path";
import { type StackOptions, projectFile } from "./pulumi.js";
import { projectKeys } from "./stack-file.js";

/**
 * A setting that refreshes before each preview and apply. State then has the manual changes, so nothing stops an update
 * that overwrites them. Undefined if there is none.
 * @throws Error if the project's file cannot be parsed
 */
export function refreshSetting(options: StackOptions): string | undefined {
  const variable = process.env["PULUMI_OPTION_REFRESH"] ?? "";
  if (variable !== "") return /^(1|t|true)$/i.test(variable) ? "PULUMI_OPTION_REFRESH" : undefined;
  const project = projectFile(options);
  const own = project === undefined ? undefined : projectKeys(project)["options"];
  return (own as { refresh?: unknown } | null | undefined)?.refresh === "always"
    ? `options.refresh in ${path.basename(project!)}`
    : undefined;
}

export const refreshWarning = (setting: string): string =>
  `${setting} refreshes before each preview and apply: an apply overwrites manual changes, and voicecall:onConflict does not stop it.`;
