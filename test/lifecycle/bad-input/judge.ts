/** Rules for messages to the user. */
import { CANARY } from "./values.js";

const LONGEST = 2000;

/** Internal terms of zod and JavaScript. They mean nothing to users. */
const INSIDES =
  /Expected \w+, received|invalid_\w+|Invalid input|Unrecognized key|Cannot read prop|Cannot convert|is not a function|is not iterable|\w+Error\b|call stack|\[object |undefined|\n\s+at /;

const CONTROL = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/;

export interface Expected {
  /** The place that an error must name, such as `headers[0].name` or a part of it. */
  names?: string;
  /** Whether the message may contain the value. */
  shown?: boolean;
}

/** The rules that an error or a line breaks. */
export function wording(text: string, { names, shown = false }: Expected = {}): string[] {
  const start = `"${text.slice(0, 400)}"`;
  const problems: string[] = [];
  if (text.trim() === "") problems.push("an empty text was printed");
  if (text.length >= LONGEST) problems.push(`a text of ${text.length} characters was printed: ${start}`);
  const inside = INSIDES.exec(withoutQuotes(text));
  if (inside) problems.push(`it says "${inside[0]}": ${start}`);
  if (CONTROL.test(text)) problems.push(`it contains a control character: ${JSON.stringify(start)}`);
  if (!shown && text.includes(CANARY)) problems.push(`it repeats the value: ${start}`);
  if (names !== undefined && !text.includes(names)) problems.push(`it does not name ${names}: ${start}`);
  return problems;
}

/** Quoted text is from the program, so it may contain "undefined". */
const withoutQuotes = (text: string): string => text.replace(/"(?:[^"\\]|\\.)*"/g, '""');

const clean = { object: Reflect.ownKeys(Object.prototype), array: Reflect.ownKeys(Array.prototype) };

/** Properties that were added to the prototypes of objects and arrays. */
export function polluted(): string[] {
  const added = [
    ...Reflect.ownKeys(Object.prototype).filter((key) => !clean.object.includes(key)),
    ...Reflect.ownKeys(Array.prototype).filter((key) => !clean.array.includes(key)),
  ];
  return added.map((key) => `a prototype has a new property ${String(key)}`);
}
