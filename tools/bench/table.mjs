export const SUBJECTS = {
  floor: "do-nothing",
  ours: "pulumi-voicecall",
  terraform: "Terraform",
  plain: "the limit",
};

/** The figures of a command, as columns with their number of decimals. */
const FIGURES = {
  cpu: ["CPU s", 2],
  wall: ["Wall s", 1],
  requests: ["Requests", 0],
  memory: ["MiB, all", 0],
  engineMemory: ["MiB, engine", 0],
  programMemory: ["MiB, program", 0],
  hostMemory: ["MiB, host", 0],
};

/** The figures that are compared. */
const RATIOS = {
  cpu: "CPU",
  wall: "Wall",
  memory: "MiB, all",
  programCpu: "CPU, program",
  programMemory: "MiB, program",
  hostCpu: "CPU, host",
  hostMemory: "MiB, host",
};

/** The lowest value, the middle one (or the mean of the two middle ones), the highest, and how many there are. */
export function spreadOf(values) {
  const sorted = values.filter((value) => value !== undefined).toSorted((one, other) => one - other);
  if (sorted.length === 0) return undefined;
  const middle = sorted.length / 2;
  const median = (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
  return { low: sorted[0], median, high: sorted.at(-1), count: sorted.length };
}

/** As in "3.2 (3.0–4.1)". */
export function shown(spread, decimals) {
  if (!spread) return "–";
  const [low, median, high] = [spread.low, spread.median, spread.high].map((value) =>
    value.toFixed(decimals),
  );
  return low === high ? median : `${median} (${low}–${high})`;
}

/** A ratio whose spread swallows its difference has a mark. */
export function shownRatio(spread) {
  if (!spread) return "–";
  const isSwallowed = spread.count === 1 || (spread.low <= 1 && spread.high >= 1);
  return `${shown(spread, 2)}${isSwallowed ? " ≈" : ""}`;
}

/** The values of the records of one subject, by round. */
export const valuesOf = (records, subject, figure) =>
  new Map(
    records
      .filter((record) => record.subject === subject && record.figures[figure] !== undefined)
      .map(({ round, figures }) => [round, figures[figure]]),
  );

/** The ratios of `ours` to another subject, pair by pair. */
export function ratioOf(records, other, figure) {
  const others = valuesOf(records, other, figure);
  const pairs = [...valuesOf(records, "ours", figure)].filter(([round]) => others.get(round) > 0);
  return spreadOf(pairs.map(([round, value]) => value / others.get(round)));
}

/** The figures of these records of one part, as a table in Markdown. */
export const figureTable = (records, operations) =>
  table(
    ["Size", "Operation", "Subject", "Rounds", ...Object.values(FIGURES).map(([title]) => title)],
    [
      ...groupsOf(records, operations).flatMap(({ size, title, some }) =>
        Object.entries(SUBJECTS).flatMap(([subject, name]) => {
          const { size: rounds } = valuesOf(some, subject, "cpu");
          const cells = Object.entries(FIGURES).map(([figure, [, decimals]]) =>
            shown(spreadOf([...valuesOf(some, subject, figure).values()]), decimals),
          );
          return rounds === 0 ? [] : [[number(size), title, name, rounds, ...cells]];
        }),
      ),
    ],
  );

/** How many times the figures of others `ours` has, as a table in Markdown. */
export const ratioTable = (records, operations) =>
  table(
    ["Size", "Operation", "Beside", "Rounds", ...Object.values(RATIOS)],
    [
      ...groupsOf(records, operations).flatMap(({ size, title, some }) =>
        Object.entries(SUBJECTS).flatMap(([subject, name]) => {
          const cpu = subject === "ours" ? undefined : ratioOf(some, subject, "cpu");
          const cells = Object.keys(RATIOS).map((figure) => shownRatio(ratioOf(some, subject, figure)));
          return cpu ? [[number(size), title, name, cpu.count, ...cells]] : [];
        }),
      ),
    ],
  );

/** All tables of a part. */
export const partText = (records, { operations }) =>
  `${figureTable(records, operations)}\n\n${NAME_OF_RATIOS}\n\n${ratioTable(records, operations)}`;

const NAME_OF_RATIOS = `How many times the figures of the others ${SUBJECTS.ours} has:`;

/** The records of each size and operation. */
export const groupsOf = (records, operations) =>
  [...new Set(records.map(({ size }) => size))]
    .toSorted((one, other) => one - other)
    .flatMap((size) =>
      Object.entries(operations).map(([operation, title]) => ({
        ...{ size, operation, title },
        some: records.filter((one) => one.size === size && one.operation === operation),
      })),
    );

export const number = (value) => value.toLocaleString("en");

function table(header, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [header, header.map(() => "---"), ...rows].map(line).join("\n");
}
