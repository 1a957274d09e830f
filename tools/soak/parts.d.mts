export const PARTS: Record<string, { files?: string[] }>;
