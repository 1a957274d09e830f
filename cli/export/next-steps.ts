/** The commands to run after an export. */
import path from "node:path";
import { inShell } from "../base/shell.js";
import { IMPORT_FILE } from "./import-file.js";

export const INSTALL =
  "npm install   # until pulumi-voicecall is on npm: npm install FILE, with the file that `npm pack` makes";

/** @param unsetConfig the configuration keys of secret values that the stack lacks */
export function nextSteps(
  folder: string,
  { hasStack, unsetConfig }: { hasStack: boolean; unsetConfig: readonly string[] },
): string[] {
  return [
    ...(path.resolve(folder) === process.cwd() ? [] : [`cd ${inShell(folder)}`]),
    INSTALL,
    ...(hasStack ? [] : ["pulumi stack init dev"]),
    ...unsetConfig.map((key) => `pulumi config set --secret ${inShell(key)}`),
    `pulumi import --file ${IMPORT_FILE} --generate-code=false --yes`,
    `rm ${IMPORT_FILE}`,
    "pulumi preview",
  ];
}
