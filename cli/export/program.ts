/** The files of the program: modules, one per kind or one per object of a kind; prompts; and index.ts. */
import { catalog, references } from "../../provider/facade.js";
import { type Kind, kinds, namesOf } from "../../provider/base/kind.js";
import { assistantFile, declarationOf } from "./assistant-files.js";
import { Code, code, commented, quoted } from "./code.js";
import type { Files } from "../base/template.js";
import type { Exported, Resources } from "./exported.js";
import { requireSecret, withSecrets } from "./secret-values.js";

const PACKAGE = '"pulumi-voicecall"';

/**
 * @param toolNames names of tools by id, also of those that the program does not declare
 * @param asFiles whether assistants are Markdown files, where these reproduce them
 */
export function program(
  resources: Resources,
  toolNames: ReadonlyMap<number, string>,
  asFiles = false,
): Files {
  const assistants = asFiles ? assistantsAsFiles(resources, toolNames) : undefined;
  const files: Files = new Map(assistants?.files);
  const inFiles = new Set<Exported>(assistants?.exported);
  const declares = new Map<string, Exported[]>();
  for (const kind of kinds) {
    for (const one of inFileOrder(kind, resources[kind])) {
      if (inFiles.has(one)) continue;
      const file = fileOf(kind, one.name.resource);
      declares.set(file, [...(declares.get(file) ?? []), one]);
    }
  }
  for (const [file, declared] of declares) {
    files.set(file, fileText(declared, resources, toolNames));
    for (const one of declared) if (one.prompt) files.set(promptPath(one), one.prompt.source);
  }
  files.set("index.ts", indexFile([...declares.keys(), ...(assistants ? [ASSISTANTS] : [])]));
  return files;
}

const ASSISTANTS = "assistants.ts";

/** The files of assistants, and the program that declares all of them. Undefined if there are none. */
function assistantsAsFiles(
  resources: Resources,
  toolNames: ReadonlyMap<number, string>,
): { files: Files; exported: Exported[] } | undefined {
  const tools = resources.MidCallTool;
  const toolOf = (id: unknown): unknown => toolNames.get(Number(id)) ?? Number(id);
  const files: Files = new Map();
  const others = new Map<string, Record<string, unknown>>();
  const exported: Exported[] = [];
  for (const one of inFileOrder("Assistant", resources.Assistant)) {
    const file = asFile(one, toolOf);
    if (file === undefined) continue;
    files.set(`assistants/${one.name.resource}.md`, file.text);
    exported.push(one);
    if (Object.keys(file.others).length > 0) others.set(one.name.resource, file.others);
  }
  if (exported.length === 0) return undefined;
  return { files: files.set(ASSISTANTS, declarationOf(others, tools.length > 0)), exported };
}

/**
 * An assistant's file, and the values that the program has from elsewhere. Undefined if no file reproduces it.
 * @param named the name of a tool, or its id
 */
export function asFile(
  one: Exported,
  named: (item: unknown) => unknown,
): { text: string; others: Record<string, unknown> } | undefined {
  const args = Object.entries(one.inputs).map(([property, value]): [string, unknown] =>
    property === "tools" && Array.isArray(value)
      ? [property, value.map(named)]
      : [property, withSecrets(one, property, requireSecret)],
  );
  const isCode = ([, value]: [string, unknown]): boolean => value instanceof Code;
  const text = assistantFile(one, Object.fromEntries(args.filter((entry) => !isCode(entry))));
  return text === undefined ? undefined : { text, others: Object.fromEntries(args.filter(isCode)) };
}

const inFileOrder = (kind: Kind, objects: readonly Exported[]): readonly Exported[] =>
  catalog[kind].exported.ownFiles
    ? [...objects].sort((left, right) => (left.name.resource < right.name.resource ? -1 : 1))
    : objects;

export const promptPath = ({ name }: Exported): string => `prompts/${name.resource}.md`;

function fileOf(kind: Kind, resource: string): string {
  const { plural } = namesOf(kind);
  return catalog[kind].exported.ownFiles ? `${plural}/${resource}.ts` : `${plural}.ts`;
}

/** The module name of a file, for the import in index.ts. */
const moduleOf = (file: string): string => `./${file.replace(/\.ts$/, "")}`;

function indexFile(files: readonly string[]): string {
  const imports = files.map((file) => `import ${quoted(moduleOf(file))};\n`).join("");
  return `// All exported resources. A field that a resource never declared keeps its live value. If you remove a declared field, its live value may be cleared.\n${imports || "export {};\n"}`;
}

function fileText(
  objects: readonly Exported[],
  resources: Resources,
  toolNames: ReadonlyMap<number, string>,
): string {
  const { kind } = objects[0]!;
  const { comment = [], ownFiles } = catalog[kind].exported;
  const needs = new Set<Need>();
  const referring = (item: unknown, other: Kind): unknown => {
    const found = typeof item === "string" && resources[other].find(({ id }) => String(id) === item);
    if (!found) return (other === "MidCallTool" && toolNames.get(Number(item))) || item;
    const { plural } = namesOf(other);
    needs.add(plural);
    return new Code(`${plural}.${found.name.variable}`);
  };
  const items = objects.map((one) => {
    const text = resource(one, argumentsOf(one, referring, needs));
    return namesOf(kind).select ? `export const ${one.name.variable} = ${text}` : text;
  });
  const head = [
    ...comment.map((line) => `${commented(line)}\n`),
    ...(needs.has("config") ? ['import * as pulumi from "@pulumi/pulumi";\n'] : []),
    `import { ${[kind, ...(needs.has("prompt") ? ["prompt"] : [])].join(", ")} } from ${PACKAGE};\n`,
    ...kinds
      .map((other) => namesOf(other).plural)
      .filter((other) => needs.has(other))
      .map((other) => `import * as ${other} from "${ownFiles ? ".." : "."}/${other}";\n`),
    ...(needs.has("config") ? ["\nconst config = new pulumi.Config();\n"] : []),
  ];
  return [head.join(""), ...items].join("\n");
}

/** What a file needs: "config", "prompt", or the module of another kind, by its plural name. */
export type Need = string;

/**
 * The inputs, in the same order. A `Code` replaces each value that the program reads from elsewhere.
 * @param referring what refers to an item of a list of another kind's objects
 */
export function argumentsOf(
  one: Exported,
  referring: (item: unknown, kind: Kind) => unknown,
  needs: Set<Need>,
): Record<string, unknown> {
  const { fields } = catalog[one.kind].definition;
  const entries = Object.keys(one.inputs).map((property): [string, unknown] => {
    const { refers } = fields[property]!;
    const kind = refers && references[refers.to].kind;
    const value = withSecrets(one, property, (key) => (needs.add("config"), requireSecret(key)));
    if (property === "systemPrompt" && one.prompt)
      return [property, (needs.add("prompt"), new Code(`prompt(${quoted(promptPath(one))})`))];
    return [
      property,
      kind !== undefined && Array.isArray(value) ? value.map((item) => referring(item, kind)) : value,
    ];
  });
  return Object.fromEntries(entries);
}

/** `pulumi import` protects resources, so the program must set `protect` as well. */
export function resource({ kind, name, comments }: Exported, args: object): string {
  return `new ${kind}(\n  ${quoted(name.resource)},\n  ${code(args, 2, comments)},\n  { protect: true },\n);\n`;
}
