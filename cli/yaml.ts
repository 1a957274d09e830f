/** Parses Pulumi's YAML files as Pulumi does. */
import { parse } from "yaml";

/**
 * The top-level keys and their values. Empty if the text contains no map.
 * @throws Error if the text is not YAML
 */
export function yamlKeys(text: string): Record<string, unknown> {
  // Disables the library's limit on aliases, because that limit also rejects harmless files.
  const value: unknown = parse(text, { merge: true, maxAliasCount: -1, logLevel: "error" });
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
