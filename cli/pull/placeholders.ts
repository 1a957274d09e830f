/** Puts the placeholders of a prompt's file back into text in which their values stand. */
import { type Piece, piecesOf } from "../base/pieces.js";
import { type Template, type Variable, valueOf } from "../../sdk/prompt-template.js";

/** The text of one or more lines of a file, split at its placeholders. */
export type Parts = readonly (string | Variable)[];

export class Placeholders {
  /** Finds braces, and the variables that the service fills in. */
  readonly #braces: RegExp;

  constructor(
    readonly template: Template,
    readonly values: ReadonlyMap<string, string>,
  ) {
    const served = [...template.declared.keys()].filter((name) => this.valueOf(name) === undefined);
    const names = served.map((name) => name.replace(/[.-]/g, "\\$&")).sort((a, b) => b.length - a.length);
    this.#braces = new RegExp(`(\\\\?)\\{\\{(?:(${names.join("|") || "(?!)"})\\}\\})?`, "g");
  }

  valueOf(name: string): string | undefined {
    return valueOf(this.template, name, this.values)?.replaceAll("\r\n", "\n");
  }

  rendered(parts: Parts): string {
    return parts
      .map((part) => (typeof part === "string" ? part : (this.valueOf(part.name) ?? `{{${part.name}}}`)))
      .join("");
  }

  /** The names of the placeholders that the program or the file fills in. */
  filled(parts: Parts): string[] {
    return parts.flatMap((part) =>
      typeof part !== "string" && this.valueOf(part.name) !== undefined ? [part.name] : [],
    );
  }

  /** The text as a file has it. Braces are escaped, except those of variables that the service fills in. */
  literal(text: string): string {
    return text.replace(this.#braces, (whole, slash: string, name: string | undefined) =>
      slash === "" && name !== undefined ? whole : whole.replace("{{", "\\{{"),
    );
  }

  /**
   * The changed text with the placeholders of the earlier one. Undefined if it is not certain which words the
   * placeholders stand for: each value must occur as often as before, and nowhere else in the earlier text.
   */
  restored(before: Parts, text: string): string | undefined {
    const names = [...new Set(this.filled(before))];
    const cut = (whole: string): Piece[] | undefined => this.#cut(whole, names);
    const known = cut(this.rendered(before));
    const now = cut(text);
    if (!known || !now || shape(known) !== shape(this.#pieces(before))) return undefined;
    const count = (pieces: Piece[]): string =>
      pieces
        .map(({ name = "" }) => name)
        .sort()
        .join(" ")
        .trim();
    if (count(known) !== count(now)) return undefined;
    // A brace or backslash before a placeholder would change its meaning.
    const isBroken = now.some(
      ({ text: end }, index) => now[index + 1]?.name !== undefined && /[{\\]$/.test(end),
    );
    if (isBroken) return undefined;
    return now
      .map(({ name, text: plain }) => (name === undefined ? this.literal(plain) : `{{${name}}}`))
      .join("");
  }

  #cut(text: string, names: readonly string[]): Piece[] | undefined {
    const values = names.map((name) => [name, this.valueOf(name)!] as const);
    if (values.some(([, value]) => value === "")) return undefined;
    return piecesOf(text, values);
  }

  #pieces(parts: Parts): Piece[] {
    const pieces: Piece[] = [];
    for (const part of parts) {
      const isFilled = typeof part !== "string" && this.valueOf(part.name) !== undefined;
      if (isFilled) pieces.push({ name: part.name, text: "" });
      else {
        const text = this.rendered([part]);
        const last = pieces.at(-1);
        if (last && last.name === undefined) last.text += text;
        else if (text !== "") pieces.push({ text });
      }
    }
    return pieces;
  }
}

const shape = (pieces: readonly Piece[]): string =>
  JSON.stringify(pieces.map(({ name, text }) => [name ?? null, text]));
