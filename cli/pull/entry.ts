/** The file with which the program begins, and how it and its new neighbors import others. */
import { readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { projectFile, type StackOptions } from "../base/pulumi.js";
import { projectKeys } from "../base/stack-file.js";
import { upward } from "../base/upward.js";
import { quoted } from "../export/code.js";
import type { Change } from "./rewriting.js";
import type { Syntax } from "./syntax.js";

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true;

const ENDS = ["", ".ts", ".js", ".mts", ".mjs", ".cts", ".cjs"];

/** @returns the folder in which the program runs, and its first file, if that is certain */
export function entryOf(options: StackOptions): { folder: string; file: string | undefined } {
  const project = projectFile(options)!;
  const { main } = projectKeys(project);
  // Node names the files of a program by their real paths.
  const start = realpathSync(path.resolve(path.dirname(project), typeof main === "string" ? main : "."));
  if (isFile(start)) return { folder: path.dirname(start), file: start };
  const { main: named } = manifestIn(start);
  const names = [...(typeof named === "string" ? [named, path.join(named, "index")] : []), "index"];
  const files = names.flatMap((name) => ENDS.map((end) => path.join(start, name + end)));
  return { folder: start, file: files.find(isFile) };
}

function manifestIn(folder: string): { main?: unknown; type?: unknown } {
  const file = path.join(folder, "package.json");
  return isFile(file) ? (JSON.parse(readFileSync(file, "utf8")) as object) : {};
}

/** How the files of a program import each other. */
export interface Form {
  /** Of new files, with the dot. */
  readonly extension: string;
  readonly isCommonJs: boolean;
  /** The path with which a file of the folder `from` imports another file of the program. */
  readonly pathTo: (file: string, from: string) => string;
}

export function formOf(entry: Syntax): Form {
  const extension = path.extname(entry.file);
  const { paths, isModule } = entry.modules();
  const isTyped = extension.endsWith("ts");
  const manifest = upward(path.dirname(entry.file)).find((folder) =>
    isFile(path.join(folder, "package.json")),
  );
  const { type } = manifest === undefined ? {} : manifestIn(manifest);
  const isNative = extension.startsWith(".m") || (type === "module" && !extension.startsWith(".c"));
  const isCommonJs = !isTyped && !isNative && !isModule;
  const written = /\.[cm]?[jt]s$/.exec(paths.find((one) => /^\..*\.[cm]?[jt]s$/.test(one)) ?? "")?.[0];
  const needed = isNative || extension.startsWith(".c") ? extension.replace("ts", "js") : "";
  return {
    extension,
    isCommonJs,
    pathTo: (file, from) => {
      const relative = path
        .relative(from, file)
        .split(path.sep)
        .join("/")
        .replace(/\.[cm]?[jt]sx?$/, "");
      return `${relative.startsWith(".") ? "" : "./"}${relative}${written ?? needed}`;
    },
  };
}

/** The lines with which the entry also runs other files. */
export function importing(entry: Syntax, files: readonly string[]): Change {
  const { isCommonJs, pathTo } = formOf(entry);
  const { quote, text } = entry;
  const lines = files.map((file) => {
    const literal = `${quote}${quoted(pathTo(file, path.dirname(entry.file))).slice(1, -1)}${quote}`;
    return isCommonJs ? `require(${literal});` : `import ${literal};`;
  });
  const { end } = entry.modules();
  // Imports stand together. A comment at the end of a line stays there.
  const at = end === 0 ? text.length : end + /^(?:[^\S\n]*\/\/[^\n]*)?/.exec(text.slice(end))![0].length;
  const isOpen = at > 0 && text[at - 1] !== "\n";
  const added = at === text.length ? `${isOpen ? "\n" : ""}${lines.join("\n")}\n` : `\n${lines.join("\n")}`;
  return { start: at, end: at, text: added };
}
