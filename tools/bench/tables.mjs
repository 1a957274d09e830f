import { growth, GROWING, quotient } from "./goals.mjs";
import { megabytes } from "./lines.mjs";
import { OPERATIONS, SUBJECTS } from "./operations.mjs";
import { figuresOf } from "./results.mjs";

const NONE = "–";

export function table(header, rows) {
  if (rows.length === 0) return "Not measured.";
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}

export function goalTable(goals) {
  const rows = goals.map(({ goal, limit, measured, met }) => [
    goal,
    limit,
    measured ?? "not measured",
    met === undefined ? NONE : met ? "yes" : "**no**",
  ]);
  return table(["Goal", "Limit", "Measured", "Met"], rows);
}

/** One row per operation: the times of each subject, ratios to the do-nothing provider, and requests. */
export function timeTable(records, { condition, size }) {
  const rows = Object.entries(OPERATIONS).flatMap(([operation, title]) => {
    const [floor, ours, terraform] = Object.keys(SUBJECTS).map((subject) =>
      figuresOf(records, { condition, size, subject, operation }),
    );
    if (!floor && !ours && !terraform) return [];
    return [
      [
        title,
        ...[floor, ours, terraform].map(times),
        ratio(ours?.wallSeconds, floor?.wallSeconds),
        ratio(ours?.cpuSeconds, floor?.cpuSeconds),
        requests(ours),
        requests(terraform),
      ],
    ];
  });
  return table(
    [
      ...["Operation", "do-nothing", "pulumi-voicecall", "Terraform"],
      ...["Time, ratio", "CPU, ratio", "Requests", "Requests, Terraform"],
    ],
    rows,
  );
}

const times = (figures) =>
  figures ? `${figures.wallSeconds.toFixed(1)} s / ${figures.cpuSeconds.toFixed(1)} CPU s` : NONE;

const ratio = (one, other) => {
  const value = quotient(one, other);
  return value === undefined ? NONE : `${value.toFixed(2)} ×`;
};

function requests(figures) {
  if (!figures) return NONE;
  const refused = figures.refused > 0 ? ` and ${figures.refused} rejected` : "";
  const runs = figures.runs > 1 ? `, ${figures.runs} runs` : "";
  return `${figures.requests}${refused}${runs}`;
}

export function routeTable(records, size) {
  const rows = Object.entries(OPERATIONS).flatMap(([operation, title]) => {
    const figures = figuresOf(records, { condition: "none", size, subject: "ours", operation });
    if (!figures) return [];
    const routes = Object.entries(figures.routes).map(([route, count]) => `${count} × \`${route}\``);
    return [[title, routes.join("<br>") || "none"]];
  });
  return table(["Operation", "Requests"], rows);
}

export function growthTable(records) {
  const rows = GROWING.flatMap((operation) => {
    const cells = ["floor", "ours"].map((subject) => growth(records, subject, operation));
    if (cells.every((cell) => cell === undefined)) return [];
    return [[OPERATIONS[operation], ...cells.map((cell) => cell?.toFixed(2) ?? NONE)]];
  });
  return table(["Operation", "do-nothing", "pulumi-voicecall"], rows);
}

/** The peak memory of the provider host and the size of the state, for `create`. */
export function spaceTable(records, sizes) {
  const rows = sizes.flatMap((size) => {
    const figures = Object.keys(SUBJECTS).map((subject) =>
      figuresOf(records, { condition: "none", size, subject, operation: "create" }),
    );
    if (figures.every((one) => one === undefined)) return [];
    const cell = (one) =>
      one?.hostPeakBytes === undefined
        ? NONE
        : `${megabytes(one.hostPeakBytes)} / ${megabytes(one.stateBytes)}`;
    return [[String(size), ...figures.map(cell)]];
  });
  return table(["Assistants", "do-nothing", "pulumi-voicecall", "Terraform"], rows);
}

export function hostStartTable(records) {
  const rows = ["floor", "ours"].flatMap((subject) => {
    const found = records.find((record) => record.operation === "hostStart" && record.subject === subject);
    if (!found || found.error !== undefined) return [];
    return [
      [SUBJECTS[subject], `${(found.wallSeconds * 1000).toFixed(0)} ms`, `${found.cpuSeconds.toFixed(2)} s`],
    ];
  });
  return table(["Host", "Time", "CPU time"], rows);
}

export function partTable(records, size) {
  const rows = GROWING.flatMap((operation) => {
    const [floor, ours] = ["floor", "ours"].map((subject) =>
      figuresOf(records, { condition: "none", size, subject, operation }),
    );
    if (!floor || !ours) return [];
    const cell = (part) => `${seconds(floor.parts[part])} / ${seconds(ours.parts[part])}`;
    return [[OPERATIONS[operation], ...["engine", "program", "provider"].map(cell)]];
  });
  return table(["Operation", "Engine", "Program", "Provider host"], rows);
}

const seconds = (value) => (value === undefined ? NONE : value.toFixed(1));
