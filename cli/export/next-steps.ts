/** The commands to run after an export. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { inShell, stackOption } from "../shell.js";
import { type Choice, optionsOf } from "./choice.js";
import type { ExportOptions } from "./run.js";
import type { SecretValue } from "./header-values.js";
import { IMPORT_FILE } from "./import-file.js";

/** What the next steps depend on. */
export interface Situation {
  readonly isInstalled: boolean;
  readonly hasStack: boolean;
  /** The stack given with `--stack`. Pulumi may have a different stack selected. */
  readonly stack?: string | undefined;
  /** The commands that set missing secret values. */
  readonly setConfig: readonly string[];
  /** Whether the stack already has every object, so that there is no import file. */
  readonly isImported: boolean;
  /** The URNs of resources whose objects the account no longer has. */
  readonly gone: readonly string[];
  /**
   * Whether `pulumi up` has only state to update. True if the export changed the program and left no file alone, and if
   * the stack has no property that an update would clear, and no secret value that differs from the service's.
   */
  readonly isBehind: boolean;
}

const stackFiles = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((file) => /^Pulumi\..+\.yaml$/.test(file)) : [];

/** The steps already done, as far as the folder shows. A stack with configuration has a file there. */
export const doneIn = (folder: string): Pick<Situation, "isInstalled" | "hasStack"> => ({
  isInstalled: existsSync(path.join(folder, "node_modules/pulumi-voicecall")),
  hasStack: stackFiles(folder).length > 0,
});

export const INSTALL =
  "npm install   # until pulumi-voicecall is on npm: npm install FILE, with the file that `npm pack` makes";

export function nextSteps({ stack, gone, ...situation }: Situation): string[] {
  const onStack = stackOption(stack);
  const targets = gone.map((urn) => ` --target ${inShell(urn)}`).join("");
  return [
    ...(situation.isInstalled ? [] : [INSTALL]),
    ...(stack === undefined && !situation.hasStack ? ["pulumi stack init dev"] : []),
    ...situation.setConfig,
    ...(situation.isImported
      ? []
      : [`pulumi import --file ${IMPORT_FILE} --generate-code=false --yes${onStack}`, `rm ${IMPORT_FILE}`]),
    ...(gone.length > 0 ? [`pulumi refresh${targets} --yes${onStack}`] : []),
    `pulumi preview${onStack}`,
    ...(situation.isBehind
      ? [
          `pulumi up${onStack}   # records in state what changed in the service; writes nothing to the service`,
        ]
      : []),
  ];
}

export const setCommand = ({ key }: SecretValue): string => `pulumi config set --secret ${inShell(key)}`;

/**
 * The command that exports again, within the folder, and sets the secret values.
 * @param selected the selected stack, if it is known
 */
export function againWithStack(folder: string, options: ExportOptions, selected: string | undefined): string {
  const [file, ...others] = stackFiles(folder);
  const onlyOne = others.length > 0 ? "NAME" : file?.replace(/^Pulumi\.(.+)\.yaml$/, "$1");
  return exportCommand(`. --stack ${inShell(selected ?? onlyOne ?? "dev")}`, options);
}

/** @param where the folder, quoted for a shell; more options may follow it */
export function exportCommand(where: string, { stack, ...choice }: Choice & { stack?: string }): string {
  const chosen = Object.entries(optionsOf(choice)).flatMap(([option, value]) => {
    if (Array.isArray(value)) return value.map((word: string) => `--${option} ${inShell(word)}`);
    return value === true ? [`--${option}`] : [];
  });
  const onStack = stack === undefined ? [] : [`--stack ${inShell(stack)}`];
  return [`npx voicecall export ${where}`, ...chosen, ...onStack].join(" ");
}
