import { parseArgs } from "node:util";
import { OPERATIONS, SUBJECTS } from "./operations.mjs";
import { CONDITIONS } from "./service.mjs";

export const HELP = `npm run bench -- [OPTIONS]

Measures pulumi-voicecall beside a provider that does nothing, and beside Terraform with a generic REST provider, and
writes docs/performance.md. A run with one of the first four options prints its figures, and writes nothing.

  --sizes 50,200        numbers of assistants, in all conditions
  --conditions none     of ${Object.keys(CONDITIONS).join(", ")}
  --only ours,floor     of ${Object.keys(SUBJECTS).join(", ")}
  --operations create   of ${Object.keys(OPERATIONS).join(", ")}. All others that they need are run too, unmeasured.
  --write               writes the document from this run, whatever its options
  --from FILE           writes the document from the results of an earlier run, without measuring anything
  --help
`;

/** Numbers of assistants, and how often each is measured. */
const SIZES = {
  none: [
    { size: 50, rounds: 3 },
    { size: 200, rounds: 3 },
    { size: 800, rounds: 1 },
    // Terraform would add six minutes, and no goal needs it there.
    { size: 1600, rounds: 1, without: ["terraform"] },
  ],
  // The do-nothing provider sends no request, so its figures would be the same.
  latency: [{ size: 200, rounds: 1, without: ["floor"] }],
  // Each of these commands mostly waits for the limit.
  limited: [
    {
      size: 250,
      rounds: 1,
      without: ["floor"],
      operations: ["create", "preview", "refreshDrifted", "drift"],
    },
  ],
};

/** The options of a run. Throws an error to show if they are wrong. */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      ...Object.fromEntries(["sizes", "conditions", "only", "operations"].map((name) => [name, list])),
      from: { type: "string" },
      write: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  const isPartial = ["sizes", "conditions", "only", "operations"].some((name) => values[name] !== undefined);
  return {
    help: values.help ?? false,
    from: values.from,
    isPartial,
    write: values.write ?? !isPartial,
    cells: cells({
      conditions: choice("conditions", values.conditions, Object.keys(CONDITIONS)),
      subjects: choice("only", values.only, Object.keys(SUBJECTS)),
      operations: choice("operations", values.operations, Object.keys(OPERATIONS)),
      sizes: values.sizes === undefined ? undefined : sizes(values.sizes),
    }),
  };
}

const list = { type: "string" };

function choice(option, text, known) {
  if (text === undefined) return known;
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`--${option}: ${unknown.join(", ")} is not one of ${known.join(", ")}`);
  return known.filter((name) => names.includes(name));
}

function sizes(text) {
  const numbers = text.split(",").map(Number);
  // The program changes one assistant, and the bench another.
  if (!numbers.every((size) => Number.isInteger(size) && size >= 2))
    throw new Error(`--sizes: "${text}" is not a list of whole numbers of at least 2`);
  return numbers;
}

function cells({ conditions, subjects, operations, sizes }) {
  return conditions.flatMap((condition) => {
    const rows = SIZES[condition];
    const wanted = sizes?.map(
      (size) => rows.find((row) => row.size === size) ?? { ...rows[0], size, rounds: 1 },
    );
    return (wanted ?? rows).map(({ size, rounds, without = [], operations: some = operations }, index) => ({
      condition,
      size,
      rounds,
      subjects: subjects.filter((subject) => !without.includes(subject)),
      operations: operations.filter((operation) => some.includes(operation)),
      // Independent of the number of assistants.
      hostStarts: condition === "none" && index === 0,
    }));
  });
}
