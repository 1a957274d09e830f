import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../setup/root.mjs";
import { lineCharts } from "./chart.mjs";
import { goals, GROWING } from "./goals.mjs";
import { lineOf } from "./lines.mjs";
import { OPERATIONS, SUBJECTS } from "./operations.mjs";
import { figuresOf } from "./results.mjs";
import { CONDITIONS } from "./service.mjs";
import {
  goalTable,
  growthTable,
  hostStartTable,
  partTable,
  routeTable,
  spaceTable,
  timeTable,
} from "./tables.mjs";

const COLORS = { floor: "#6e7781", ours: "#0969da", terraform: "#8250df" };
const IMAGES = "docs/images";

/** Writes docs/performance.md and its plots, and returns the names of the files. */
export function writePage(results) {
  const files = { "docs/performance.md": page(results), ...plots(results) };
  mkdirSync(path.join(ROOT, IMAGES), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(ROOT, file), text);
  return Object.keys(files);
}

/** The goals of a run, and its times as ratios, for the terminal. */
export function summary(results) {
  const rows = goals(results).filter(({ measured }) => measured !== undefined);
  const lines = rows.map(
    ({ goal, limit, measured, met }) => `${met ? "met    " : "NOT MET"}  ${goal}: ${measured} (${limit})`,
  );
  return [...ratios(results.records), ...lines].join("\n").replaceAll("`", "");
}

function ratios(records) {
  return cells(records).flatMap(({ condition, size }) =>
    Object.entries(OPERATIONS).flatMap(([operation, title]) => {
      const [ours, floor] = ["ours", "floor"].map((subject) =>
        figuresOf(records, { condition, size, subject, operation }),
      );
      if (!ours || !floor) return [];
      const ratio = (name) => `${(ours[name] / floor[name]).toFixed(2)} ×`;
      return [
        `${String(size).padStart(5)}, ${title}: ${ratio("wallSeconds")} the time and ${ratio("cpuSeconds")} the CPU time of the do-nothing provider`,
      ];
    }),
  );
}

/** The measured pairs of condition and size, sorted by condition and then by size. */
function cells(records) {
  const found = new Map();
  for (const { condition, size } of records) found.set(`${condition} ${size}`, { condition, size });
  const order = Object.keys(CONDITIONS);
  return [...found.values()].sort(
    (one, other) => order.indexOf(one.condition) - order.indexOf(other.condition) || one.size - other.size,
  );
}

function page(results) {
  const { machine, versions, records, missing } = results;
  const sizes = cells(records)
    .filter(({ condition }) => condition === "none")
    .map(({ size }) => size);
  const detailed = sizes.includes(200) ? 200 : sizes[0];
  const failed = records.filter(({ error }) => error !== undefined);
  return `# Performance

\`npm run bench\` measures this and writes this page. It runs this provider beside a dynamic provider that does nothing, and beside Terraform with a generic REST provider. All of them declare the same account: assistants with prompts of 2 kB, and a tool for every ten of them. The service is the local one.

Measured on ${machine.date} in ${Math.round(machine.seconds / 60)} minutes:

- ${machine.text}. Average load at the start: ${machine.load.toFixed(1)}.
${Object.values(versions)
  .map((version) => `- ${version}`)
  .join("\n")}
${missing ? `- Terraform is not measured: ${missing}\n` : ""}${busy(machine)}${failures(failed)}
## Goals

${goalTable(goals(results))}

CPU time is that of the whole process tree of a command. CPU time and memory are compared with the do-nothing provider. Requests are those that the service accepted.

## Times

${cells(records)
  .map(
    (cell) =>
      `### ${cell.size} assistants, ${CONDITIONS[cell.condition].title}\n\n${timeTable(records, cell)}`,
  )
  .join("\n\n")}

![CPU time of each operation over the number of assistants](images/performance-cpu.svg)

## Growth

The exponent e of N^e, for the CPU time between 50 and 1,600 assistants. 1 means that twice the assistants take twice the time.

${growthTable(records)}

## Requests

The requests of this provider, with ${detailed} assistants and no latency:

${routeTable(records, detailed)}

![Requests over the number of assistants](images/performance-requests.svg)

## Where the CPU time goes

CPU seconds with ${detailed} assistants, of the do-nothing provider / of this provider. They are sampled while the processes run, so they add up to less than the times above.

