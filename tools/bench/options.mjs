import { parseArgs } from "node:util";
import { OPERATIONS, SUBJECTS } from "./operations.mjs";
import { CONDITIONS } from "./service.mjs";

export const HELP = `npm run bench -- [OPTIONS]

Measures pulumi-voicecall beside a provider that does nothing, and beside Terraform with a generic REST provider, and
writes docs/performance.md. A run with one of the first five options prints its figures, and does
not write the document.

  --sizes 50,200        numbers of assistants, in all conditions
  --conditions none     any of ${Object.keys(CONDITIONS).join(", ")}
  --only ours,floor     any of ${Object.keys(SUBJECTS).join(", ")}
  --operations create   any of ${Object.keys(OPERATIONS).join(", ")}. create always runs, but is measured only if it is in the list.
  --rounds 1            how many times each command is measured. Default: three times in the condition none up to 800 assistants (Terraform once), otherwise once
  --write               writes the document from this run, whatever its options
  --from FILE           writes the document from the results of an earlier run, without measuring anything
  --help                shows this text
`;

/** The numbers of assistants, and how many times each number is measured. */
const SIZES = {
  none: [
    { size: 50, rounds: 3 },
    { size: 200, rounds: 3 },
    { size: 800, rounds: 3 },
    // Terraform is left out: it would take six more minutes, and no goal needs it at this size.
    { size: 1600, rounds: 1, without: ["terraform"] },
  ],
  checkpoints: [{ size: 200, rounds: 1, without: ["terraform"], operations: ["create", "destroy"] }],
  // The do-nothing provider is left out: it sends no requests, so latency does not change its times.
  latency: [{ size: 200, rounds: 1, without: ["floor"] }],
  // Under the rate limit, a command with many requests takes minutes, so only these operations are measured.
  limited: [
    {
      size: 250,
      rounds: 1,
      without: ["floor"],
      operations: ["create", "preview", "refreshDrifted", "drift"],
    },
  ],
};

const NARROWING = ["sizes", "conditions", "only", "operations", "rounds"];

/** The options of a run. Throws an error with a message for the user. */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      ...Object.fromEntries(NARROWING.map((name) => [name, { type: "string" }])),
      from: { type: "string" },
      write: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  const isPartial = NARROWING.some((name) => values[name] !== undefined);
  return {
    help: values.help ?? false,
    from: values.from,
    isPartial,
    write: values.write ?? !isPartial,
    cells: cells({
      conditions: choice("conditions", values.conditions, Object.keys(CONDITIONS)),
      subjects: choice("only", values.only, Object.keys(SUBJECTS)),
      operations: choice("operations", values.operations, Object.keys(OPERATIONS)),
      // At least two, because one assistant is changed in the program and another one manually.
      sizes: values.sizes?.split(",").map((text) => wholeNumber("sizes", text, 2)),
      rounds: values.rounds === undefined ? undefined : wholeNumber("rounds", values.rounds, 1),
    }),
  };
}

function choice(option, text, known) {
  if (text === undefined) return known;
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`--${option}: ${unknown.join(", ")} is not one of ${known.join(", ")}`);
  return known.filter((name) => names.includes(name));
}

function wholeNumber(option, text, least) {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least) return number;
  throw new Error(`--${option}: "${text}" is not a whole number of at least ${least}`);
}

function cells({ conditions, subjects, operations, sizes, rounds: wantedRounds }) {
  return conditions.flatMap((condition) => {
    const rows = SIZES[condition];
    const wanted = sizes?.map(
      (size) => rows.find((row) => row.size === size) ?? { ...rows[0], size, rounds: 1 },
    );
    return (wanted ?? rows).map(({ size, rounds, without = [], operations: some = operations }, index) => ({
      condition,
      size,
      rounds: wantedRounds ?? rounds,
      subjects: subjects.filter((subject) => !without.includes(subject)),
      operations: operations.filter((operation) => some.includes(operation)),
      // The start of a provider host is measured once, because its time does not depend on the number of assistants.
      hostStarts: condition === "none" && index === 0,
    }));
  });
}
