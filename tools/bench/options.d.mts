export function readOptions(args: readonly string[]): {
  subjects: string[];
  sizes: number[];
  rounds: number;
  write: boolean;
};
