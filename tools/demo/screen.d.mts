export function telling(output: string): string[];
