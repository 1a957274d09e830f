import type { CommandRecord } from "./results.mjs";

export function goals(results: {
  records: readonly CommandRecord[];
}): { goal: string; limit: string; measured?: string; met?: boolean }[];
