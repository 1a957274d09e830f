/** The page of a kind: two tables, and all messages. */
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

/** The address in the documents' examples. */
const ADDRESS = "http://127.0.0.1:4010";

export const MADE =
  "<!-- Made by `npm run generate:faults` from the tests in test/lifecycle/outcomes/: do not edit. -->";

export function page(kind: Kind, cells: Cell[]): string {
  const messages = new NumberedMessages();
  const table = (columns: Column[]): string => {
    const inColumns = cells.filter(({ column }) => columns.includes(column));
    const faults = [...new Set(inColumns.map(({ fault }) => fault))];
    const rows = faults.map((fault) => [
      fault.title,
      `\`${written(
        kind,
        inColumns.find((cell) => cell.fault === fault)!,
      )}\``,
      ...columns.map((column) => {
        const cell = inColumns.find((other) => other.fault === fault && other.column === column);
        return cell ? cellText(cell, messages) : "";
      }),
    ]);
    const head = ["Fault", "As a rule", ...columns.map(({ title }) => title)];
    return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
  };
  const writes = table(kind.writes);
  const readings = table(kind.readings);
  return `${MADE}

# ${kind.kind}${kind.form === "2026" ? " in the 2026 form" : ""}: what happens under each fault

[What the words mean](../../../../docs/faults.md). "×4" means that the request was sent four times. A number links to [the messages](#messages). An empty cell means that the fault cannot occur there.

## Faults of writes

${writes}

## Faults of reads

The provider reads before a write, to see what exists. It reads again after a write whose response does not show the stored values. "names" is the listing in which preview looks up names.

${readings}

## Messages

If several operations have the same message, it is listed once.

${messages.all()}
`;
}

function cellText({ outcome, played }: Cell, messages: NumberedMessages): string {
  const times = played.sent > 1 ? ` ×${played.sent}` : "";
  const { errors, lines } = played;
  const number = messages.number([...errors, ...lines].join("\n"));
  return `${outcome}${times}${number}`;
}

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

/** Collects distinct texts, in the order of their first use. */
class NumberedMessages {
  readonly #texts = new Map<string, string>();

  number(raw: string): string {
    if (raw === "") return "";
    const text = raw.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, ADDRESS);
    const key = alike(text);
    if (!this.#texts.has(key)) this.#texts.set(key, text);
    const number = [...this.#texts.keys()].indexOf(key) + 1;
    return ` [${number}](#${number})`;
  }

  all(): string {
    return [...this.#texts.values()]
      .map((text, index) => `<a id="${index + 1}"></a>${index + 1}.\n\n\`\`\`text\n${text}\n\`\`\``)
      .join("\n\n");
  }
}

/** The text without the operation and the counts, so that similar messages are listed once. */
const alike = (text: string): string =>
  text
    .replaceAll(/^(check|compare|create|read|update|delete|start|stop)( [^:]*?)(?: \(id \d+\))?: /gm, "$2: ")
    .replaceAll(/the object was (created|changed), but/g, "the object was written, but")
    .replaceAll(/total of \d+|\d+ records|one of \d+/g, "…");

export const legend = (): string =>
  Object.entries(words)
    .map(([word, { means }]) => `| ${word} | ${means} |`)
    .join("\n");
