/** Runs the program as if some files and configuration values were changed. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { packageFolder } from "../base/own-package.js";
import { inPrivateFolder } from "../base/private-folder.js";

/** The environment variable with the file that holds the changes. */
export const TRIAL_FILE = "VOICECALL_TRIAL_FILE";

/** In this variable, Pulumi gives the configuration to the program. */
export const CONFIG = "PULUMI_CONFIG";

export interface Trial {
  /** New texts, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** New values, by key with namespace. */
  readonly config: Readonly<Record<string, string>>;
}

/** @param run starts the program with the variables */
export const withTrial = <T>(trial: Trial, run: (env: Record<string, string>) => Promise<T>): Promise<T> =>
  inPrivateFolder((folder) => {
    const file = path.join(folder, "trial.json");
    writeFileSync(file, JSON.stringify(trial));
    // In quotes, Node reads a backslash as JSON does.
    const script = JSON.stringify(path.join(packageFolder(), "dist/cli/trial.js"));
    const NODE_OPTIONS = `${process.env["NODE_OPTIONS"] ?? ""} --require ${script}`.trim();
    return run({ NODE_OPTIONS, [TRIAL_FILE]: file });
  });
