import { trimmed } from "./trimmed.js";

const longest = 100;

/**
 * Characters that control the terminal, reorder the line, or are invisible: control and format characters, fillers,
 * variation selectors, unpaired surrogates, places of embedded objects.
 */
const invisible = /(?![\t\n])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFFC]/gu;

/** The escape sequence for a character, as in JSON. */
const escaped = (character: string): string =>
  character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");

/** Replaces invisible and control characters, except tabs and line feeds, with escape sequences. */
export const printable = (text: string): string => text.replace(invisible, escaped);

/** Also replaces all spaces but the usual one, for texts whose differences must be seen. */
export const withVisibleSpaces = (text: string): string => printable(text).replace(/(?! )\p{Zs}/gu, escaped);

/** A name for an error or a note: quoted, on one line, and shortened if it is very long. */
export function quoted(text: string): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return printable(JSON.stringify(cut));
}

/** A word from the service, such as a status. Quoted only if it is unusual. */
export const word = (text: string): string => (/^[\p{L}\p{N}_ .-]{1,60}$/u.test(text) ? text : quoted(text));

/** Quotes a word from the service for use within a sentence, unless `word` has already quoted it. */
export const quotedWord = (text: string): string => (text.startsWith('"') ? text : quoted(text));

/** A key as written in a program. Quoted only if it is unusual. */
export const keyText = (key: string): string =>
  /^\w{1,100}$/.test(key) ? key : withVisibleSpaces(quoted(key));

/** Quotes a word of a suggested command for a POSIX shell. */
export const inShell = (text: string): string =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

export const firstFew = (texts: readonly string[], most: number, separator = ", "): string =>
  texts.slice(0, most).join(separator) + (texts.length > most ? ` and ${texts.length - most} more` : "");

/** Such as `ids 311, 312 and 4 more`. */
export const idsText = (ids: readonly number[], most: number): string =>
  `${ids.length === 1 ? "id" : "ids"} ${firstFew(ids.map(String), most)}`;

export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

export const keyList = (keys: readonly string[], most = 5): string => firstFew(keys.map(keyText), most);

/**
 * What is wrong with a YAML text, and where. Uses only the start of the library's message: after a colon or on
 * further lines, the message quotes the text, which may contain secrets.
 */
export function yamlReason(error: unknown): string {
  const { message, linePos } = error as {
    message: string;
    linePos?: readonly { line: number; col: number }[];
  };
  const [what = ""] = message.split(/:| at line \d/);
  const [start] = linePos ?? [];
  return start ? `${what} (line ${start.line}, column ${start.col})` : what;
}

/** The lines of a text as the service stores it: trimmed, with LF line ends. */
export const textLines = (text: string): string[] => trimmed(text.replaceAll("\r\n", "\n")).split("\n");
