import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Operation } from "../core/run/operation.js";
import type { Session } from "../core/run/session.js";
import { ROWS_FILE, type Bag, UNKNOWN, hasUnknown, ownValue } from "../core/fields/values.js";
import { isAssigned } from "../core/fields/phone-number.js";
import { grouped } from "../base/grouped.js";
import { firstFew, quoted } from "../base/quoted.js";
import { columnsOf } from "./columns.js";
import { type Rows, UnreadableList, rowsOfCsv, rowsOfJsonLines } from "./rows.js";

/** The value of the input `leads`. */
export interface ListInput {
  /** The path of the CSV file, as written in the program; absent for rows. */
  readonly file?: string | null;
  /** SHA-256 of the content, in hexadecimal. A refresh that finds drift puts a prefix before it. */
  readonly hash: string;
}

export const listInput = (bag: Bag): ListInput | undefined => {
  const list = ownValue(bag, "leads");
  return list === undefined || list === UNKNOWN ? undefined : (list as ListInput);
};

interface Known {
  /** Paths by hash. Check stores them for diff, create and update, because only check receives hints. */
  readonly paths: Map<string, string>;
  /** The last parsed list, which check, diff and apply share. */
  parsed?: { readonly key: string; readonly rows: Rows };
}

const known = new WeakMap<Session, Known>();

function knownIn(session: Session): Known {
  const found = known.get(session) ?? { paths: new Map<string, string>() };
  known.set(session, found);
  return found;
}

/**
 * Stores the path for the operations that follow. The path is a hint and not an input, because the SDK writes
 * rows to a temporary file, which has a different path in each run.
 */
export function rememberList({ session, news, hints }: Operation): void {
  const path = ownValue(hints, ROWS_FILE);
  const list = listInput(news);
  if (typeof path === "string" && path !== UNKNOWN && list) knownIn(session).paths.set(list.hash, path);
}

/**
 * The rows of the program's list.
 * @returns undefined in a refresh, while the list is not known yet, and if `ignoreChanges` keeps the list in state
 * @throws UnreadableList
 */
export async function rowsOf({ session, olds, news }: Operation): Promise<Rows | undefined> {
  const list = listInput(news);
  if (!list || hasUnknown([list, news["columns"], news["defaultCountry"]])) return undefined;
  const here = knownIn(session);
  const path = here.paths.get(list.hash);
  if (path === undefined) return undefined;
  const { columns, defaultCountry } = news;
  const key = JSON.stringify([list.hash, list.file ?? null, columns, defaultCountry ?? null]);
  if (here.parsed?.key === key) return here.parsed.rows;
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UnreadableList(`it cannot be read (${error.code ?? "unknown error"})`);
  });
  if (createHash("sha256").update(bytes).digest("hex") !== list.hash) {
    // With `ignoreChanges`, the engine passes the list in state, not the program's.
    if (listInput(olds)?.hash === list.hash) return undefined;
    throw new UnreadableList("it was changed while the program ran; run again");
  }
  if (!isUtf8(bytes)) throw new UnreadableList("it is not UTF-8; save it as CSV UTF-8");
  const format = {
    columns: columnsOf(columns),
    ...(typeof defaultCountry === "string" && { defaultCountry }),
  };
  const text = bytes.toString("utf8");
  const rows = typeof list.file !== "string" ? rowsOfJsonLines(text, format) : rowsOfCsv(text, format);
  here.parsed = { key, rows };
  return rows;
}

/**
 * The rows for an apply or its preview, after the check has read the list.
 * @throws VoicecallError "invalid" if the list cannot be read any more
 */
export async function checkedRows(operation: Operation): Promise<Rows | undefined> {
  try {
    return await rowsOf(operation);
  } catch (error) {
    if (!(error instanceof UnreadableList)) throw error;
    throw operation.error("invalid", `${listName(operation.news)}: ${error.message}.`);
  }
}

/** How messages name the list. */
export const listName = (bag: Bag): string => {
  const { file } = listInput(bag) ?? {};
  return typeof file === "string" ? quoted(file) : "the list";
};

const FEW = 5;

/** Such as `lines 2, 3, 7`, or `lines 2, 3, 7, 8, 9 and 4 more`. */
export function places(rows: readonly { readonly line: number }[], unit: Rows["unit"], most = FEW): string {
  const numbers = rows.map(({ line }) => String(line));
  return `${unit}${numbers.length === 1 ? "" : "s"} ${firstFew(numbers, most)}`;
}

/** The reasons why rows were rejected, each with the lines of its rows. */
export function refusals({ refused, unit }: Pick<Rows, "refused" | "unit">, most?: number): string[] {
  const byReason = grouped(refused, ({ reason }) => reason);
  return [...byReason].map(([reason, rows]) => `${places(rows, unit, most)}: ${reason}`);
}

/** What an assistant would say, although nobody meant it. */
const DOUBTFUL = [
  // What programs write where they have no value, in the language of the spreadsheet, and formulas.
  /^(?:nan|null|none|undefined|n\/a|#n(?:\/\p{L}!?|v)|#div\/0!|#[¡¿]?[\p{L}.]+[!?]|#{3,}|err:\d+|\[object.+\]|=.+)$/iu,
  // UTF-8 that was read as Windows-1252, lost characters, and HTML.
  /\uFFFD|[ÂÃÄÅÐÑ][¡-ª¬-º¼-¿€‚ƒ„†‡ˆ‰Š‹ŒŽ•˜™š›œžŸ]|â€|&(?:amp|lt|gt|quot|nbsp|#\d+|#x[\dA-Fa-f]+);/,
];

/** Notes about rows that can be leads. */
export function doubtfulRows(all: Pick<Rows, "rows" | "unit">): string[] {
  const values = all.rows.flatMap(({ line, variables }) =>
    Object.entries(variables).flatMap(([variable, value]) =>
      typeof value === "string" && DOUBTFUL.some((pattern) => pattern.test(value))
        ? [{ line, variable }]
        : [],
    ),
  );
  const spoken = [...grouped(values, ({ variable }) => variable)].map(
    ([variable, rows]) =>
      `values of ${quoted(variable)} such as NULL, #N/A, a formula, &amp; for & or Ã¼ for ü, which an assistant would say: ${rows.length} (${places(rows, all.unit)}). Empty or correct these cells, or export the list again as UTF-8.`,
  );
  return [...unassigned(all), ...spoken];
}

/** The rows whose numbers may be typing mistakes, although their lengths are right. */
function unassigned({ rows, unit }: Pick<Rows, "rows" | "unit">): string[] {
  const found = rows.filter(({ phoneNumber }) => !isAssigned(phoneNumber));
  const text = `numbers that are possible, but not in use by any known numbering plan: ${found.length} (${places(found, unit)}). Look for typing mistakes.`;
  return found.length === 0 ? [] : [text];
}
