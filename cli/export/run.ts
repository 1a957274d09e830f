/** Runs an export. Never writes to the service. */
import { existsSync } from "node:fs";
import path from "node:path";
import { type ApiForm, type Omitted, catalog, inForm, openSession, role } from "../../provider/facade.js";
import { kinds, namesOf } from "../../provider/base/kind.js";
import { settingsOf } from "../account.js";
import { reasonOf } from "../exit.js";
import { during } from "../output.js";
import { ownPackage } from "../own-package.js";
import { inShell, stackOption } from "../shell.js";
import { type Account, selectedPart, readAccount } from "./account.js";
import type { Choice } from "./choice.js";
import { clearing, clearingNote, refuseClearing } from "./clearing.js";
import type { Resources } from "./exported.js";
import { type Written, writeExport } from "./folder.js";
import {
  type Differing,
  type InStack,
  type SecretValue,
  secretValues,
  setSecretValues,
} from "./header-values.js";
import { importFile } from "./import-file.js";
import { type Imported, configured, importedIn, toImport } from "./imported.js";
import { type Hashes, type Manifest, manifestOf, manifestText, repeatedNotes } from "./manifest.js";
import { againWithStack, doneIn, exportCommand, nextSteps, setCommand } from "./next-steps.js";
import { type Objects, objects } from "./objects.js";
import { hasConfigElsewhere, projectKeys, refuseConfigElsewhere, refuseLinks } from "./place.js";
import { program } from "./program.js";
import { projectFiles, projectName } from "./project.js";
import { readme } from "./readme.js";
import { type TakenOut, refuseLoss, refuseOtherAccount, takenOut } from "./taken-out.js";

export interface ExportOptions extends Choice {
  readonly force: boolean;
  readonly stack?: string;
  readonly trustProject?: boolean;
}

export interface ExportResult extends Written {
  readonly folder: string;
  readonly project: string;
  /** The number of objects, by the plural name of their kind. */
  readonly resources: Readonly<Record<string, number>>;
  /** The files of the program. The next export replaces them, unless they were edited. */
  readonly files: readonly string[];
  /** Objects that the last export declared and this one does not, with the reason. */
  readonly takenOut: readonly TakenOut[];
  /** Objects that the program cannot declare, with the reason. */
  readonly leftOut: readonly string[];
  readonly notes: readonly string[];
  /** The notes that the last export to the folder printed as well. */
  readonly repeatedNotes: readonly string[];
  /** The number of values that the program lacks. */
  readonly omitted: Omitted;
  /** The configuration keys of the program's secret values. */
  readonly config: readonly string[];
  /** The keys in `config` that the stack lacks, as far as is known. */
  readonly unsetConfig: readonly string[];
  /**
   * The command that sets the missing values. Null if none are missing, or if Pulumi.yaml keeps stack
   * configuration in another folder, where no export writes.
   */
  readonly setConfig: string | null;
  readonly next: readonly string[];
}

