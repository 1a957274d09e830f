/** The files that declare an object of the account in a program. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { type Kind, namesOf } from "../../provider/base/kind.js";
import { Code, code, quoted } from "../export/code.js";
import type { Exported } from "../export/exported.js";
import { type Need, argumentsOf, asFile, promptPath, resource } from "../export/program.js";
import { type SecretValue, secretValues } from "../export/secret-values.js";
import { type Form, formOf } from "./entry.js";
import type { Program } from "./program.js";
import type { Syntax } from "./syntax.js";

/** What declares one object. */
export interface Piece {
  readonly one: Exported;
  /** New texts, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The file that the entry imports. Absent if the program reads the new files by itself. */
  readonly imported?: string;
  readonly secrets: readonly SecretValue[];
}

/** A tool that the program declares. */
export interface Tool {
  /** Unless several tools of the account have it. */
  readonly name?: string | undefined;
  /** Where other files find its variable. */
  readonly variable?: { readonly file: string; readonly name: string } | undefined;
}

export interface Place {
  /** The folder in which the program runs. */
  readonly folder: string;
  readonly program: Program;
  /** The first file of the program, or why it cannot be changed. */
  readonly entry: Syntax | string;
  /** By id. */
  readonly tools: ReadonlyMap<string, Tool>;
}

/** The ways to declare an object, the most fitting one first. */
export function piecesFor(one: Exported, place: Place): Piece[] {
  const { entry, folder, tools } = place;
  const pieces: Piece[] = [];
  const file = asFile(one, (id) => tools.get(String(id))?.name ?? Number(id));
  const { all, single } = assistantFolders(place.program);
  const fileIn = (parent: string): string => path.join(parent, `${one.name.resource}.md`);
  if (one.kind === "Assistant" && file && all.length === 1 && Object.keys(file.others).length === 0)
    pieces.push({ one, files: new Map([[fileIn(all[0]!), file.text]]), secrets: [] });
  if (typeof entry === "string") return pieces;
  const form = formOf(entry);
  const imported = codeFile(one, entry.file, form);
  const secrets = secretValues([one]);
  const declared = (text: string, more: readonly (readonly [string, string])[]): Piece => ({
    one,
    files: new Map([[imported, text], ...more]),
    imported,
    secrets,
  });
  if (one.kind === "Assistant" && file && all.length === 0 && single.length === 1) {
    const text = fileIn(single[0]!);
    const called = `assistantFile(${quoted(path.relative(folder, text).split(path.sep).join("/"))})`;
    const { others } = file;
    const whole = secrets.length > 0 ? code(others, 2).replace(/^\{/, `{ ...${called},`) : called;
    const needs = new Set(["assistantFile", ...(secrets.length > 0 ? ["config"] : [])]);
    const bare = { ...one, comments: {} };
    pieces.push(
      declared(moduleText(bare, new Code(whole), needs, new Map(), form, imported), [[text, file.text]]),
    );
  }
  const needs = new Set<Need>();
  const imports = new Map<string, string[]>();
  const args = argumentsOf(one, (id) => reference(id, tools, imports, one, entry), needs);
  const isShown = ([property]: [string, unknown]): boolean =>
    ![args[property]].flat().some((value) => value instanceof Code);
  const comments = Object.fromEntries(Object.entries(one.comments).filter(isShown));
  const prompt = one.prompt ? [[path.join(folder, promptPath(one)), one.prompt.source] as const] : [];
  pieces.push(declared(moduleText({ ...one, comments }, args, needs, imports, form, imported), prompt));
  return pieces;
}

/**
 * In the folder of its kind, if the program has code there, and otherwise beside the entry: without `rootDir`, TypeScript 6
 * compiles no program whose only imports are in another folder.
 */
function codeFile({ kind, name }: Exported, entry: string, { extension }: Form): string {
  const { noun, plural } = namesOf(kind);
  const beside = path.dirname(entry);
  const folder = path.join(beside, plural);
  const isUsed = existsSync(folder) && readdirSync(folder).some((file) => file.endsWith(extension));
  return isUsed
    ? path.join(folder, `${name.resource}${extension}`)
    : path.join(beside, `${noun}-${name.resource}${extension}`);
}

/** The folders to which new files of a kind may go. */
export const foldersFor = (kind: Kind, folder: string, entry: string, program: Program): string[] => [
  entry,
  path.join(entry, namesOf(kind).plural),
  ...(kind === "Assistant"
    ? [path.join(folder, "prompts"), ...Object.values(assistantFolders(program)).flat()]
    : []),
];

/** The folders whose files are all assistants, and those with files that the program names. */
function assistantFolders({ prompts }: Program): { all: string[]; single: string[] } {
  const used = prompts.filter(({ isAssistant }) => isAssistant);
  const foldersOf = (isLoop: boolean): string[] => [
    ...new Set(used.filter((one) => one.allowUnused === isLoop).map((one) => path.dirname(one.path))),
  ];
  return { all: foldersOf(true), single: foldersOf(false) };
}

/** The variable of a tool's resource, its name, or its id. */
function reference(
  id: unknown,
  tools: ReadonlyMap<string, Tool>,
  imports: Map<string, string[]>,
  one: Exported,
  entry: Syntax,
): unknown {
  const { name, variable } = tools.get(String(id)) ?? {};
  // The entry imports the new file before it declares anything.
  if (!variable || variable.file === entry.file) return name ?? Number(id);
  const taken = [one.name.variable, "config", "prompt", "pulumi", ...[...imports.values()].flat()];
  const isTaken = taken.some((other) => other.split(" as ").at(-1) === variable.name);
  const local = isTaken ? `tool${String(id)}` : variable.name;
  const imported = isTaken ? `${variable.name} as ${local}` : local;
  imports.set(variable.file, [...(imports.get(variable.file) ?? []), imported]);
  return new Code(local);
}

function moduleText(
  one: Exported,
  args: object,
  needs: ReadonlySet<Need>,
  imports: ReadonlyMap<string, readonly string[]>,
  { isCommonJs, pathTo }: Form,
  file: string,
): string {
  const from = (names: string, module: string): string =>
    isCommonJs
      ? `const ${names.replaceAll(" as ", ": ")} = require(${quoted(module)});\n`
      : `import ${names} from ${quoted(module)};\n`;
  const own = [one.kind, ...["assistantFile", "prompt"].filter((name) => needs.has(name))];
  const head = [
    ...(needs.has("config") ? [from(isCommonJs ? "pulumi" : "* as pulumi", "@pulumi/pulumi")] : []),
    from(`{ ${own.join(", ")} }`, "pulumi-voicecall"),
    ...[...imports].map(([other, names]) =>
      from(`{ ${names.join(", ")} }`, pathTo(other, path.dirname(file))),
    ),
    ...(needs.has("config") ? ["\nconst config = new pulumi.Config();\n"] : []),
  ];
  const { variable } = one.name;
  const assigned = isCommonJs ? `exports.${variable} = ` : `export const ${variable} = `;
  return `${head.join("")}\n${assigned}${resource(one, args)}`;
}
