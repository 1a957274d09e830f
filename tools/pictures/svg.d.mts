export function picture(title: string, lines: readonly string[]): string;
