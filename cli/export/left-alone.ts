/** An export leaves edited files as they are, if they still fit the rest of the program. */
import { firstFew } from "../../provider/base/quoted.js";
import type { Exported } from "./exported.js";
import type { Manifest } from "./manifest.js";
import { type Program, isProgramFile, moduleOf } from "./program.js";

export interface LeftAlone {
  readonly file: string;
  /**
   * "unchanged": this export would write what the last one wrote, or the file is a complete index.ts.
   * "changed": this export would write different content, which the edited file may lack.
   * "removed": the file no longer belongs to the program.
   * "read": the file no longer belongs to the program and was not edited, but an edited file reads it.
   */
  readonly why: "unchanged" | "changed" | "removed" | "read";
}

/** A file of the program that was edited since the last export. */
export interface Edited {
  readonly file: string;
  readonly text: string;
}

/**
 * @param elsewhere a command that exports the same objects to a new folder
 * @throws Error if an edited file lacks a new object, or still has an object that the program no longer declares. In
 * index.ts, modules count instead of objects.
 */
export function refuseMisfits(
  folder: string,
  edited: readonly Edited[],
  { files, declares }: Program,
  known: Manifest["files"],
  elsewhere: string,
): void {
  const misfits = edited.flatMap(({ file, text }) => {
    const contains = (word: string): boolean =>
      [`"`, `'`, "`"].some((mark) => text.includes(mark + word + mark));
    const [missing, extra] =
      file === "index.ts"
        ? [
            [...declares.keys()].map(moduleOf).filter((word) => !contains(word)),
            Object.keys(known)
              .filter((one) => isModule(one) && !files.has(one))
              .map(moduleOf)
              .filter(contains),
          ]
        : objectsIn(declares.get(file) ?? [], known[file]?.objects ?? [], contains);
    return [
      ...(missing.length > 0 ? [`${file} does not have ${firstFew(missing, 5)}`] : []),
      ...(extra.length > 0 ? [`${file} still has ${firstFew(extra, 5)}, now gone`] : []),
    ];
  });
  if (misfits.length === 0) return;
  const isIndexOnly = edited.every(({ file }) => file === "index.ts");
  const source = isIndexOnly
    ? ""
    : ` To get the declaration of an object, run \`${elsewhere}\` and copy the declaration from the new folder.`;
  throw new Error(
    `Nothing was written: in ${folder}, files that were edited since the last export no longer fit the account: ${misfits.join("; ")}. Edit these files, and export again.${source} Or commit the files and use --force, which overwrites them. You can then restore your edits from version control.`,
  );
}

/**
 * Whether an index.ts imports every module of the program, and no other module that an export could have
 * written. If so, the file is complete, whatever else was edited.
 */
export function isWholeIndex(text: string, { declares }: Program): boolean {
  const code = text.replace(/\/\*[^]*?\*\//g, "");
  const imported = [...code.matchAll(/^\s*import\s[^"'`;]*["'](\.\/[^"']+?)(?:\.js)?["']/gm)].map(
    ([, word]) => word!,
  );
  const modules = [...declares.keys()].map(moduleOf);
  const isForeign = (word: string): boolean => !isProgramFile(`${word.slice(2)}.ts`);
  return (
    modules.every((word) => imported.includes(word)) &&
    imported.every((word) => modules.includes(word) || isForeign(word))
  );
}

const isModule = (file: string): boolean => file.endsWith(".ts") && file !== "index.ts";

type Known = Manifest["files"][string]["objects"];

/** New objects that the file lacks, and removed objects that it still has. */
function objectsIn(
  now: readonly Exported[],
  before: Known,
  contains: (word: string) => boolean,
): [missing: string[], extra: string[]] {
  const has = (all: readonly { kind: string; id: number }[], kind: string, id: number): boolean =>
    all.some((one) => one.kind === kind && one.id === id);
  return [
    now
      .filter(({ kind, id, name }) => !has(before, kind, id) && !contains(name.resource))
      .map(({ kind, id, name }) => `${kind} ${id} ("${name.resource}")`),
    before
      .filter(({ kind, id, resource }) => !has(now, kind, id) && contains(resource))
      .map(({ kind, id, resource }) => `${kind} ${id} ("${resource}")`),
  ];
}
