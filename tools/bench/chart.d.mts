export function ticks(values: readonly number[]): number[];
export function lineCharts(
  title: string,
  unit: string,
  panels: readonly {
    title: string;
    series: readonly { name: string; color: string; points: readonly (readonly [number, number])[] }[];
  }[],
): string;
