/** Separate from command.ts, so that `--help` does not load the provider. */
import { catalog } from "../../provider/facade.js";

export { UnreadableList, planFile } from "../../provider/facade.js";

/** The first mistake in the properties of a LeadSet, with the options that set the property. */
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
