export const HELP: string;
export function readOptions(args: readonly string[]): {
  help: boolean;
  from?: string;
  isPartial: boolean;
  write: boolean;
  cells: { condition: string; size: number; rounds: number; subjects: string[]; operations: string[] }[];
};
