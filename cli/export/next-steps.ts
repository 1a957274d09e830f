/** The commands to run after an export. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { type Choice, optionsOf } from "./choice.js";
import type { ExportOptions } from "./run.js";
import type { SecretValue } from "./header-values.js";
import { IMPORT_FILE } from "./import-file.js";

/** What has already been done in the folder. */
export interface Done {
  readonly isInstalled: boolean;
  readonly hasStack: boolean;
  /** The stack already has every object, so there is no import file. */
  readonly isImported?: boolean;
}

/** The steps that have left traces in the folder. A stack with configuration has a file there. */
export const doneIn = (folder: string): Done => ({
  isInstalled: existsSync(path.join(folder, "node_modules/pulumi-voicecall")),
  hasStack: existsSync(folder) && readdirSync(folder).some((file) => /^Pulumi\..+\.yaml$/.test(file)),
});

/**
 * @param values secret values that the stack does not have
 * @param stack the stack from `--stack`, which may not be the selected one
 * @param done steps to leave out
 */
export function nextSteps(values: readonly SecretValue[], stack?: string, done?: Done): string[] {
  const onStack = stack === undefined ? "" : ` --stack ${inShell(stack)}`;
  return [
    ...(done?.isInstalled
      ? []
      : [
          "npm install   # until pulumi-voicecall is on npm: npm install FILE, with the file that `npm pack` makes",
        ]),
    ...(stack === undefined && !done?.hasStack ? ["pulumi stack init dev"] : []),
    ...values.map(setCommand),
    ...(done?.isImported
      ? []
      : [`pulumi import --file ${IMPORT_FILE} --generate-code=false --yes${onStack}`, `rm ${IMPORT_FILE}`]),
    `pulumi preview${onStack}`,
  ];
}

const setCommand = ({ key }: SecretValue): string => `pulumi config set --secret ${inShell(key)}`;

/** The command that repeats the export and also sets the secret values. */
export const againWithStack = (options: ExportOptions): string => exportCommand(". --stack dev", options);

/** @param where the folder, quoted for the command line */
export function exportCommand(where: string, { stack, ...choice }: Choice & { stack?: string }): string {
  const chosen = Object.entries(optionsOf(choice)).flatMap(([option, value]) => {
    if (Array.isArray(value)) return value.map((word: string) => `--${option} ${inShell(word)}`);
    return value === true ? [`--${option}`] : [];
  });
  const onStack = stack === undefined ? [] : [`--stack ${inShell(stack)}`];
  return [`voicecall export ${where}`, ...chosen, ...onStack].join(" ");
}

export const inShell = (word: string): string =>
  /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
