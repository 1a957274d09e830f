/** Names of objects in the program. */

export interface Name {
  /** The name of the TypeScript variable. */
  readonly variable: string;
  /** The name of the resource. If the resource has its own file, also the name of the file. */
  readonly resource: string;
}

/** An object and its name in the service. */
export interface Titled {
  readonly id: number;
  readonly title: string;
}

/** Names that the program's files use themselves, and names that a TypeScript module cannot declare. */
const TAKEN = new Set(
  (
    "arguments await break case catch class config const continue debugger default delete do else enum eval export " +
    "exports extends false finally for function globalThis if implements import in infinity instanceof interface let " +
    "module naN new null package private prompt protected public pulumi require return static super switch this throw " +
    "tools true try typeof undefined var void while with yield"
  ).split(" "),
);

/** Letters that the TypeScript version of the exported program does not know yet. A test checks the list. */
const LATE = new RegExp(
  "[" +
    "\\u088f\\u0897\\u0c5c\\u0cdc\\u1acf-\\u1add\\u1ae0-\\u1aeb\\u1c89-\\u1c8a\\ua7cb-\\ua7cf\\ua7d2\\ua7d4" +
    "\\ua7da-\\ua7dc\\ua7f1\\u{105c0}-\\u{105f3}\\u{10940}-\\u{10959}\\u{10d40}-\\u{10d65}" +
    "\\u{10d69}-\\u{10d6d}\\u{10d6f}-\\u{10d85}\\u{10ec2}-\\u{10ec7}\\u{10efa}-\\u{10efc}" +
    "\\u{11380}-\\u{11389}\\u{1138b}\\u{1138e}\\u{11390}-\\u{113b5}\\u{113b7}-\\u{113c0}\\u{113c2}" +
    "\\u{113c5}\\u{113c7}-\\u{113ca}\\u{113cc}-\\u{113d3}\\u{113e1}-\\u{113e2}\\u{116d0}-\\u{116e3}" +
    "\\u{11b60}-\\u{11b67}\\u{11bc0}-\\u{11be0}\\u{11bf0}-\\u{11bf9}\\u{11db0}-\\u{11ddb}" +
    "\\u{11de0}-\\u{11de9}\\u{11f5a}\\u{13460}-\\u{143fa}\\u{16100}-\\u{16139}\\u{16d40}-\\u{16d6c}" +
    "\\u{16d70}-\\u{16d79}\\u{16ea0}-\\u{16eb8}\\u{16ebb}-\\u{16ed3}\\u{16ff2}-\\u{16ff6}" +
    "\\u{187f8}-\\u{187ff}\\u{18cff}\\u{18d09}-\\u{18d1e}\\u{18d80}-\\u{18df2}\\u{1ccf0}-\\u{1ccf9}" +
    "\\u{1e5d0}-\\u{1e5fa}\\u{1e6c0}-\\u{1e6de}\\u{1e6e0}-\\u{1e6f5}\\u{1e6fe}-\\u{1e6ff}" +
    "\\u{2b73a}-\\u{2b73f}\\u{2cea2}-\\u{2cead}\\u{323b0}-\\u{33479}" +
    "]",
  "gu",
);

/** Names that Windows reserves for devices, with any extension. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** In characters. File systems limit names to 255 bytes, and a character may take four. */
const LONGEST = 48;

/**
 * Names by id for all objects of a kind, selected or not. If several would get the same name (ignoring case,
 * as some file systems do), only the object with the lowest id gets it without a suffix. Ids rise, so a new
 * object never changes the name of an older one.
 * @param kind the name for an object whose title has no letters and no digits
 * @param reserved names that no object gets without a suffix
 */
export function names(
  objects: readonly Titled[],
  kind: string,
  reserved: readonly string[] = [],
): Map<number, Name> {
  const result = new Map<number, Name>();
  const taken = new Set<string>(reserved.map((name) => keyOf(wordsOf(name))));
  for (const { id, title } of [...objects].sort((left, right) => left.id - right.id)) {
    const words = wordsOf(title);
    const key = keyOf(words);
    const isPlain = words.length > 0 && !taken.has(key) && !DEVICES.test(key);
    taken.add(key);
    const plain = words.length > 0 ? words : [kind];
    // This suffix makes the name unique, because words contain no underscore.
    const end = isPlain ? "" : `_${id}`;
    result.set(id, { variable: variable(plain, end), resource: plain.join("-").toLowerCase() + end });
  }
  return result;
}

/** A key that is equal for words that differ only in case. */
const keyOf = (words: readonly string[]): string => words.join("").toLowerCase().toUpperCase().toLowerCase();

/** The words of a title. Characters that identifiers cannot contain separate them, and so do underscores. */
function wordsOf(title: string): string[] {
  const words = title
    .normalize("NFC")
    .replace(LATE, " ")
    // Invisible characters separate words too: names that differ only in them would look the same.
    .split(/(?:[^\p{ID_Continue}]|[_\p{Default_Ignorable_Code_Point}])+/u)
    // A combining mark without its letter would join the preceding character.
    .map((word) => word.replace(/^\p{M}+/u, ""))
    .filter((word) => word !== "");
  const fitting: string[] = [];
  let room = LONGEST;
  for (const word of words) {
    const letters = [...word].slice(0, room);
    room -= letters.length + 1;
    if (letters.length > 0) fitting.push(letters.join(""));
    if (room <= 0) break;
  }
  return fitting;
}

function variable(words: readonly string[], end: string): string {
  const [first = "", ...rest] = words.map(withoutCapitals);
  const text = lowerFirst(first) + rest.map(upperFirst).join("");
  if (!/^\p{ID_Start}/u.test(text)) return `_${text}${end}`;
  return TAKEN.has(text) && end === "" ? `${text}_` : text + end;
}

/** Converts words in capitals to lower case. Other words keep their capitals. */
const withoutCapitals = (word: string): string => (word === word.toUpperCase() ? word.toLowerCase() : word);

const upperFirst = (word: string): string => changeFirst(word, (letter) => letter.toUpperCase());
const lowerFirst = (word: string): string => changeFirst(word, (letter) => letter.toLowerCase());

/** Keeps the letter if the program's TypeScript version does not know its other case yet. */
function changeFirst(word: string, change: (letter: string) => string): string {
  const [letter = "", ...rest] = word;
  const changed = change(letter);
  return (changed.search(LATE) < 0 ? changed : letter) + rest.join("");
}
