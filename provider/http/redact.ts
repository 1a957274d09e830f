/** The one place where secrets are taken out of what others wrote. */
import { ordinaryWords } from "./ordinary-words.js";
import { asIs, encodedIn, folded, plain, unescaped } from "./spellings.js";

export const mask = "[masked]";

/** Shorter texts are too common to be masked wherever they occur. */
export const shortestLeaf = 6;

/** What the keys of request bodies say about their values; made from the field tables. */
export interface BodyKeys {
  /** Names and enumerations: what an error needs, and nothing about a person. */
  readonly open: ReadonlySet<string>;
  /** Under these keys the user chooses the keys: `variables.name` is a person's name. */
  readonly freeForm: ReadonlySet<string>;
}

/** Every text of a request body that must not come back in an error, and the names and keys that may. */
export function bodyTexts(body: unknown, keys: BodyKeys): { private: string[]; names: string[] } {
  const found = { private: [] as string[], names: [] as string[] };
  const visit = (value: unknown, key: string | undefined, freeForm: boolean): void => {
    if (typeof value === "string") {
      const open = !freeForm && key !== undefined && keys.open.has(key);
      if (open) found.names.push(value);
      else if (value.length >= shortestLeaf) found.private.push(value);
    } else if (Array.isArray(value)) {
      for (const item of value) visit(item, key, freeForm);
    } else if (typeof value === "object" && value !== null) {
      for (const [name, item] of Object.entries(value)) {
        found.names.push(name);
        visit(item, name, freeForm || keys.freeForm.has(name));
      }
    }
  };
  visit(body, undefined, false);
  return found;
}

/** What must not be shown of what others say. */
export interface Secrets {
  /** Tokens and header values: every part of them counts. */
  readonly strict?: readonly (string | undefined)[];
  /** Prompts and other texts about people, who use ordinary words too. */
  readonly private?: readonly string[];
  /** Names and keys that an error shows anyway. */
  readonly names?: readonly string[];
}

/** From so many characters on, a part of a secret counts. */
const shortestPart = 8;

/** More ordinary words than this in a row are a sentence of somebody's. */
const mostOrdinary = 3;

/** Of a longer text only the beginning is looked at, and no more of it is shown. */
const longestMasked = 10_000;

/** Beyond this, texts count as a whole only: the set of their parts would not fit. */
const mostParts = 4_000_000;

const shortestEncoded = 6;

interface Known {
  /** Every `shortestPart` characters of the longer ones. */
  readonly parts: ReadonlySet<string>;
  readonly wholes: readonly string[];
}

type Span = [start: number, end: number];

/** Finds what it knows in what others say. What it needs for that is made when somebody says something. */
class Masker {
  readonly #secrets: () => Secrets;
  #index: { strict: Known; private: Known; names: ReadonlySet<string> } | undefined;

  constructor(secrets: () => Secrets) {
    this.#secrets = secrets;
  }

