/** The sentences of messages, which `snapshots/messages.md` lists once each. */
import path from "node:path";
import type { Kind } from "./kinds.js";
import { MADE } from "./page.js";
import type { Played } from "./play.js";

export const SENTENCES = path.join(__dirname, "snapshots", "messages.md");

/** The code of a line without an error, as in `Message`. */
const NOTE = "note";

/** Without what differs between runs and routes: addresses, numbers and paths. */
const alike = (text: string): string =>
  text
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "ADDRESS")
    .replaceAll(/\b(?:GET|POST|PUT|DELETE) \/user\S*/g, "ROUTE")
    .replaceAll(/\d+/g, "N");

const sentencesOf = (text: string): string[] => alike(text).split(/(?<=[.:])\s+|\n\s*/);

/** The messages of a cell, each with its code. */
export function saidIn({ errors, codes, lines }: Played): { code: string; sentences: string[] }[] {
  return [
    ...errors.map((text, index) => ({ code: codes[index]!, sentences: sentencesOf(text) })),
    ...lines.map((text) => ({ code: NOTE, sentences: sentencesOf(text) })),
  ];
}

/** The cells on the page, as page, operation and fault. */
export const cellsOn = (text: string): string[][] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(2)
    .map((line) =>
      line
        .slice(2, -2)
        .split(/ ?\| ?/)
        .slice(0, 3),
    );

export const sentencesOn = (text: string): string[] =>
  [...text.matchAll(/^\d+\. (.*)$/gm)].map(([, sentence]) => sentence!);

/** @param rows cells, each with its messages: the code, and the numbers of the sentences */
export const sentencesPage = (rows: string[][], sentences: Iterable<string>): string => `${MADE}

# The sentences of messages

Each is here once. N is a number, ADDRESS the base URL, and ROUTE a method and a path. These cells say them; the test plays the cells that the table names.

${[HEAD, HEAD.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n")}

${[...sentences].map((sentence, index) => `${index + 1}. ${sentence}`).join("\n")}
`;

const HEAD = ["Page", "Operation", "Fault", "Messages"];

/** What is wrong with an error's text. */
export function faultsOf(kind: Kind, error: string): string[] {
  const faults: string[] = [];
  if (!kind.named.test(error) && !error.startsWith("campaign: ")) faults.push("does not name the resource");
  // For a mistake in the program, the message names the property, and the engine adds the resource. If an
  // existing object prevents a create, the message names the resource.
  if (
    !/^((check|compare|create|read|update|delete|start|stop|adopt|set) |campaign[: ])/.test(error) &&
    !/^\w+ .*: (the account already has|this run has)/.test(error)
  )
    faults.push("does not say what was attempted");
  if (!/\b(run|next `pulumi up|set|check|give|correct|look|adoptId|detach|name it)\b/i.test(error))
    faults.push("does not say what to do");
  return faults.map((fault) => `an error ${fault}: ${error}`);
}