${partTable(records, detailed)}

State has about 14 more properties of each assistant than that of the do-nothing provider, such as the ids of names and the times of changes. Their way through the engine and the host is about half of the difference in a refresh, and most of the rest in a destroy is the HTTP request for each object.

## Memory and state

Peak memory of the provider host / size of the state, after the create:

${spaceTable(records, sizes)}

Operations that wait for the service make Node's HTTP/2 server keep the messages of later, finished calls until the next full garbage collection. So the peak contains garbage: a full collection frees about half of the heap.

## Start of the provider host

The time from the start of its process to its response to the first check, a median of nine:

${hostStartTable(records)}

## How it is measured

- **Each command is checked**: its exit code, the objects in the service and in state, the one changed object, the one drifted object. A command that fails or does something else has no figures.
- **The do-nothing provider** has the same inputs, in as many resources. Its provider text is constant too, so that Pulumi serializes no closure. \`read\` returns what is recorded, with inputs, because a provider that finds drift must return them.
- **All commands of a size run in turn**, subject by subject. ${roundsSentence(records)} Under the rate limit, the two subjects run at the same time, because they mostly wait.
- **Pulumi writes state once per command** (\`PULUMI_SKIP_CHECKPOINTS\`), except where a heading says otherwise. By default it writes the whole state after each step. With many resources, that takes far longer than everything else, and would hide the cost of a provider.
- **\`up\` and \`destroy\` run with \`--parallel 32\`**, for both providers. [Settings](settings.md#under-a-rate-limit) recommends it, and the workflows of \`voicecall init ci\` use it, because creates that run at once share one read-back. Pulumi's default depends on the number of cores.
- **\`up\` and \`destroy\` skip their preview**, which has its own row. \`refresh\` is \`pulumi refresh --preview-only\`.
- **Terraform** uses the provider [Mastercard/restapi](https://github.com/Mastercard/terraform-provider-restapi), with the settings that send the fewest requests: \`write_returns_object\`, and \`-refresh=false\` for all but the drift check, which is \`plan -refresh-only\`. This provider reads each object by its id. The service has no such route for assistants, so the local service gets one here (\`assistantById\`). Version 1.20 reads each object twice. 1,600 assistants are left out.
- **Under the rate limit, Terraform gets the best of two settings.** Its provider gives up at the first rejected request, so \`apply\` runs again until all objects exist. A plan needs all of its reads in one run, so there \`rate_limit = 1\` keeps it at the rate of the service.
- **A rate limit begins with a full burst** at each command. Between commands there is none.
`;
}

function roundsSentence(records) {
  const most = Math.max(...records.map(({ round }) => round));
  if (most === 1) return "Each is measured once.";
  return `Without latency, up to 800 assistants are measured ${most} times, and the figures are medians. Terraform, and the runs that write state after each step, are measured once.`;
}

function busy({ load }) {
  if (load <= 1) return "";
  return "\n**The machine was busy.** All times are too high, and the ratios of two times are not reliable.\n";
}

function failures(failed) {
  if (failed.length === 0) return "";
  const lines = failed.map((record) => `- ${lineOf(record).trim().split("\n")[0]}`);
  return `\n**Some commands failed and have no figures:**\n\n${lines.join("\n")}\n`;
}

function plots({ records }) {
  const sizes = cells(records).filter(({ condition }) => condition === "none");
  const series = (operation, name) =>
    Object.entries(SUBJECTS).map(([subject, title]) => ({
      name: title,
      color: COLORS[subject],
      points: sizes.flatMap(({ size }) => {
        const value = figuresOf(records, { condition: "none", size, subject, operation })?.[name];
        return value > 0 ? [[size, value]] : [];
      }),
    }));
  const panels = (name, operations) =>
    operations.map((operation) => ({ title: OPERATIONS[operation], series: series(operation, name) }));
  return {
    [`${IMAGES}/performance-cpu.svg`]: lineCharts(
      "CPU time of each operation over the number of assistants",
      "s",
      panels("cpuSeconds", GROWING),
    ),
    [`${IMAGES}/performance-requests.svg`]: lineCharts(
      "Requests of each operation over the number of assistants",
      "",
      panels("requests", ["create", "refresh", "changeOne", "destroy"]),
    ),
  };
}
