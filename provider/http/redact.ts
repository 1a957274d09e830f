/** Masks secrets in text from the service. */
import { ordinaryWords } from "../base/ordinary-words.js";
import { asIs, encodedIn, folded, loosened, plain, type Spelled, unescaped } from "./spellings.js";

export const mask = "[masked]";

/** In characters. Shorter strings are too common to mask, unless they are `strict` secrets. */
export const shortestLeaf = 6;

/** Which keys of request bodies have values that errors may contain. Derived from the field tables. */
export interface BodyKeys {
  /**
   * Keys whose values are words of a fixed list, or names of objects such as a tool. Errors need these values, which
   * reveal nothing about a person.
   */
  readonly open: ReadonlySet<string>;
  /** Keys with user-defined keys below them. Values there are private, as in `variables.customer_name`. */
  readonly freeForm: ReadonlySet<string>;
}

/** The strings in a request body: those that errors must not contain, and the names and keys that they may contain. */
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

/** What to mask in text from the service, and the names to leave readable. */
export interface Secrets {
  /** Tokens and header values. Parts of them are masked even if they are common words. */
  readonly strict?: readonly (string | undefined)[];
  /** Prompts and other private text. A few common words in a row are not masked. */
  readonly private?: readonly string[];
  /** Names and keys that an error may contain. */
  readonly names?: readonly string[];
}

/** In characters. Shorter parts of a secret are not masked. */
const shortestPart = 8;

/** In words. A longer sequence of common words is masked if a private text contains it. */
const mostOrdinary = 3;

/** In characters. The rest of a longer message is dropped. */
const longestMasked = 10_000;

/** Limits the memory for the index. Further parts are not masked. */
const mostParts = 4_000_000;

const shortestEncoded = 6;

/** In characters. Shorter secrets are masked only in their own case. */
const shortestLoose = 6;

interface Known {
  /** Every sequence of `shortestPart` characters. */
  readonly parts: ReadonlySet<string>;
  readonly wholes: readonly string[];
  /** The loosened forms of texts that are too short to have parts. */
  readonly short: readonly string[];
}

type Span = [start: number, end: number];

const original = ({ from, to }: Spelled, [start, end]: Span): Span => [from[start]!, to[end - 1]!];

interface Searched {
  readonly text: string;
  readonly loose: readonly Spelled[];
}

const searched = (text: string): Searched => ({ text, loose: loosened(text) });

/** Finds secrets in text. Builds the index on first use. */
class Masker {
  readonly #secrets: () => Secrets;
  #index: { strict: Known; private: Known; names: ReadonlySet<string> } | undefined;

  constructor(secrets: () => Secrets) {
    this.#secrets = secrets;
  }

  find({ text, loose }: Searched, isEncoded: boolean): Span[] {
    const { strict, private: texts, names } = (this.#index ??= indexed(this.#secrets()));
    const least = isEncoded ? shortestEncoded : 1;
    const partsOf = (one: Known): Span[] => [
      ...parts(text, one),
      ...loose.flatMap((form) => parts(form.text, one).map((span) => original(form, span))),
    ];
    return [
      ...partsOf(strict),
      ...partsOf(texts).filter((span) => isEncoded || !isOrdinary(text, span, names)),
      ...[...strict.wholes, ...texts.wholes]
        .filter(({ length }) => length >= least)
        .flatMap((whole) => occurrences(text, whole)),
      ...[...strict.short, ...texts.short].flatMap((short) => [
        ...occurrences(text, short),
        ...loose.flatMap((form) => occurrences(form.text, short).map((span) => original(form, span))),
      ]),
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
  const short = new Set<string>();
  // If invisible characters split an escape sequence in the message, the sequence is not decoded. So an
  // undecoded form of each secret is needed too.
  const formsOf = (text: string): string[] => [text, plain(text).text, folded(asIs(text)).text];
  for (const form of new Set(texts.flatMap(formsOf).map((text) => text.trim()))) {
    // A complete value is masked even if it consists of common words.
    if (form.length < shortestPart || words(form).length <= mostOrdinary) wholes.add(form);
    for (const one of [form, ...loosened(form).map((loose) => loose.text)]) {
      if (one.length >= shortestLoose && one.length < shortestPart) short.add(one);
      for (let at = 0; at + shortestPart <= one.length && found.size < mostParts; at += 1)
        found.add(one.slice(at, at + shortestPart));
    }
  }
  return { parts: found, wholes: [...wholes], short: [...short] };
}

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const isLetter = (character: string | undefined): boolean => /[\p{L}\p{N}]/u.test(character ?? "");

/** The text in the span, extended to whole words. */
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

const running = new Set<Masker>();

/**
 * Runs an operation. Until it ends, every redactor in this process also masks its secrets: several operations
 * may wait for one listing, so the error of the listing may contain the secrets of any of them.
 */
export async function hiding<T>(secrets: () => Secrets, run: () => Promise<T>): Promise<T> {
  const masker = new Masker(secrets);
  running.add(masker);
  try {
    return await run();
  } finally {
    running.delete(masker);
  }
}

/**
 * Returns a function that replaces secrets and parts of secrets with "[masked]", even if they are escaped or
 * encoded. It also masks the secrets of all running operations.
 */
export function redactor(secrets: Secrets): (text: string) => string {
  const masker = new Masker(() => secrets);
  return (text) => masked(text.slice(0, longestMasked), [masker, ...running]);
}

function masked(text: string, maskers: readonly Masker[]): string {
  const literal = asIs(text);
  const decoded = unescaped(literal);
  const forms = [literal, folded(decoded)].map((form) => ({ form, ...searched(form.text) }));
  const encoded = encodedIn(decoded).map((one) => ({ ...one, texts: one.texts.map(searched) }));
  const found = maskers.flatMap((masker) => [
    ...forms.flatMap((one) => masker.find(one, false).map((span) => original(one.form, span))),
    ...encoded
      .filter(({ texts }) => texts.some((one) => masker.find(one, true).length > 0))
      .map(({ start, end }): Span => [start, end]),
  ]);
  return replaceSpans(
    text,
    found
      .map((span) => trimmed(text, span))
      .filter(([start, end]) => start < end)
      .sort(([a], [b]) => a - b),
  );
}

/** The span without the spaces at its ends, so that the mask stays separate from the words around it. */
function trimmed(text: string, [start, end]: Span): Span {
  const found = text.slice(start, end);
  return [start + found.length - found.trimStart().length, start + found.trimEnd().length];
}

/** Replaces overlapping spans with a single mask, so that no part of a secret remains. */
function replaceSpans(text: string, found: readonly Span[]): string {
  let out = "";
  let copiedTo = 0;
  let masked = -1;
  for (const [start, end] of found) {
    if (start >= masked) {
      out += text.slice(copiedTo, start) + mask;
      masked = end;
    } else {
      masked = Math.max(masked, end);
    }
    copiedTo = masked;
  }
  return out + text.slice(copiedTo);
}
