/** Changes in the files of the program, together. */
import type { Change } from "./rewriting.js";
import type { Sources } from "./sources.js";
import { Syntax } from "./syntax.js";

export class Edits {
  readonly #edits = new Map<string, Map<string, Change>>();

  constructor(readonly sources: Sources) {}

  add(file: string, change: Change): void {
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
      let text = this.sources.text(file);
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
      if (/\.[cm]?[jt]sx?$/.test(file)) void new Syntax(file, text);
      texts.set(file, text);
    }
    return new Map([...texts].filter(([file, text]) => text !== this.sources.text(file)));
  }
}
