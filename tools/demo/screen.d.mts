export function telling(output: string): string[];
export function colorEnvironment(isColored: boolean): Record<string, string>;
