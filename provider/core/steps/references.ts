import { NamedId, difference, namedIds, withNames } from "../run/describe.js";
import type { Operation } from "../run/operation.js";
import type { Change } from "../run/results.js";
import { ownValue } from "../fields/values.js";

/**
 * In a preview, returns a line that shows the names for the ids in changed references. The engine shows only the
 * ids.
 */
export async function namedChanges(operation: Operation, found: readonly Change[]): Promise<string[]> {
  const { definition, session, olds, news, label } = operation;
  if (!session.ledger.isPreview || session.offline) return [];
  const changed: string[] = [];
  for (const { property } of found) {
    const field = definition.fields[property]!;
    if (!field.refers) continue;
    const sides = [ownValue(olds, property), ownValue(news, property)];
    const [from, to] = await Promise.all(sides.map((value) => withNames(field, value, session.names)));
    if ([from, to].flat().some((item) => item instanceof NamedId))
      changed.push(difference(property, field, from, to));
  }
  return changed.length === 0 ? [] : [`${label}: will change ${changed.join(", ")}.`];
}

/** For `voicecall drift`: reports the names of the ids in a reference that has drifted. */
export async function reportNames(
  { definition, kind, id, session }: Operation,
  property: string,
  sides: readonly unknown[],
): Promise<void> {
  const { refers } = definition.fields[property]!;
  if (!session.report || !refers) return;
  const found = await namedIds(refers.to, sides.flat(), session.names);
  const names = Object.fromEntries(found.map((one) => [String(one.id), one.name]));
  session.report({ kind, id, text: "", names: { [property]: names } });
}
