export interface CommandRecord {
  size: number;
  operation: string;
  subject: string;
  wallSeconds: number;
  cpuSeconds: number;
  requests: number;
}
export interface Row {
  size: number;
  operation: string;
  ratio: { wall?: number; cpu?: number };
}
export function median(numbers: readonly number[]): number | undefined;
export function rowsOf(records: readonly CommandRecord[]): Row[];
export function tableOf(rows: readonly Row[]): string;
