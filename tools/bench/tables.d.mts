import type { CommandRecord } from "./results.mjs";

export function table(header: readonly string[], rows: readonly (readonly string[])[]): string;
export function timeTable(
  records: readonly CommandRecord[],
  cell: { condition: string; size: number },
): string;
