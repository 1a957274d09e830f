import { tooLarge } from "../base/size.js";
import { CsvError, parse } from "csv-parse/sync";
import { readPhone } from "../core/fields/phone-number.js";
import type { Json } from "../core/fields/types.js";
import { isObject, ownValue } from "../core/fields/values.js";
import { firstFew, quoted } from "../base/quoted.js";
import { conflictLine } from "../base/lines.js";
import { asName } from "../base/spellings.js";
import { didYouMean } from "../base/suggest.js";
import { trimmed } from "../base/trimmed.js";
import { type Columns, cellValue } from "./columns.js";

/** A person to call, as declared in the list. */
export interface Row {
  /** The line in the CSV file, or the position in the iterable, counted from 1. */
  readonly line: number;
  /** E.164. */
  readonly phoneNumber: string;
  /** All declared variables; "" for an empty cell. */
  readonly variables: Readonly<Record<string, Json>>;
}

/** A row that cannot become a lead. The reason names columns, but no value. */
export interface RefusedRow {
  readonly line: number;
  readonly reason: string;
}

export interface Rows {
  readonly rows: readonly Row[];
  readonly refused: readonly RefusedRow[];
  /**
   * The phone numbers in rejected rows. For a row with too many cells, the numbers in all its cells, because its
   * phone number may be in the wrong column.
   */
  readonly skipped: readonly string[];
  /** The rejected rows in which no phone number can be read, so anybody's lead may be theirs. */
  readonly unread: readonly RefusedRow[];
  /** The unit in which messages count: lines of a file, or rows of an iterable. */
  readonly unit: "line" | "row";
}

/** Thrown if a list cannot be read at all. The message gives the reason. */
export class UnreadableList extends Error {}

/** A row before its values are checked. */
interface Read {
  readonly line: number;
  readonly cells: Readonly<Record<string, unknown>>;
  /** The values beyond the last column. If there are any, the row's values may be in wrong columns. */
  readonly extra?: readonly string[];
}

export interface Format {
  readonly columns: Columns;
  readonly defaultCountry?: string | undefined;
}

/**
 * The rows of a CSV file. A byte order mark is ignored. The delimiter is a comma, semicolon, tab or vertical
 * bar, or the one in a first line such as `sep=;`. The next line is the header.
 * @throws UnreadableList
 */
export function rowsOfCsv(text: string, format: Format): Rows {
  return { ...accepted(readCsv(text, format.columns), format), unit: "line" };
}

/**
 * The rows of an iterable, from the file that the SDK's LeadSet class writes: one JSON object per line.
 * @throws UnreadableList
 */
export function rowsOfJsonLines(text: string, format: Format): Rows {
  const lines = text.split("\n").filter((line) => line !== "");
  const asDeclared = declaredNames(format.columns);
  const read = lines.map((line, index): Read => {
    const cells = JSON.parse(line) as unknown;
    const entries = Object.entries(isObject(cells) ? cells : {}).map(([name, cell]) => [
      asDeclared(name),
      cell,
    ]);
    return { line: index + 1, cells: Object.fromEntries(entries) as Read["cells"] };
  });
  const known = new Set(read.flatMap(({ cells }) => Object.keys(cells)));
  assertColumns(format.columns, [...known]);
  return { ...accepted(read, format), unit: "row" };
}

const DELIMITERS = [",", ";", "\t", "|"];

/** A line before the header that names the delimiter to spreadsheet programs. */
const namedDelimiter = /^\uFEFF?"?sep=([^"\r\n])"?[\r\n]/i;

function readCsv(text: string, columns: Columns): Read[] {
  const at = conflictLine(text);
  if (at !== undefined) throw new UnreadableList(`line ${at} is the mark of a conflict: resolve the merge`);
  const named = namedDelimiter.exec(text)?.[1];
  const delimiters = named === undefined ? DELIMITERS : [named];
  const asDeclared = declaredNames(columns);
  const header = delimiters.map((delimiter) => headerOf(text, delimiter).map(asDeclared));
  const wanted = wantedColumns(columns);
  const hits = header.map((names) => wanted.filter((name) => names.includes(name)).length);
  const most = Math.max(...hits);
  // Without any expected column, the error shows the header for the delimiter that yields the most names.
  const widths = header.map((names) => names.length);
  const best = most > 0 ? hits.indexOf(most) : widths.indexOf(Math.max(...widths));
  const names = header[best]!;
  // Throws the reason if the text is not valid CSV.
  if (names.length === 0) parsed(text, delimiters[best]!);
  assertColumns(columns, names);
  const twice = wanted.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined) throw new UnreadableList(`two columns have the name ${quoted(twice)}`);
  return parsed(text, delimiters[best]!)
    .slice(1)
    .map(({ line, cells }) => ({
      line,
      cells: Object.fromEntries(names.map((name, index) => [name, cells[index]])),
      extra: cells.slice(names.length).filter((cell) => trimmed(cell) !== ""),
    }));
}

/** Empty for an invalid text: a wrong delimiter can put quotation marks in the middle of a cell. */
function headerOf(text: string, delimiter: string): string[] {
  try {
    return parsed(text, delimiter, 1)[0]?.cells ?? [];
  } catch (error) {
    if (error instanceof UnreadableList) return [];
    throw error;
  }
}

const wantedColumns = ({ phoneNumber, variables }: Columns): string[] => [
  ...new Set([phoneNumber, ...variables.map(({ column }) => column)]),
];

