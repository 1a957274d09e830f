/** Places that may give a value: literals in the files of the program, and values of the stack's configuration. */
import { isDeepStrictEqual } from "node:util";
import { isObject, normal } from "../../provider/facade.js";
import { dataSites } from "./data-sites.js";
import { NoLiteral, isStatic, valueOf } from "./nodes.js";
import { type Change, Rewriting } from "./rewriting.js";
import type { Edit, Site } from "./site.js";
import type { Sources } from "./sources.js";
import type { Located, Syntax } from "./syntax.js";

interface Difference {
  readonly before: unknown;
  readonly after: unknown;
}

/** All places that may give one of the values. */
export function sitesOf(
  differences: readonly Difference[],
  sources: Sources,
  { files, data }: { readonly files: readonly string[]; readonly data: readonly string[] },
  config: ReadonlyMap<string, string>,
): Site[] {
  const inFiles = files.flatMap((file) => {
    const syntax = sources.syntax({ file });
    return typeof syntax === "string" ? [] : syntax.values().map((node) => literalSite(syntax, node));
  });
  const inData = data.flatMap((file) => dataSites(file, sources.text(file)));
  return [...inFiles, ...inData, ...[...config].map(configSite)].filter((site) =>
    differences.some(({ before, after }) => site.edits(before, after) !== undefined),
  );
}

function literalSite(syntax: Syntax, node: Located): Site {
  const { file } = syntax;
  const own = isStatic(node)
    ? { value: normal(valueOf(syntax.text.slice(node.start, node.end))) }
    : undefined;
  const changes = (before: unknown, after: unknown): readonly Change[] | undefined => {
    if (own && isDeepStrictEqual(own.value, normal(before)))
      return new Rewriting(syntax).changed(node, before, after);
    if (own || node.type !== "TemplateLiteral" || typeof before !== "string" || typeof after !== "string")
      return undefined;
    return new Rewriting(syntax).filled(node, before, after);
  };
  const edits: Site["edits"] = (before, after) => {
    try {
      return changes(before, after)?.map((change) => ({ ...change, file }));
    } catch (error) {
      if (error instanceof NoLiteral) return undefined;
      throw error;
    }
  };
  return { file, line: syntax.line(node), edits };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : isObject(value) ? undefined : JSON.stringify(value);

const configSite = ([key, text]: [string, string]): Site => ({
  key,
  edits: (before, after) =>
    typeof before === typeof after && textOf(before) === text ? [{ key, value: textOf(after)! }] : undefined,
});

/** Without changes within another place that is changed too. */
export function disjoint(all: readonly (readonly Edit[])[]): Edit[] {
  const kept: Edit[] = [];
  for (const edits of all) if (!contradicts(edits, kept)) kept.push(...edits);
  return kept;
}

export const contradicts = (edits: readonly Edit[], others: readonly Edit[]): boolean =>
  edits.some((one) => others.some((other) => overlaps(one, other) && !isDeepStrictEqual(one, other)));

export const sharesPlace = (edits: readonly Edit[], others: readonly Edit[]): boolean =>
  edits.some((one) => others.some((other) => isDeepStrictEqual(one, other) || overlaps(one, other)));

function overlaps(one: Edit, other: Edit): boolean {
  if ("key" in one || "key" in other) return "key" in one && "key" in other && one.key === other.key;
  // Two properties that are removed may share a comma.
  if (one.text + other.text === "") return false;
  // Two properties that are added at one position are no contradiction, unless they are the same.
  const isSame = one.start === other.start && one.name === other.name;
  return one.file === other.file && (isSame || (one.start < other.end && other.start < one.end));
}
