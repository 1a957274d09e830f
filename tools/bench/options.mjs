import { parseArgs } from "node:util";
import { PARTS } from "./parts/all.mjs";
import { SUBJECTS } from "./table.mjs";

/**
 * The options of a run: its parts with their sizes, the subjects, how many times each command is measured, and after
 * how many minutes no further command begins. Only a whole run writes the page. Throws an error with a message for the
 * user.
 */
export function readOptions(args) {
  const text = { type: "string" };
  const { values } = parseArgs({
    args,
    options: { parts: text, sizes: text, only: text, rounds: text, minutes: text },
  });
  const { parts, sizes, only = Object.keys(SUBJECTS).join(), rounds = "5", minutes } = values;
  const names = parts?.split(",") ?? (sizes ? ["assistants"] : Object.keys(PARTS));
  refuseUnknown("parts", names, PARTS);
  const subjects = only.split(",");
  refuseUnknown("only", subjects, SUBJECTS);
  if (sizes && names.length > 1)
    throw new Error("--sizes: name one part with --parts, whose sizes these are");
  const { minutes: _, ...narrowing } = values;
  return {
    subjects,
    parts: Object.fromEntries(
      // At least two, because one assistant is changed in the program and another one manually.
      names.map((name) => [
        name,
        sizes?.split(",").map((size) => wholeNumber("sizes", size, 2)) ?? PARTS[name].sizes,
      ]),
    ),
    rounds: wholeNumber("rounds", rounds, 1),
    minutes: minutes === undefined ? Infinity : wholeNumber("minutes", minutes, 1),
    write: Object.keys(narrowing).length === 0,
  };
}

function refuseUnknown(option, names, known) {
  const unknown = names.filter((name) => !Object.hasOwn(known, name));
  if (unknown.length > 0)
    throw new Error(`--${option}: ${unknown.join(", ")} is not one of ${Object.keys(known).join(", ")}`);
}

function wholeNumber(option, text, least) {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least) return number;
  throw new Error(`--${option}: "${text}" is not a whole number of at least ${least}`);
}
