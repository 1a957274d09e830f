import type { z } from "zod";
import { keyList, quoted } from "../../base/quoted.js";
import { didYouMean } from "../../base/suggest.js";
import type { Field } from "./fields.js";
import { structureOf } from "./structure.js";
import { isObject, ownValue } from "./values.js";

/** What is wrong with a value, and what the user probably meant. */
export interface Wrong {
  readonly text: string;
  /** How to write it in a program: the rest of the sentence, or "". */
  readonly spelling: string;
  /** A sentence with a leading space, or "". */
  readonly meant: string;
}

const plain = (text: string): Wrong => ({ text, spelling: "", meant: "" });

/** A longer text is probably not a misspelled word. */
const LONGEST_WORD = 40;

/**
 * @param value the wrong value. Numbers and booleans are shown. Text may be private, so it is shown only if
 * it is short, the field allows only certain words, and messages may show its values.
 */
export function wrongValue(field: Field, issue: z.core.$ZodIssue, value: unknown): Wrong {
  const { message } = issue;
  if (issue.code === "custom" && issue.params?.["withoutValue"]) return plain(message);
  if (typeof value === "number" || typeof value === "boolean") return plain(`${message}, not ${value}`);
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(field, issue.path);
    const meant = issue.keys.map((key) => didYouMean(key, known)).find((text) => text !== "") ?? "";
    return { text: `${message}, but has ${keyList(issue.keys)}`, spelling: "", meant };
  }
  if (typeof value !== "string") return plain(message);
  if (issue.code === "custom" && typeof issue.params?.["spelling"] === "string")
    return { ...plain(message), spelling: issue.params["spelling"] };
  if (issue.code === "invalid_type" && isPlain(issue.expected, value))
    return {
      ...plain(`${message}, but is text`),
      spelling: `: write it without quotes, or read it from configuration with config.${issue.expected === "boolean" ? "requireBoolean" : "requireNumber"}`,
    };
  const words = wordsFor(issue);
  if (!words || !field.shown || value.length > LONGEST_WORD) return plain(message);
  // The word that records use for it.
  const recorded = field.codec?.decode(value, {});
  const meant =
    typeof recorded === "string" && recorded !== value && words.includes(recorded)
      ? ` Did you mean ${quoted(recorded)}?`
      : didYouMean(value, words);
  return issue.code === "custom"
    ? { text: `${quoted(value)} ${message}`, spelling: "", meant }
    : { text: `${message}, not ${quoted(value)}`, spelling: "", meant };
}

/** Whether the text would be valid as a number or boolean. */
const isPlain = (expected: string, value: string): boolean =>
  expected === "boolean"
    ? value === "true" || value === "false"
    : ["number", "int"].includes(expected) && /^-?\d{1,15}(\.\d{1,15})?$/.test(value);

/** The allowed words of the field, if it allows only certain words. */
function wordsFor(issue: z.core.$ZodIssue): readonly string[] | undefined {
  if (issue.code === "invalid_value") return issue.values.map(String);
  if (issue.code !== "custom" || !issue.params) return undefined;
  const { words } = issue.params as { words?: () => string[] };
  return words?.();
}

function keysAt(field: Field, path: readonly PropertyKey[]): string[] {
  let type: z.core.$ZodType | undefined = field.type;
  for (const step of path) {
    const { element, shape }: ReturnType<typeof structureOf> = structureOf(type);
    type =
      typeof step === "number"
        ? element
        : isObject(shape)
          ? (ownValue(shape, String(step)) as typeof type)
          : undefined;
  }
  return Object.keys(structureOf(type).shape ?? {});
}
