/** Text as one word of a POSIX shell. */
export function quoted(text) {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
