const longest = 100;

/**
 * What a terminal acts on, what shows a line in another order than it has, and what shows nothing at all: control and
 * format characters, fillers, variation selectors, halves of characters.
 */
const unseen = /(?![\t\n])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A character as JSON and code may spell it. */
const escaped = (character: string): string =>
  character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");

/** The text as a person may see it: what is unseen is spelled out. */
export const printable = (text: string): string => text.replace(unseen, escaped);

/** A name as it stands in an error or a note: between quotes, on one line, cut when it is very long. */
export function quoted(text: string): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return printable(JSON.stringify(cut));
}

/** A word of the service's own, such as a status, as it is; whatever else stands there in its place is quoted. */
export const word = (text: string): string => (/^[\p{L}\p{N}_ .-]{1,60}$/u.test(text) ? text : quoted(text));

/** A key as a program would spell it, between quotes when it is an odd one. */
export const keyText = (key: string): string => (/^\w{1,100}$/.test(key) ? key : quoted(key));

/** A few keys of many, so that an error stays one that can be read. */
export function keyList(texts: readonly string[], most = 5): string {
  const rest = texts.length - most;
  return `${texts.slice(0, most).map(keyText).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
