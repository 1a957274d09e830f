/** What an object is called in the program: names that stay the same when other objects come and go. */

export interface Name {
  /** In TypeScript. */
  readonly variable: string;
  /** Of the resource in the stack, and of its file. */
  readonly resource: string;
}

/** An object and what people call it. */
export interface Titled {
  readonly id: number;
  readonly title: string;
}

/** What an earlier export called an object, and what people called it then. */
export interface Known extends Name {
  readonly title?: string | undefined;
}

/** What the program's files import, and what a module of TypeScript cannot declare. */
const TAKEN = new Set(
  (
    "arguments await break case catch class config const continue debugger default delete do else enum eval export " +
    "exports extends false finally for function globalThis if implements import in infinity instanceof interface let " +
    "module naN new null package private prompt protected public pulumi require return static super switch this throw " +
    "tools true try typeof undefined var void while with yield"
  ).split(" "),
);

/** File names that Windows keeps for devices, whatever follows the first dot. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** File systems end a name at 255 bytes, of which a character may take four. */
const LONGEST = 48;

/**
 * Names by id, for all objects of a kind in the account, chosen or not. Of those that would be called alike, on file
 * systems that ignore case too, the one with the lowest id keeps the plain name: ids ascend, so what is made later
 * renames nothing that is there.
 * @param kind for an object whose title has no letter and no digit
 * @param known names that an earlier export gave: state has them, so they stay, also when people rename the object
 */
export function names(
  objects: readonly Titled[],
  kind: string,
  known: ReadonlyMap<number, Name> = new Map(),
): Map<number, Name> {
  const given = new Map<number, Name>();
  const taken = new Set([...known.values()].map(({ resource }) => keyOf(resource.split("-"))));
  for (const { id, title } of [...objects].sort((left, right) => left.id - right.id)) {
    const before = known.get(id);
    if (before) {
      given.set(id, { variable: before.variable, resource: before.resource });
      continue;
    }
    const words = wordsOf(title);
    const key = keyOf(words);
    const isPlain = words.length > 0 && !taken.has(key) && !DEVICES.test(key);
    taken.add(key);
    const plain = words.length > 0 ? words : [kind];
    // No word holds a low line, so nothing else is called that.
    const end = isPlain ? "" : `_${id}`;
    given.set(id, { variable: variable(plain, end), resource: plain.join("-").toLowerCase() + end });
  }
  return given;
}

/** Equal for words that make equal names, on file systems that ignore case too. */
const keyOf = (words: readonly string[]): string => words.join("").toUpperCase().toLowerCase();

/** Letters and digits of every script; what else an identifier may hold never begins a word. */
function wordsOf(title: string): string[] {
  const words = title
    .normalize("NFC")
    .split(/[^\p{ID_Continue}]+|_+/u)
    .filter((word) => word !== "");
  const kept: string[] = [];
  let room = LONGEST;
  for (const word of words) {
    const letters = [...word].slice(0, room);
    room -= letters.length + 1;
    if (letters.length > 0) kept.push(letters.join(""));
    if (room <= 0) break;
  }
  return kept;
}

function variable(words: readonly string[], end: string): string {
  const [first = "", ...rest] = words.map(calm);
  const text = lowerFirst(first) + rest.map(upperFirst).join("");
  if (!/^\p{ID_Start}/u.test(text)) return `_${text}${end}`;
  return TAKEN.has(text) && end === "" ? `${text}_` : text + end;
}

/** A word that is all capitals is not shouted; one with capitals inside keeps them. */
const calm = (word: string): string => (word === word.toUpperCase() ? word.toLowerCase() : word);

const upperFirst = (word: string): string => changeFirst(word, (letter) => letter.toUpperCase());
const lowerFirst = (word: string): string => changeFirst(word, (letter) => letter.toLowerCase());

function changeFirst(word: string, change: (letter: string) => string): string {
  const [letter = "", ...rest] = word;
  return change(letter) + rest.join("");
}