export async function exportTo(folder: string, options: ExportOptions): Promise<ExportResult> {
  const printed: string[] = [];
  const { stack, force, selected, requested, full } = options;
  const before = manifestOf(folder);
  // `pulumi config set` writes to Pulumi.STACK.yaml, which must not be a link to another file.
  if (stack !== undefined) {
    refuseLinks(folder, ["Pulumi.yaml", `Pulumi.${stack.split("/").at(-1)}.yaml`]);
    refuseConfigElsewhere(folder);
  }
  const { found, all, part, user, form, imported } = await read(folder, options, before, printed);
  const takenOutObjects = before ? takenOut(before, found.resources, all, part, options) : [];
  if (before && !force) {
    refuseOtherAccount(folder, takenOutObjects, before, user);
    refuseLoss(folder, takenOutObjects, before, options, found.leftOut);
  }
  const project = projectOf(folder);
  const values = secretValues(kinds.flatMap((kind) => found.resources[kind]));
  const written = program(found.resources);
  const clears = clearing(found.resources, imported);
  if (!force) refuseClearing(folder, clears, written.files, before);
  const missing = imported ? toImport(found.resources, imported.has) : found.resources;
  const isAllImported = imported !== undefined && kinds.every((kind) => missing[kind].length === 0);
  const accountNotes = [
    ...new Set([
      ...found.notes,
      ...printed,
      ...neverShown(found.resources, form),
      ...neverExported(options, form),
    ]),
  ];
  const plan = {
    program: written,
    manifest: (hashesOf: (file: string, text: string) => Hashes) =>
      manifestText(written, { choice: options, user, notes: accountNotes }, hashesOf),
    elsewhere: exportCommand(inShell(newFolderBeside(folder)), { selected, requested, full }),
    project: new Map([...projectFiles(project, ownPackage().version), ["README.md", readme(options)]]),
    importFile: isAllImported ? undefined : importFile(missing),
  };
  const changes = writeExport(folder, plan, before, force);
  const { unset, differing } =
    stack !== undefined
      ? { unset: [], differing: [] }
      : imported
        ? await configured(values, project, { cwd: folder })
        : { unset: values, differing: [] };
  const { kept, replaced } =
    stack === undefined ? NONE : await inStack(values, project, { cwd: folder, stack, force });
  const setConfig =
    unset.length > 0 && !hasConfigElsewhere(folder) ? againWithStack(folder, options, imported?.stack) : null;
  return {
    folder,
    project,
    resources: Object.fromEntries(
      kinds
        .filter((kind) => catalog[kind].exported.never === undefined)
        .map((kind) => [namesOf(kind).plural, found.resources[kind].length]),
    ),
    files: [...written.files.keys()].sort(),
    ...changes,
    takenOut: takenOutObjects,
    leftOut: found.leftOut,
    notes: [
      ...accountNotes,
      ...found.renamed,
      ...clears.filter(({ file }) => changes.leftAlone.every((one) => one.file !== file)).map(clearingNote),
      ...kept.map(keptNote(stack!)),
      ...replaced.map(replacedNote(stack!)),
    ],
    repeatedNotes: repeatedNotes(accountNotes, before),
    omitted: found.omitted,
    config: values.map(({ key }) => key),
    unsetConfig: unset.map(({ key }) => key),
    setConfig,
    next: [
      ...(path.resolve(folder) === process.cwd() ? [] : [`cd ${inShell(folder)}`]),
      ...nextSteps({
        ...doneIn(folder),
        ...(imported && { hasStack: true }),
        stack,
        setConfig: setConfig === null ? unset.map(setCommand) : [setConfig],
        isImported: isAllImported,
        gone: imported?.gone(all, options) ?? [],
        isBehind:
          imported !== undefined &&
          changes.changed.some((file) => file !== "index.ts") &&
          changes.leftAlone.length + kept.length + differing.length + clears.length === 0,
      }),
    ],
  };
}

interface Read {
  readonly found: Objects;
  readonly all: Account;
  /** The selected part of the account. */
  readonly part: Account;
  /** The user id of the account, if the service shows it. */
  readonly user: number | undefined;
  readonly form: ApiForm;
  /** Which objects the folder's stack has. Undefined without an earlier export, or if the stack cannot be read. */
  readonly imported: Imported | undefined;
}

/**
 * Reads the account that the project in `folder` uses. If `folder` has no project, reads the account that the current
 * folder uses.
 */
