import { mkdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Environment variables that put Pulumi's state into the folder and point the provider to the service. Also
 * creates the subfolders for state and temporary files.
 */
export function stackVariables(folder, service) {
  for (const name of ["pulumi-home", "state", "tmp"]) mkdirSync(path.join(folder, name));
  return {
    PULUMI_HOME: path.join(folder, "pulumi-home"),
    PULUMI_BACKEND_URL: pathToFileURL(path.join(folder, "state")).href,
    PULUMI_CONFIG_PASSPHRASE: "local",
    VOICECALL_BASE_URL: service.address,
    VOICECALL_ACCESS_TOKEN: service.token,
  };
}

/**
 * The environment for commands on a stack with the variables of `stackVariables`. Leaves out the user's
 * settings for other stacks and services.
 */
export function stackEnvironment(engine, folder, variables) {
  const rest = Object.entries(process.env).filter(([name]) => !/^(PULUMI|VOICECALL)_/.test(name));
  // TMPDIR is in the folder, so that temporary files of the engine and the compiler are removed with it.
  return { ...Object.fromEntries(rest), ...engine.env, ...variables, TMPDIR: path.join(folder, "tmp") };
}