  find(text: string, isEncoded: boolean): Span[] {
    const { strict, private: texts, names } = (this.#index ??= indexed(this.#secrets()));
    const least = isEncoded ? shortestEncoded : 1;
    return [
      ...parts(text, strict),
      ...parts(text, texts).filter((span) => isEncoded || !isOrdinary(text, span, names)),
      ...[...strict.wholes, ...texts.wholes]
        .filter(({ length }) => length >= least)
        .flatMap((whole) => occurrences(text, whole)),
    ];
  }
}

const indexed = ({ strict = [], private: texts = [], names = [] }: Secrets) => ({
  strict: known(strict.filter((one) => one !== undefined)),
  private: known(texts),
  names: new Set(names.flatMap(words)),
});

function isOrdinary(text: string, span: Span, names: ReadonlySet<string>): boolean {
  const found = words(wholeWords(text, span));
  return found.length <= mostOrdinary && found.every((word) => ordinaryWords.has(word) || names.has(word));
}

function known(texts: readonly string[]): Known {
  const found = new Set<string>();
  const wholes = new Set<string>();
  for (const form of new Set(texts.flatMap((text) => [text.trim(), plain(text).text.trim()]))) {
    // A whole value is masked even if it is an ordinary word.
    if (form.length < shortestPart || words(form).length <= mostOrdinary) wholes.add(form);
    for (let at = 0; at + shortestPart <= form.length && found.size < mostParts; at += 1)
      found.add(form.slice(at, at + shortestPart));
  }
  wholes.delete("");
  return { parts: found, wholes: [...wholes] };
}

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const isLetter = (character: string | undefined): boolean => /[\p{L}\p{N}]/u.test(character ?? "");

/** The span, and what is left of the words at its ends. */
function wholeWords(text: string, [start, end]: Span): string {
  let [from, to] = [start, end];
  while (end - from < 100 && isLetter(text[from]) && isLetter(text[from - 1])) from -= 1;
  while (to - start < 100 && isLetter(text[to - 1]) && isLetter(text[to])) to += 1;
  return text.slice(from, to);
}

function parts(text: string, { parts: wanted }: Known): Span[] {
  const found: Span[] = [];
  if (wanted.size === 0) return found;
  for (let at = 0; at + shortestPart <= text.length; at += 1) {
    if (!wanted.has(text.slice(at, at + shortestPart))) continue;
    const last = found.at(-1);
    if (last && at < last[1]) last[1] = at + shortestPart;
    else found.push([at, at + shortestPart]);
  }
  return found;
}

function occurrences(text: string, whole: string): Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf(whole); at >= 0; at = text.indexOf(whole, at + 1))
    found.push([at, at + whole.length]);
  return found;
}

const underWay = new Set<Masker>();

/**
 * Runs an operation, and until it has ended nothing that any service says in this process shows these: several
 * operations wait for one listing, and each tells its failure.
 */
export async function hiding<T>(secrets: () => Secrets, run: () => Promise<T>): Promise<T> {
  const masker = new Masker(secrets);
  underWay.add(masker);
  try {
    return await run();
  } finally {
    underWay.delete(masker);
  }
}

/**
 * Makes a function that puts "[masked]" in place of each of the secrets, in whatever spelling it stands, of each of
 * their parts, and of those of the operations under way.
 */
export function redactor(secrets: Secrets): (text: string) => string {
  const own = new Masker(() => secrets);
  return (text) => masked(text.slice(0, longestMasked), [own, ...underWay]);
}

function masked(text: string, maskers: readonly Masker[]): string {
  const literal = asIs(text);
  const decoded = unescaped(literal);
  const forms = [literal, folded(decoded)];
  const encoded = encodedIn(decoded);
  const found = maskers.flatMap((masker) => [
    ...forms.flatMap(({ text: form, from, to }) =>
      masker.find(form, false).map(([start, end]): Span => [from[start]!, to[end - 1]!]),
    ),
    ...encoded
      .filter(({ texts }) => texts.some((one) => masker.find(one, true).length > 0))
      .map(({ start, end }): Span => [start, end]),
  ]);
  return replaceSpans(
    text,
    found.map((span) => trimmed(text, span)).sort((a, b) => a[0] - b[0] || b[1] - a[1]),
  );
}

/** Keeps the blanks around a secret: without them the words of a message run together. */
function trimmed(text: string, [start, end]: Span): Span {
  const found = text.slice(start, end);
  return [start + found.length - found.trimStart().length, start + found.trimEnd().length];
}

/** Overlapping finds become one mask, so that no tail of a secret is left. */
function replaceSpans(text: string, found: readonly Span[]): string {
  let out = "";
  let shown = 0;
  let masked = -1;
  for (const [start, end] of found) {
    if (start >= masked) {
      out += text.slice(shown, start) + mask;
      masked = end;
    } else {
      masked = Math.max(masked, end);
    }
    shown = masked;
  }
  return out + text.slice(shown);
}
