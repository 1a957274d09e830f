import { parseArgs } from "node:util";
import { SUBJECTS } from "./table.mjs";

/**
 * The options of a run: the numbers of assistants, the subjects, and how many times each command is measured. Only a
 * run without options writes the document. Throws an error with a message for the user.
 */
export function readOptions(args) {
  const text = { type: "string" };
  const { values } = parseArgs({
    args,
    options: { sizes: text, only: text, rounds: text },
  });
  const { sizes = "50,200,800", only = Object.keys(SUBJECTS).join(), rounds = "3" } = values;
  const subjects = only.split(",");
  const unknown = subjects.filter((name) => !Object.hasOwn(SUBJECTS, name));
  if (unknown.length > 0)
    throw new Error(`--only: ${unknown.join(", ")} is not one of ${Object.keys(SUBJECTS).join(", ")}`);
  return {
    subjects,
    // At least two, because one assistant is changed in the program and another one manually.
    sizes: sizes.split(",").map((size) => wholeNumber("sizes", size, 2)),
    rounds: wholeNumber("rounds", rounds, 1),
    write: Object.keys(values).length === 0,
  };
}

function wholeNumber(option, text, least) {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least) return number;
  throw new Error(`--${option}: "${text}" is not a whole number of at least ${least}`);
}
