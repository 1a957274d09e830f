const longest = 100;

const unsafe =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g;

/** A character as JSON and code may spell it. */
export const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** What would rewrite the terminal, or show a line in another order than it has, is spelled out. */
export const printable = (text: string): string => text.replace(unsafe, escaped);

/** A name as it stands in an error or a note: between quotes, on one line, cut when it is very long. */
export function quoted(text: string): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return printable(JSON.stringify(cut));
}

/** A key as a program would spell it, between quotes when it is an odd one. */
export const keyText = (key: string): string => (/^\w{1,100}$/.test(key) ? key : quoted(key));

/** A few keys of many, so that an error stays one that can be read. */
export function keyList(texts: readonly string[], most = 5): string {
  const rest = texts.length - most;
  return `${texts.slice(0, most).map(keyText).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
