export interface CommandRecord {
  size: number;
  operation: string;
  subject: string;
  round: number;
  figures: Partial<Record<string, number>>;
}
export interface Spread {
  low: number;
  median: number;
  high: number;
  count: number;
}
export function spreadOf(values: readonly (number | undefined)[]): Spread | undefined;
export function shown(spread: Spread | undefined, decimals: number): string;
export function shownRatio(spread: Spread | undefined): string;
type Table = (records: readonly CommandRecord[], operations: Record<string, string>) => string;
export const figureTable: Table;
export const ratioTable: Table;
