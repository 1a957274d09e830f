/** The files of the program: their syntax, and the changed texts. */
import { readFileSync, readdirSync, realpathSync } from "node:fs";
import path from "node:path";
import type { Node } from "@babel/types";
import type { Place } from "../../sdk/places.js";
import type { Change } from "./literal.js";
import { type DeclaredPlace, Syntax } from "./syntax.js";

/** The arguments of a resource. */
export interface Args {
  readonly syntax: Syntax;
  readonly node: Node;
}

export class Sources {
  readonly #syntax = new Map<string, Syntax | string>();
  readonly #texts = new Map<string, string>();
  readonly #edits = new Map<string, Map<string, Change>>();

  text(file: string): string {
    const text = this.#texts.get(file) ?? readFileSync(file, "utf8");
    this.#texts.set(file, text);
    return text;
  }

  /** The file with a place, or why it cannot be changed. */
  syntax({ file }: Place): Syntax | string {
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

  change(file: string, change: Change): void {
    const edits = this.#edits.get(file) ?? new Map<string, Change>();
    edits.set(`${change.start}:${change.end}:${change.text}`, change);
    this.#edits.set(file, edits);
  }

  /**
   * The new texts of all changed files.
   * @throws Error if two changes overlap, or if a changed file cannot be parsed
   */
  changed(): ReadonlyMap<string, string> {
    const texts = new Map<string, string>();
    for (const [file, edits] of this.#edits) {
      let text = this.text(file);
      let next = { start: Infinity, text: "" };
      // At one position, the change that was made first comes first.
      for (const change of [...edits.values()].reverse().sort((a, b) => b.start - a.start)) {
        const { start, text: now } = change;
        // Two properties that are both removed may share the comma between them.
        const end = now + next.text === "" ? Math.min(change.end, next.start) : change.end;
        if (end > next.start)
          throw new Error(
            `${file}: two changes overlap, so nothing was changed. Name one property, such as \`voicecall pull support.voice\`.`,
          );
        text = text.slice(0, start) + now + text.slice(end);
        next = change;
      }
      if (this.#syntax.has(file)) void new Syntax(file, text);
      texts.set(file, text);
    }
    return new Map([...texts].filter(([file, text]) => text !== this.text(file)));
  }
}

/** How often the program's files in a folder contain a text in quotes. */
export function countQuoted(folder: string, text: string): number {
  let count = 0;
  for (const entry of readdirSync(realpathSync(folder), { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) count += /^(\.|node_modules$)/.test(entry.name) ? 0 : countQuoted(file, text);
    else if (/\.[cm]?[jt]sx?$/.test(entry.name)) {
      const source = readFileSync(file, "utf8");
      for (const quote of ['"', "'", "`"]) count += source.split(quote + text + quote).length - 1;
    }
  }
  return count;
}
