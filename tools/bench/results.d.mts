export interface Process {
  command: readonly string[];
  peakBytes: number;
  cpuSeconds: number;
}

export interface CommandRecord {
  condition: string;
  size: number;
  round?: number;
  subject: string;
  operation: string;
  error?: string;
  wallSeconds?: number;
  cpuSeconds?: number;
  hostPeakBytes?: number;
  stateBytes?: number;
  requests?: number;
  refused?: number;
  routes?: Record<string, number>;
  parts?: Record<string, number>;
  runs?: number;
}

export function median(numbers: readonly number[]): number;
export function exponent(points: readonly (readonly [number, number])[]): number | undefined;
export function hostPeak(processes: readonly Process[]): number | undefined;
export function cpuByPart(processes: readonly Process[]): Record<string, number>;
export function figuresOf(
  records: readonly CommandRecord[],
  cell: { condition: string; size: number; subject: string; operation: string },
): (CommandRecord & { rounds: number }) | undefined;
