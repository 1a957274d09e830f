// See docs/decisions/requests.md.
/**
 * Which text of the service a message may contain. Text is shown as far as it consists of known words, and the rest is
 * masked: a service can repeat a secret in more spellings than anybody can list.
 */
import { knownWords } from "../base/known-words.js";

export const mask = "[masked]";

/** In characters. The rest of a longer message is dropped. */
const LONGEST = 10_000;

/** In words. A longer sequence of known words is masked if a private text contains it. */
const MOST_REPEATED = 3;

/** In digits. More than these in a number, or in numbers side by side, may be a phone number. */
const MOST_DIGITS = 4;
const MOST_DIGITS_TOGETHER = 6;

/** In characters. A shorter secret is masked only as a whole word, because messages contain its letters by chance. */
const SHORTEST_INSIDE = 6;

/** Tokens and header values that a provider host has met. They are masked in every text. */
export class Secrets {
  readonly #patterns = new Map<string, RegExp>();

  note(texts: readonly (string | undefined)[]): this {
    for (const text of texts.map((one) => one?.trim() ?? "")) {
      if (text === "" || this.#patterns.has(text)) continue;
      const literal = text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
      const whole =
        text.length >= SHORTEST_INSIDE ? literal : `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`;
      this.#patterns.set(text, new RegExp(whole, "giu"));
    }
    return this;
  }

  hide(text: string): string {
    return [...this.#patterns.entries()]
      .sort(([one], [other]) => other.length - one.length)
      .reduce((shown, [, secret]) => shown.replaceAll(secret, mask), text);
  }
}

/** The text without the token. For text that is not the service's. */
export const withoutToken = (text: string, token: string | undefined): string =>
  new Secrets().note([token]).hide(text);

export interface Allowed {
  /** Texts whose words may be shown, such as the name of the resource and the fields of the request. */
  readonly names?: readonly string[];
  /** Private texts, such as prompts. A few of their words in a row may be shown, if they are known words. */
  readonly private?: readonly string[];
  readonly secrets?: Secrets;
}

/** Returns a function that masks each word of a text that is not a known word, a name or a short number. */
export function showing({ names = [], private: texts = [], secrets }: Allowed): (text: string) => string {
  // Most requests succeed and never need these sets, which take a tenth of the CPU time of a request.
  const allowed = once(() => new Set(names.flatMap(wordsIn)));
  const runs = once(() => new Set(texts.flatMap((text) => runsOf(wordsIn(text)))));
  return (text) => {
    const start = text.slice(0, LONGEST);
    const tokens = (secrets?.hide(start) ?? start).match(/\S+/g) ?? [];
    const isHidden = tokens.map((token) => !isFine(token, allowed()));
    hideNumbers(tokens, isHidden);
    hideRuns(tokens, isHidden, runs());
    return joined(tokens, isHidden);
  };
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Each sequence of more than `MOST_REPEATED` words. */
const runsOf = (words: readonly string[]): string[] =>
  words.slice(MOST_REPEATED).map((_, at) => words.slice(at, at + MOST_REPEATED + 1).join(" "));

const digitsIn = (token: string): number => token.match(/\d/g)?.length ?? 0;

function isFine(token: string, allowed: ReadonlySet<string>): boolean {
  if (!/^[\p{L}\p{N}_.,:;!?'"`()/-]*$/u.test(token) || digitsIn(token) > MOST_DIGITS) return false;
  return wordsIn(token).every((word) => knownWords.has(word) || allowed.has(word) || /^\d+$/.test(word));
}

/** Numbers side by side may be the parts of one. */
function hideNumbers(tokens: readonly string[], isHidden: boolean[]): void {
  for (let from = 0; from < tokens.length; from += 1) {
    let to = from;
    let digits = 0;
    while (to < tokens.length && digitsIn(tokens[to]!) > 0) digits += digitsIn(tokens[to++]!);
    if (digits > MOST_DIGITS_TOGETHER) isHidden.fill(true, from, to);
    from = Math.max(from, to - 1);
  }
}

function hideRuns(tokens: readonly string[], isHidden: boolean[], runs: ReadonlySet<string>): void {
  if (runs.size === 0) return;
  const words = tokens.flatMap((token, index) => wordsIn(token).map((word) => ({ word, index })));
  for (let at = 0; at + MOST_REPEATED < words.length; at += 1) {
    const run = words.slice(at, at + MOST_REPEATED + 1);
    if (runs.has(run.map(({ word }) => word).join(" "))) for (const { index } of run) isHidden[index] = true;
  }
}

/** Hidden tokens side by side get one mask. Punctuation at the end stays, so that sentences stay readable. */
function joined(tokens: readonly string[], isHidden: readonly boolean[]): string {
  const parts = tokens.flatMap((token, index) => {
    if (!isHidden[index]) return [token];
    const end = isHidden[index + 1] ? "" : (/[.,:;!?)]*$/.exec(token)?.[0] ?? "");
    return isHidden[index - 1] ? (end === "" ? [] : [end]) : [mask + end];
  });
  return parts.join(" ").replaceAll(/\[masked\] ([.,:;!?)])/g, `${mask}$1`);
}
