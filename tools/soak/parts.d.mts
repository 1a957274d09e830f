export const PARTS: Record<string, object>;
