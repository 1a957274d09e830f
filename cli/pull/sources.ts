/** The files of the program, and their syntax. */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import type { Node } from "@babel/types";
import type { Place } from "../../sdk/places.js";
import { type DeclaredPlace, Syntax } from "./syntax.js";

/** The arguments of a resource. */
export interface Args {
  readonly syntax: Syntax;
  readonly node: Node;
}

export class Sources {
  readonly #syntax = new Map<string, Syntax | string>();
  readonly #texts = new Map<string, string>();

  text(file: string): string {
    const text = this.#texts.get(file) ?? readFileSync(file, "utf8");
    this.#texts.set(file, text);
    return text;
  }

  /** The file with a place, or why it cannot be changed. */
  syntax({ file }: Pick<Place, "file">): Syntax | string {
    const known = this.#syntax.get(file) ?? this.#parse(file);
    this.#syntax.set(file, known);
    return known;
  }

  #parse(file: string): Syntax | string {
    if (file.split(path.sep).includes("node_modules"))
      return "the resource is declared in an installed package";
    try {
      const text = this.text(file);
      if (/^\/\/# sourceMappingURL=/m.test(text)) return "the file is made by a compiler";
      return new Syntax(file, text);
    } catch {
      return "the file cannot be parsed";
    }
  }

  /** The arguments of the resource at a place, or why they cannot be changed. */
  args(place: DeclaredPlace): Args | string {
    const syntax = this.syntax(place);
    if (typeof syntax === "string") return syntax;
    const node = syntax.newAt(place)?.arguments[1];
    return node ? { syntax, node } : "the arguments are computed";
  }
}

/** Folders and files of a program that are none of its sources. */
const NO_SOURCE = /^(\.|node_modules$)|\.d\.[cm]?ts$/;

/** The program's files of code in a folder. */
export function codeFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (NO_SOURCE.test(entry.name)) return [];
    if (entry.isDirectory()) return codeFiles(file);
    return /\.[cm]?[jt]sx?$/.test(entry.name) ? [file] : [];
  });
}
