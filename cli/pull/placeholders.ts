/** Puts the placeholders of a prompt's file back into text in which their values stand. */
import { piecesOf } from "../base/pieces.js";
import { type Template, type Variable, valueOf } from "../../sdk/prompt-template.js";

/** The text of one line of a file, split at its placeholders. */
export type Parts = readonly (string | Variable)[];

export class Placeholders {
  /** Finds braces, and the variables that the service fills in. */
  readonly #braces: RegExp;

  constructor(
    readonly template: Template,
    readonly values: ReadonlyMap<string, string>,
  ) {
    const served = [...template.declared.keys()].filter((name) => this.#valueOf(name) === undefined);
    const names = served.map((name) => name.replace(/[.-]/g, "\\$&")).sort((a, b) => b.length - a.length);
    this.#braces = new RegExp(`(\\\\?)\\{\\{(?:(${names.join("|") || "(?!)"})\\}\\})?`, "g");
  }

  #valueOf(name: string): string | undefined {
    return valueOf(this.template, name, this.values)?.replaceAll("\r\n", "\n");
  }

  rendered(parts: Parts): string {
    return parts
      .map((part) => (typeof part === "string" ? part : (this.#valueOf(part.name) ?? `{{${part.name}}}`)))
      .join("");
  }

  /** The names of the placeholders that the program or the file fills in. */
  filled(parts: Parts): string[] {
    return parts.flatMap((part) =>
      typeof part !== "string" && this.#valueOf(part.name) !== undefined ? [part.name] : [],
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
    const names = this.filled(before);
    const values = names.map((name) => [name, this.#valueOf(name)!] as const);
    if (names.length === 0 || values.some(([, value]) => value === "")) return undefined;
    const namesIn = (whole: string) => piecesOf(whole, values).flatMap(({ name }) => name ?? []);
    const isSame = (one: string[], other: string[]) => one.join() === other.join();
    if (!isSame(namesIn(this.rendered(before)), names)) return undefined;
    if (!isSame(namesIn(text).sort(), names.sort())) return undefined;
    const pieces = piecesOf(text, values);
    // A brace or backslash before a placeholder would change its meaning.
    const isBroken = pieces.some((piece, index) => pieces[index + 1]?.name && /[{\\]$/.test(piece.text));
    if (isBroken) return undefined;
    return pieces
      .map(({ name, text: plain }) => (name === undefined ? this.literal(plain) : `{{${name}}}`))
      .join("");
  }
}