async function read(
  folder: string,
  options: ExportOptions,
  before: Manifest | undefined,
  printed: string[],
): Promise<Read> {
  const isProgram = existsSync(path.join(folder, "Pulumi.yaml"));
  const { stack, trustProject = false } = options;
  const settings = await settingsOf({
    cwd: isProgram ? folder : ".",
    trustProject,
    ...(isProgram && stack !== undefined && { stack }),
  }).catch((error: unknown) => {
    if (stack === undefined || !/no stack named/.test(reasonOf(error))) throw error;
    throw new Error(
      `There is no stack ${stack} in ${folder}. Run \`pulumi stack init ${inShell(stack)}\` there first, then this command again.`,
    );
  });
  // Prompts are not checked, because they are already in use.
  const session = openSession(
    { ...settings, promptChecks: "off" },
    { print: (line) => void printed.push(line) },
  );
  session.requireToken("export the account");
  return during("Reading the account …", async () => {
    const all = await readAccount(session, options);
    const part = selectedPart(all, options);
    const imported =
      before && isProgram
        ? await importedIn({ cwd: folder, ...(stack !== undefined && { stack }) })
        : undefined;
    const found = await objects(session, { all, part, imported }, options.full, before);
    return { found, all, part, user: session.userId, form: session.knownForm ?? "2025", imported };
  });
}

const NONE: Differing = { kept: [], replaced: [] };

async function inStack(
  values: readonly SecretValue[],
  project: string,
  options: InStack & { stack: string },
): Promise<Differing> {
  if (values.length === 0) return NONE;
  const { cwd, stack } = options;
  try {
    return await during("Setting secret values in the stack …", (say) =>
      setSecretValues(values, project, options, say),
    );
  } catch (error) {
    const why = reasonOf(error);
    throw new Error(
      `The program was written to ${cwd}, but not all of its secret values were set in the stack ${stack}. ${why}\nIf the stack does not exist yet, run \`pulumi stack init ${inShell(stack)}\` in ${cwd}. Then run this command again.`,
    );
  }
}

/** A path that does not exist yet. */
function newFolderBeside(folder: string): string {
  const { dir, base } = path.parse(path.resolve(folder));
  const free = (count: number): string => {
    const candidate = path.join(dir, `${base}-new${count === 1 ? "" : count}`);
    return existsSync(candidate) ? free(count + 1) : candidate;
  };
  return path.relative(".", free(1));
}

const keptNote =
  (stack: string) =>
  (key: string): string =>
    `The stack ${stack} has a different value for ${key} than the service. The stack's value was not changed. \`pulumi up --refresh${stackOption(stack)}\` writes it to the service; this command with --force replaces it with the service's value.`;

const replacedNote =
  (stack: string) =>
  (key: string): string =>
    `The stack ${stack} had a different value for ${key} than the service. --force has replaced the stack's value with the service's value.`;

/** The name in Pulumi.yaml takes precedence, because the user may have changed it. */
function projectOf(folder: string): string {
  const { name } = projectKeys(folder);
  return typeof name === "string" ? name : projectName(path.basename(path.resolve(folder)));
}

/** Notes about kinds that are never exported, if the user requested the kind that replaces them. */
function neverExported(choice: Choice, form: ApiForm): string[] {
  return kinds.flatMap((kind) => {
    const { exported, untracked, definition } = catalog[kind];
    const instead = untracked.reportedAs;
    if (exported.never === undefined || !instead || !choice.requested.includes(instead)) return [];
    if (definition.only !== undefined && definition.only !== form) return [];
    return [
      `${kind}: not exported, because ${exported.never}. The program declares a ${instead} for each ${namesOf(kind).noun}.`,
    ];
  });
}

/**
 * Notes about fields that can be set but that the service never returns. The program does not declare them,
 * so they keep their values.
 */
function neverShown(resources: Resources, form: ApiForm): string[] {
  const declared = kinds.filter((kind) => catalog[kind].standard && resources[kind].length > 0);
  return declared.flatMap((kind) => {
    const fields = Object.entries(inForm(catalog[kind].definition, form).fields)
      .filter(
        ([, field]) => role(field) === "field" && field.request !== undefined && field.record === undefined,
      )
      .map(([property]) => property);
    if (fields.length === 0) return [];
    return [
      `${kind}: the service never shows ${fields.join(" and ")}, so the program does not declare them, and they stay as they are.`,
    ];
  });
}
