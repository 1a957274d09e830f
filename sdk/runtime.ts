import type { Lookups } from "../provider/core/lookup/records.js";

/** Loads the provider only when a lookup needs it, because that takes time. */
export async function openRuntime(settings: Readonly<Record<string, string>>): Promise<Lookups> {
  const { openLookups } = await import("../provider/index.js");
  return openLookups((key) => settings[key]);
}
