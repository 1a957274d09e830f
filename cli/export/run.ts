/** Runs an export. Never writes to the service. */
import path from "node:path";
import { type ApiForm, catalog, inForm, openSession, role } from "../../provider/facade.js";
import { kinds, namesOf } from "../../provider/base/kind.js";
import { settingsOf } from "../base/account.js";
import { KEY } from "../base/ignore-option.js";
import { type IsIgnored, ignoring } from "../base/ignored.js";
import { during } from "../base/output.js";
import { projectName } from "../base/template.js";
import { counted } from "../../provider/base/quoted.js";
import { type Account, readAccount, selectedPart, uniqueNames } from "./account.js";
import { type Choice, selectable, selected } from "./choice.js";
import type { Resources } from "./exported.js";
import { assertFree, write } from "../base/new-folder.js";
import { IMPORT_FILE, importFile } from "./import-file.js";
import { type Objects, objects } from "./objects.js";
import { program } from "./program.js";
import { nextSteps, projectFiles } from "./project.js";
import { secretValues } from "./secret-values.js";
import { createStack } from "./stack.js";

export interface ExportOptions extends Choice {
  /** The stack to create, with the secret values in its configuration. */
  readonly stack?: string;
  readonly trustProject?: boolean;
  /** Names, patterns and ids of objects that others own. */
  readonly ignore: readonly string[];
  /** Whether assistants are Markdown files. */
  readonly asFiles?: boolean;
}

export interface ExportResult extends Omit<Objects, "resources"> {
  readonly folder: string;
  readonly project: string;
  /** The number of objects, by the plural name of their kind. */
  readonly resources: Readonly<Record<string, number>>;
  /** The files of the program. */
  readonly files: readonly string[];
  /** The configuration keys of the program's secret values. */
  readonly config: readonly string[];
  /** The keys in `config` that must still be set. */
  readonly unsetConfig: readonly string[];
  readonly next: readonly string[];
}

export async function exportTo(folder: string, options: ExportOptions): Promise<ExportResult> {
  assertFree(folder);
  const printed: string[] = [];
  const { found, form, toolNames } = await read(options, printed);
  const { resources, leftOut, omitted } = found;
  const { stack } = options;
  const project = projectName(path.basename(path.resolve(folder)));
  const values = secretValues(kinds.flatMap((kind) => resources[kind]));
  const config = values.map(({ key }) => key);
  const files = program(resources, toolNames, options.asFiles);
  write(
    folder,
    new Map([...projectFiles(project), ...files, [IMPORT_FILE, importFile(resources)]]),
    IMPORT_FILE,
  );
  if (stack !== undefined) await createStack(stack, values, project, folder);
  const unsetConfig = stack === undefined ? config : [];
  return {
    folder,
    project,
    resources: Object.fromEntries(
      kinds
        .filter((kind) => catalog[kind].exported.never === undefined)
        .map((kind) => [namesOf(kind).plural, resources[kind].length]),
    ),
    files: [...files.keys()].sort(),
    leftOut,
    notes: [
      ...new Set([
        ...found.notes,
        ...printed,
        ...neverShown(resources, form),
        ...neverExported(options, form),
        ...(selectable.some((kind) => selected(options, kind).length > 0) ? [INTO_PROGRAM] : []),
      ]),
    ],
    omitted,
    config,
    unsetConfig,
    next: nextSteps(folder, { hasStack: stack !== undefined, unsetConfig }),
  };
}

const INTO_PROGRAM =
  "To add these objects to a program that you have, run `voicecall pull --untracked` there instead.";

/** Reads the account that the current folder uses. */
async function read(
  options: ExportOptions,
  printed: string[],
): Promise<{ found: Objects; form: ApiForm; toolNames: ReadonlyMap<number, string> }> {
  const isIgnored = await ignoring(options.ignore, { cwd: "." });
  const { trustProject = false } = options;
  const settings = await settingsOf({ cwd: ".", trustProject });
  // Prompts are not checked, because they are already in use.
  const session = openSession(
    { ...settings, promptChecks: "off" },
    { print: (line) => void printed.push(line), namesUnreadable: false },
  );
  session.requireToken("export the account");
  return during("Reading the account …", async () => {
    const all = await readAccount(session, options);
    const selection = selectedPart(all, options);
    const part = withoutIgnored(selection, isIgnored);
    const ignored = kinds.reduce((sum, kind) => sum + selection[kind].length - part[kind].length, 0);
    if (ignored > 0) printed.push(`${counted(ignored, "object")} ignored (${KEY}, --ignore).`);
    const found = await objects(session, { all, part }, options.full);
    // A tool that no program can declare stays attached by its id.
    const declared = new Set(found.resources.MidCallTool.map(({ id }) => id));
    const undeclarable = part.MidCallTool.filter(({ id }) => !declared.has(id));
    const names = [...uniqueNames(all.MidCallTool)];
    const toolNames = new Map(names.filter(([id]) => !undeclarable.some((one) => one.id === id)));
    return { found, toolNames, form: session.choices.knownForm ?? "2025" };
  });
}

const withoutIgnored = (account: Account, isIgnored: IsIgnored): Account =>
  Object.fromEntries(
    kinds.map((kind) => [kind, account[kind].filter(({ id, name }) => !isIgnored({ kind, id, name }))]),
  ) as unknown as Account;

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
