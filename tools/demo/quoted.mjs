/** Quotes text as one word for a POSIX shell. */
export function quoted(text) {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
