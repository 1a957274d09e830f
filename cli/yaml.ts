/** Pulumi's own YAML files, read as Pulumi does. */
import { parse } from "yaml";

/**
 * The top-level keys; none if the text is not a map.
 * @throws Error if it is not YAML
 */
export function yamlKeys(text: string): Record<string, unknown> {
  // Without the library's limit: it also rejects aliases that are harmless.
  const value: unknown = parse(text, { merge: true, maxAliasCount: -1, logLevel: "error" });
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
