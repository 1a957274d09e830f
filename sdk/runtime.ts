import type { Lookups } from "../provider/lookup/records.js";

/** Loads the provider, which takes time. Only programs with look-ups need it. */
export async function openRuntime(settings: Readonly<Record<string, string>>): Promise<Lookups> {
  const { openLookups } = await import("../provider/index.js");
  return openLookups((key) => settings[key]);
}
