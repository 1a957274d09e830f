/** The most common faults, from the tables of all kinds. */
import { markdownTable } from "../../../tools/generate/markdown.js";
import { cellsIn, outcomeIn } from "./page.js";

/** The faults in the summary: their names for users, and their titles in the tables of writes and reads. */
const FAULTS: readonly (readonly [shown: string, write: string, read?: string])[] = [
  ["The token is wrong or expired (401)", "401", "401"],
  ["The service rejects the values (422)", "422 that quotes what was sent"],
  ["Too many requests (429), once", "429, Retry-After in seconds", "429, Retry-After in seconds"],
  ["Too many requests (429), every time", "429, every time", "429, every time"],
  ["Error 500 before the request was processed", "500, not processed", "500"],
  ["Error 500 after the request was processed", "500, processed"],
  ["Error 503 every time", "503, every time", "503, every time"],
  ["No connection, once", "the connection is refused once", "the connection is refused once"],
  [
    "No connection, every time",
    "the connection is refused every time",
    "the connection is refused every time",
  ],
  ["Cut before the request was processed", "cut before it is processed", "cut before a response"],
  ["Cut after the request was processed", "cut after it was processed"],
  [
    "Cut after it was processed, and listings show it a minute later",
    "cut after it was processed, and the listing lags 60 s behind",
  ],
  ["No response in time, not processed", "no response in time, not processed", "no response in time"],
  ["No response in time, processed", "no response in time, processed"],
  ["A web page instead of JSON, not processed", "a web page, not processed", "a web page"],
  ["`success: false`, not processed", "success: false, not processed", "success: false"],
  ["A field is accepted and not kept", "a field accepted and not kept"],
  [
    "The object was deleted manually just before",
    "the record vanishes just before",
    "the record vanishes just before",
  ],
];

const WRITES: Record<string, string[]> = {
  create: ["create"],
  update: ["update"],
  delete: ["delete"],
  "start a campaign": ["start (create)", "start (update)"],
};
const READS: Record<string, string[]> = { preview: ["preview", "preview, names"], refresh: ["refresh"] };

/** Outcomes by operation and the fault's title. */
type Outcomes = Map<string, Set<string>>;

/** @param pages the snapshots of the kinds */
export function summary(pages: readonly string[]): string {
  const outcomes = pages.reduce(collect, new Map<string, Set<string>>());
  const cell = (title: string | undefined, operations: readonly string[]): string => {
    const found = operations.flatMap((operation) => [...(outcomes.get(`${operation} ${title}`) ?? [])]);
    return [...new Set(found)].sort().join(" or ");
  };
  const rows = FAULTS.map(([title, write, read]) => {
    const cells = [
      ...Object.values(WRITES).map((operations) => cell(write, operations)),
      ...Object.values(READS).map((operations) => cell(read, operations)),
    ];
    if (cells.every((one) => one === "")) throw new Error(`No table has the fault "${write}".`);
    return { title, cells };
  });
  // Faults with the same outcomes share a row.
  const alike = new Map<string, typeof rows>();
  for (const row of rows) {
    const key = row.cells.join();
    alike.set(key, [...(alike.get(key) ?? []), row]);
  }
  return markdownTable(
    ["Fault", ...Object.keys(WRITES), ...Object.keys(READS)],
    [...alike.values()].map((group) => [group.map(({ title }) => title).join("; "), ...group[0]!.cells]),
  );
}

/** Adds a page's cells, without requests, states and codes. */
function collect(outcomes: Outcomes, page: string): Outcomes {
  for (const [key, text] of cellsIn(page))
    outcomes.set(key, (outcomes.get(key) ?? new Set()).add(outcomeIn(text)));
  return outcomes;
}
