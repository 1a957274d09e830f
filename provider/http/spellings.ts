/** A decoded text. `from` and `to` are the start and end of each UTF-16 unit in the original text. */
export interface Spelled {
  readonly text: string;
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** The maximum depth of nested encodings, such as JSON within JSON within a URL. */
const deepest = 5;

const accents = "acute|grave|circ|uml|tilde|ring|cedil|caron";
const escapes = new RegExp(
  [
    String.raw`\\u\{([0-9a-f]{1,6})\}`,
    String.raw`\\(?:u([0-9a-f]{4})|x([0-9a-f]{2}))`,
    String.raw`\\(["'\\/bfnrt])`,
    String.raw`((?:%[0-9a-f]{2})+)`,
    String.raw`&#x([0-9a-f]{1,6});`,
    String.raw`&#(\d{1,7});`,
    String.raw`&(amp|lt|gt|quot|apos|nbsp|szlig);`,
    String.raw`&([a-z])(?:${accents});`,
  ].join("|"),
  "gi",
);

const controls: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  szlig: "ß",
};

type Groups = readonly (string | undefined)[];

function meaning([, braced, four, two, control, percent, hex, decimal, entity, letter]: Groups): string {
  // In any case, because a service may repeat a text in another case.
  if (control !== undefined) return controls[control.toLowerCase()] ?? control;
  if (percent !== undefined) return utf8OrLatin1(Buffer.from(percent.replaceAll("%", ""), "hex"));
  if (entity !== undefined) return entities[entity.toLowerCase()]!;
  // Only the base letter is needed, because comparisons ignore accents.
  if (letter !== undefined) return letter;
  const code = decimal === undefined ? Number.parseInt((braced ?? four ?? two ?? hex)!, 16) : Number(decimal);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
}

function utf8OrLatin1(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  return Buffer.from(text).equals(bytes) ? text : bytes.toString("latin1");
}

export function asIs(text: string): Spelled {
  const from = Array.from({ length: text.length }, (_, at) => at);
  return { text, from, to: from.map((at) => at + 1) };
}

/** Decodes escape sequences of JSON, HTML and URLs, also nested ones. */
export function unescaped(spelled: Spelled): Spelled {
  let now = spelled;
  for (let round = 0; round < deepest; round += 1) {
    const next = once(now);
    if (next === now) break;
    now = next;
  }
  return now;
}

function once(spelled: Spelled): Spelled {
  const { text } = spelled;
  const built = new Builder(spelled);
  let copiedTo = 0;
  for (const match of text.matchAll(escapes)) {
    built.copy(copiedTo, match.index);
    copiedTo = match.index + match[0].length;
    built.add(meaning(match), match.index, copiedTo);
  }
  if (copiedTo === 0) return spelled;
  built.copy(copiedTo, text.length);
  return built.spelled();
}

const space = /[\s\p{Cc}+]/u;
const printedAscii = /[!-*,-~]/;
const unseen = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Normalizes text. Removes accents and invisible characters, and replaces each run of white space with one space.
 * A plus becomes a space, as in HTML forms.
 */
export function folded(spelled: Spelled): Spelled {
  const { text } = spelled;
  const built = new Builder(spelled);
  let isBlank = false;
  for (let at = 0; at < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(at)!);
    const end = at + character.length;
    const isPlain = printedAscii.test(character);
    for (const part of isPlain ? character : character.normalize("NFKD")) {
      const isSpace = !isPlain && space.test(part);
      // Some invisible characters, such as U+FEFF, are white space too. They are removed.
      if ((isSpace && isBlank) || (!isPlain && unseen.test(part))) {
        built.extend(end);
        continue;
      }
      built.add(isSpace ? " " : part, at, end);
      isBlank = isSpace;
    }
    at = end;
  }
  return built.spelled();
}

export const plain = (text: string): Spelled => folded(unescaped(asIs(text)));

/** Upper case first, so that "ß" becomes "ss", as "SS" does. */
const inOneCase = (character: string): string => character.toUpperCase().toLowerCase();

/**
 * Forms of a text for comparison: in one case, and then also without separators between digits. Services may repeat a
 * text in another case, or a number with other separators.
 */
export function loosened(text: string): Spelled[] {
  const cased = new Builder(asIs(text));
  for (let at = 0; at < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(at)!);
    cased.add(inOneCase(character), at, at + character.length);
    at += character.length;
  }
  const inCase = cased.spelled();
  const joined = new Builder(inCase);
  let copiedTo = 0;
  for (const { 0: separators, index } of inCase.text.matchAll(/(?<=\d)[\s()./-]{1,3}(?=\d)/g)) {
    joined.copy(copiedTo, index);
    copiedTo = index + separators.length;
  }
  joined.copy(copiedTo, inCase.text.length);
  return [inCase, joined.spelled()].filter(
    (form, index, all) => form.text !== (all[index - 1]?.text ?? text),
  );
}

class Builder {
  readonly #parts: string[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];

  constructor(private readonly source: Spelled) {}

  copy(start: number, end: number): void {
    this.#parts.push(this.source.text.slice(start, end));
    for (let at = start; at < end; at += 1) {
      this.#from.push(this.source.from[at]!);
      this.#to.push(this.source.to[at]!);
    }
  }

  /** Adds decoded text for the units `start` to `end` of the source. */
  add(meant: string, start: number, end: number): void {
    this.#parts.push(meant);
    for (let unit = 0; unit < meant.length; unit += 1) {
      this.#from.push(this.source.from[start]!);
      this.#to.push(this.source.to[end - 1]!);
    }
  }

  /** Extends the last unit to `end` of the source. */
  extend(end: number): void {
    if (this.#to.pop() !== undefined) this.#to.push(this.source.to[end - 1]!);
  }

  spelled(): Spelled {
    return { text: this.#parts.join(""), from: this.#from, to: this.#to };
  }
}

/** A part of a string that may be encoded, with its possible decoded forms. */
export interface Encoded {
  readonly start: number;
  readonly end: number;
  readonly texts: readonly string[];
}

/** Base64 encodes three bytes as four letters. A match may start in the middle of a group. */
const base64 = { letters: /[\w+/-]{11,}={0,2}/g, encoding: "base64", group: 4 } as const;
const hexadecimal = { letters: /[0-9a-f]{16,}/gi, encoding: "hex", group: 2 } as const;

export function encodedIn({ text, from, to }: Spelled): Encoded[] {
  return [base64, hexadecimal].flatMap(({ letters, encoding, group }) =>
    Array.from(text.matchAll(letters), ({ 0: piece, index }) => ({
      start: from[index]!,
      end: to[index + piece.length - 1]!,
      texts: Array.from({ length: group }, (_, skipped) =>
        plain(Buffer.from(piece.slice(skipped), encoding).toString("utf8")),
      ).map((one) => one.text),
    })),
  );
}
