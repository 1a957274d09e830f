export function compressionLine(): string;
