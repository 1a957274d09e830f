export function readOptions(args: readonly string[]): {
  subjects: string[];
  parts: Record<string, number[]>;
  rounds: number;
  minutes: number;
  write: boolean;
};
