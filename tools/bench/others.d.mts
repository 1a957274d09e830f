export function watchOthers(): (measuredSeconds?: number) => number;
export function refusal(part: number): string | undefined;
