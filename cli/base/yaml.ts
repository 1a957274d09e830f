/** Parses Pulumi's YAML files as Pulumi does. */
import { parse } from "yaml";
import { yamlReason } from "../../provider/base/quoted.js";

/**
 * The top-level keys and their values. Empty if the text contains no map.
 * @throws Error if the text is not YAML. The message quotes nothing from the text, which may contain secrets.
 */
export function yamlKeys(text: string): Record<string, unknown> {
  const value = parsed(text);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function parsed(text: string): unknown {
  try {
    // Disables the library's limit on aliases, because that limit also rejects harmless files.
    return parse(text, { merge: true, maxAliasCount: -1, logLevel: "error" });
  } catch (error) {
    throw new Error(yamlReason(error));
  }
}
