/** The parts of the provider that `voicecall leads` uses. They are loaded when a command runs, and not for `--help`. */
import { catalog } from "../../provider/facade.js";

export { planFile } from "../../provider/facade.js";

/** The first mistake in properties of a LeadSet, with the option that it comes from. */
export function firstMistake(properties: Record<string, unknown>): string | undefined {
  const { fields } = catalog.LeadSet.definition;
  for (const [property, value] of Object.entries(properties)) {
    const { error } = fields[property]!.type.safeParse(value);
    const [issue] = error?.issues ?? [];
    const option = property === "defaultCountry" ? "--country" : "--phone and --variable";
    if (issue) return `${option}: ${issue.message}.`;
  }
  return undefined;
}
