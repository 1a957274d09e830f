/** The page of a kind: two tables. In those of some kinds, a row is left out if an assistant has the same cells. */
import path from "node:path";
import type { Fault } from "./fault.js";
import type { Column, Kind } from "./kinds.js";
import { type Outcome, words } from "./outcome.js";
import type { Played } from "./play.js";

export interface Cell {
  column: Column;
  fault: Fault;
  played: Played;
  outcome: Outcome;
}

export const snapshot = (name: string): string => path.join(__dirname, "snapshots", `${name}.md`);

export const MADE =
  "<!-- Made by `npm run generate:faults` from the tests in test/lifecycle/outcomes/: do not edit. -->";

/** @param usual an assistant's cells */
export function page(kind: Kind, cells: Cell[], usual?: Map<string, string>): string {
  const table = (columns: Column[]): string => {
    const inColumns = cells.filter(({ column }) => columns.includes(column));
    const differing = inColumns.filter((cell) => usual?.get(keyOf(cell)) !== cellText(cell));
    const shown = new Set(differing.map(({ fault }) => fault));
    const faults = [...new Set(inColumns.map(({ fault }) => fault))].filter((fault) => shown.has(fault));
    const rows = faults.map((fault) => [
      fault.title,
      `\`${written(
        kind,
        inColumns.find((cell) => cell.fault === fault)!,
      )}\``,
      ...columns.map((column) => {
        const cell = inColumns.find((other) => other.fault === fault && other.column === column);
        return cell ? cellText(cell) : "";
      }),
    ]);
    const head = ["Fault", "As a rule", ...columns.map(({ title }) => title)];
    return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
  };
  const writes = table(kind.writes);
  const readings = table(kind.readings);
  return `${MADE}

# ${kind.kind}${kind.form === "2026" ? " in the 2026 form" : ""}: what happens under each fault

[What the outcomes mean](../../../../docs/evidence/faults.md). A cell has the outcome, how often the request was sent if more than once, what the command left in the service and in state, the codes of the errors, and the number of lines that the provider printed. An empty cell means that the fault cannot occur there.${usual ? " A fault that is not here has the outcomes of [an assistant](assistant.md)." : ""}

## Faults of writes

${writes}

## Faults of reads

The provider reads before a write, to see what exists. It reads again after a write whose response does not show the stored values. "names" is the listing in which preview looks up names.

${readings}
`;
}

/** The operation and the fault of a cell. */
export const keyOf = ({ column, fault }: Pick<Cell, "column" | "fault">): string =>
  `${column.title} ${fault.title}`;

const SEPARATOR = " · ";

export function cellText({ outcome, played }: Cell): string {
  const { sent, left, codes, lines } = played;
  const parts = [
    sent > 1 ? `${outcome} ×${sent}` : outcome,
    `${left.service} / ${left.state}`,
    codes.join(", "),
    lines.length === 0 ? "" : `+${lines.length}`,
  ];
  return parts.filter((part) => part !== "").join(SEPARATOR);
}

/** The texts of a page's cells that are not empty, by `keyOf`. */
export function cellsIn(text: string): Map<string, string> {
  const cells = new Map<string, string>();
  let operations: string[] = [];
  for (const line of text.split("\n").filter((one) => one.startsWith("| "))) {
    const [title = "", , ...found] = line.slice(2, -2).split(/ ?\| ?/);
    if (title === "Fault") operations = found;
    else if (!/^-+$/.test(title))
      for (const [index, cell] of found.entries())
        if (cell !== "") cells.set(`${operations[index]} ${title}`, cell);
  }
  return cells;
}

/** The outcome in a cell's text. */
export const outcomeIn = (cell: string): string => cell.split(SEPARATOR)[0]!.replace(/ ×\d+$/, "");

/** The rule without method and path, shortened. */
function written(kind: Kind, { fault, column }: Cell): string {
  const { rules, refused } = fault.trap(column, kind);
  if (refused !== undefined) return '{"refuseMs": …}';
  return rules
    .map(({ method: _, path: __, exact: ___, ...rule }) =>
      JSON.stringify(rule, (key, value: unknown) => (key === "body" && value !== "" ? "…" : value)),
    )
    .join(", ");
}

export const legend = (): string =>
  Object.entries(words)
    .map(([word, { means }]) => `| ${word} | ${means} |`)
    .join("\n");
