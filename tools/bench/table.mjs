/** The titles of the operations, in the order in which they run. */
export const OPERATIONS = {
  create: "create all",
  preview: "preview, unchanged",
  refresh: "refresh, unchanged",
  drift: "find one drifted",
  change: "change one",
  destroy: "destroy",
};
export const SUBJECTS = { floor: "do-nothing", ours: "pulumi-voicecall", terraform: "Terraform" };

/**
 * One row per size and operation. The ratios divide the figures of this provider by those of the do-nothing
 * provider in the same round. Everything is the median over the rounds.
 */
export function rowsOf(records) {
  const sizes = [...new Set(records.map(({ size }) => size))];
  return sizes.flatMap((size) =>
    Object.keys(OPERATIONS).map((operation) => {
      const of = (subject, name) =>
        records
          .filter((one) => one.size === size && one.operation === operation && one.subject === subject)
          .map((record) => record[name]);
      const ratio = (name) => {
        const floor = of("floor", name);
        return median(
          of("ours", name).flatMap((value, round) => (floor[round] ? [value / floor[round]] : [])),
        );
      };
      const figures = Object.keys(SUBJECTS).map((subject) => [
        subject,
        {
          wall: median(of(subject, "wallSeconds")),
          cpu: median(of(subject, "cpuSeconds")),
          requests: median(of(subject, "requests")),
        },
      ]);
      return {
        ...{ size, operation, ...Object.fromEntries(figures) },
        ratio: { wall: ratio("wallSeconds"), cpu: ratio("cpuSeconds") },
      };
    }),
  );
}

/** The middle value, or the mean of the two middle values. Undefined without values. */
export function median(numbers) {
  if (numbers.length === 0) return undefined;
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
}

/** The rows as a table in Markdown. */
export function tableOf(rows) {
  const header = [
    ...["Assistants", "Operation", ...Object.values(SUBJECTS), "Time", "CPU time"],
    ...["Requests", "Requests, Terraform"],
  ];
  const shown = (value, text) => (value === undefined ? "–" : text(value));
  const times = ({ wall, cpu }) => shown(wall, () => `${wall.toFixed(1)} s / ${cpu.toFixed(1)} s`);
  const ratio = (value) => shown(value, () => `${value.toFixed(2)} ×`);
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const lines = rows.map(({ size, operation, ratio: { wall, cpu }, ours, terraform, floor }) =>
    line([
      ...[size, OPERATIONS[operation], times(floor), times(ours), times(terraform), ratio(wall), ratio(cpu)],
      ...[shown(ours.requests, String), shown(terraform.requests, String)],
    ]),
  );
  return [line(header), line(header.map(() => "---")), ...lines].join("\n");
}
