import { type Bag, isObject, ownValue } from "../core/fields/values.js";
import type { Json } from "../core/fields/types.js";
import { trimmed } from "../base/trimmed.js";

export type ColumnType = "text" | "number" | "boolean";

export interface VariableColumn {
  readonly variable: string;
  readonly column: string;
  readonly type: ColumnType;
}

export interface Columns {
  readonly phoneNumber: string;
  readonly variables: readonly VariableColumn[];
}

/** @param declared the checked value of the property `columns` */
export function columnsOf(declared: unknown): Columns {
  const bag = declared as Bag;
  const variables = ownValue(bag, "variables");
  return {
    phoneNumber: ownValue(bag, "phoneNumber") as string,
    variables: Object.entries(isObject(variables) ? variables : {}).map(([variable, given]) => {
      if (typeof given === "string") return { variable, column: given, type: "text" };
      const { column, type } = given as { column: string; type?: ColumnType | null };
      return { variable, column, type: type ?? "text" };
    }),
  };
}

/** Sorted, because hashes and comparisons must not depend on the order in the program. */
export const variableNames = ({ variables }: Columns): string[] =>
  variables.map(({ variable }) => variable).sort();

/** A cell in the type of its column; undefined if it has another type. An empty cell is "" in every type. */
export function cellValue(cell: unknown, type: ColumnType): Json | undefined {
  const text = typeof cell === "string" ? trimmed(cell) : ((cell ?? "") as string | number | boolean);
  if (text === "") return "";
  if (type === "text") return String(text);
  if (type === "boolean") {
    const word = String(text).toLowerCase();
    return word === "true" ? true : word === "false" ? false : undefined;
  }
  if (typeof text === "number") return Number.isFinite(text) ? text : undefined;
  // Number() would also accept "0x10", "1e3" and "Infinity", and would round long numbers.
  if (typeof text !== "string" || !/^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return undefined;
  return Number(text);
}
