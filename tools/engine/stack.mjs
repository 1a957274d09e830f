import { mkdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** The environment variables that make the Pulumi CLI keep state in the folder and the provider use the service. */
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

/** The environment for commands on that stack, without the user's settings for other stacks and services. */
export function stackEnvironment(engine, folder, variables) {
  const rest = Object.entries(process.env).filter(([name]) => !/^(PULUMI|VOICECALL)_/.test(name));
  // Temporary files of the engine and its compiler are in the folder, and are removed with it.
  return { ...Object.fromEntries(rest), ...engine.env, ...variables, TMPDIR: path.join(folder, "tmp") };
}
