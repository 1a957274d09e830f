import { difference, withNames } from "../run/describe.js";
import { role } from "../fields/fields.js";
import type { Operation, Standard } from "../run/operation.js";
import type { ServiceRecord } from "../records/record.js";
import { planAdoption } from "./plan.js";
import { declaredPart } from "../fields/structure.js";
import { same } from "../fields/values.js";
import { type Values, shownIn } from "../run/sides.js";

/** What an adoption changes in the existing object, as far as messages may show it. */
export async function shownChanges(
  operation: Operation<Standard>,
  record: ServiceRecord,
  wanted: Values,
): Promise<string[]> {
  const { definition, session } = operation;
  const changed = await planAdoption(operation, record, wanted);
  return Promise.all(
    [...changed.live].map(async ([property, from]) => {
      const field = definition.fields[property]!;
      const sides = [from, wanted.get(property)].map((value) => withNames(field, value, session.names));
      const [before, after] = await Promise.all(sides);
      return difference(property, field, before, after);
    }),
  );
}

/** Lines about declared fields that an adoption cannot set, or cannot compare with the existing object. */
export async function whatStays(
  operation: Operation<Standard>,
  record: ServiceRecord,
  wanted: Values,
): Promise<string[]> {
  const { definition, label } = operation;
  const shown = await shownIn(operation, record, wanted);
  const lines: string[] = [];
  if (definition.unchangeable !== undefined) lines.push(...undecided(operation, wanted));
  for (const [property, want] of wanted) {
    const field = definition.fields[property]!;
    if (!field.fixed) continue;
    const from = declaredPart(field, shown.get(property), want);
    if (same(field, from, want)) continue;
    const what = difference(property, field, from, want);
    lines.push(`${label}: the service cannot change ${what}, so the existing object keeps its own value.`);
  }
  return lines;
}

function undecided({ definition, label }: Operation<Standard>, wanted: Values): string[] {
  const hidden = [...wanted.keys()].filter((property) => {
    const field = definition.fields[property]!;
    return role(field) === "field" && field.record === undefined;
  });
  if (hidden.length === 0) return [];
  const what = hidden.join(", ");
  return [
    `${label}: the service does not show ${what} of the existing object, so the provider cannot tell whether that object has the declared values.`,
  ];
}

/**
 * No call tells the provider whether a resource that a targeted command leaves out has the object in state. Printed
 * once per run.
 */
export const IF_STILL_IN_STATE =
  "If a resource under an old name still has an adopted object in state, do not delete that resource with --target: " +
  "this deletes the object, even if it is protected. Remove it with `pulumi state delete`.";