/** Finds the declared name that looks like a column's name, such as one with a no-break space or a line end in it. */
function declaredNames(columns: Columns): (name: string) => string {
  const seen = (name: string): string => asName(name).replace(/\s+/g, " ");
  const declared = new Map(wantedColumns(columns).map((name) => [seen(name), name]));
  return (name) => declared.get(seen(name)) ?? name;
}

function assertColumns(columns: Columns, names: readonly string[]): void {
  const missing = wantedColumns(columns).filter((name) => !names.includes(name));
  if (missing.length === 0) return;
  if (names.length === 0) throw new UnreadableList("it has no rows");
  // If the header is missing, the first line is about a person. So the names are shown only if all of them look
  // like column names.
  const safeNames = names.filter((name) => /^[\p{L}_][\p{L}\p{N}_ .-]{0,40}$/u.test(name));
  const has =
    safeNames.length === names.length ? ` Its columns are ${firstFew(safeNames.map(quoted), 20)}.` : "";
  const letters = (name: string): string => name.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
  const near = missing.map((name) =>
    didYouMean(name, has ? names : names.filter((one) => letters(one) === letters(name))),
  );
  throw new UnreadableList(
    `it has no column ${missing.map(quoted).join(" and no column ")}.${near.join("")}${has} Column names come from the first line of a CSV file, or from the keys of the rows`,
  );
}

/** The records, each with the number of its first line. */
function parsed(text: string, delimiter: string, to?: number): { line: number; cells: string[] }[] {
  const from_line = namedDelimiter.test(text) ? 2 : 1;
  let ended = from_line - 1;
  const found: { line: number; cells: string[] }[] = [];
  try {
    parse(text, {
      bom: true,
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      from_line,
      ...(to !== undefined && { to }),
      on_record: (cells: string[], { lines }) => {
        const line = ended + 1;
        ended = lines;
        if (cells.some((cell) => trimmed(cell) !== ""))
          found.push({ line, cells: found.length === 0 ? cells.map(trimmed) : cells });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as { lines?: unknown };
    const where = typeof lines === "number" ? ` near line ${lines}` : "";
    throw new UnreadableList(`it is not valid CSV${where}: ${csvMistake(error)}`);
  }
  return found;
}

/** The library's own messages contain parts of the text. */
const csvMistake = ({ code }: { code: string }): string =>
  code === "CSV_QUOTE_NOT_CLOSED"
    ? "a quotation mark is not closed"
    : code.includes("QUOTE")
      ? "a quotation mark is in the middle of a cell"
      : code.toLowerCase().replace(/^csv_/, "").replaceAll("_", " ");

function accepted(read: readonly Read[], { columns, defaultCountry }: Format): Omit<Rows, "unit"> {
  const rows: Row[] = [];
  const refused: RefusedRow[] = [];
  const numbers = new Set<string>();
  const skipped: string[] = [];
  const unread: RefusedRow[] = [];
  // "1.234" is 1234 in half of the world.
  const written = columns.variables.flatMap(({ column, type }) =>
    type === "number" ? read.map(({ cells }) => String(ownValue(cells, column)).trim()) : [],
  );
  const isDecimalPoint =
    written.some((text) => /^-?(?:(?:0|\d{4,})\.\d+|\d+\.(?!\d{3}$)\d+)$/.test(text)) &&
    !written.some((text) => /^-?[\d.]+,\d+$/.test(text));
  const refuse = (row: RefusedRow, found: readonly string[]): void => {
    refused.push(row);
    skipped.push(...found);
    if (found.length === 0) unread.push(row);
  };
  for (const { line, cells, extra = [] } of read) {
    if (extra.length > 0) {
      const reason =
        "it has more cells than there are columns, perhaps because a text that contains the delimiter is not in quotation marks";
      refuse({ line, reason }, numbersIn([...Object.values(cells), ...extra], defaultCountry));
      continue;
    }
    const mistakes: string[] = [];
    const given = ownValue(cells, columns.phoneNumber);
    const cell = typeof given === "string" || typeof given === "number" ? trimmed(String(given)) : "";
    const { numbers: found, mistake } = readPhone(cell, defaultCountry);
    const phoneNumber = mistake === undefined ? found[0] : undefined;
    if (cell === "") mistakes.push(`column ${quoted(columns.phoneNumber)} is empty`);
    else if (mistake !== undefined) mistakes.push(`column ${quoted(columns.phoneNumber)} ${mistake}`);
    else if (numbers.has(phoneNumber!)) mistakes.push("an earlier row has the same phone number");
    const size = tooLarge(cells);
    if (size !== undefined) mistakes.push(`it ${size}`);
    const values = columns.variables.map(({ variable, column, type }) => {
      const given = ownValue(cells, column);
      const value = cellValue(given, type);
      if (
        !isDecimalPoint &&
        type === "number" &&
        typeof given === "string" &&
        /^\s*-?\d{1,3}\.\d{3}\s*$/.test(given)
      )
        mistakes.push(
          `column ${quoted(column)} has a point that may separate thousands: write 1234 or 1.2340`,
        );
      else if (value === undefined) mistakes.push(`column ${quoted(column)} does not contain a ${type}`);
      return [variable, value ?? ""] as const;
    });
    if (phoneNumber !== undefined && mistakes.length === 0) {
      numbers.add(phoneNumber);
      rows.push({ line, phoneNumber, variables: Object.fromEntries(values) });
    } else refuse({ line, reason: mistakes.join(", and ") }, found);
  }
  return { rows, refused, skipped, unread };
}

const numbersIn = (cells: readonly unknown[], defaultCountry: string | undefined): string[] =>
  cells.flatMap((cell) => (typeof cell === "string" ? readPhone(cell, defaultCountry).numbers : []));
