import { asId, references } from "../lookup/names.js";
import { asName } from "../../base/spellings.js";
import { quoted } from "../../base/quoted.js";
import type { Operation } from "../run/operation.js";
import type { Finding } from "../run/results.js";
import { UNKNOWN, ownValue } from "../fields/values.js";

/**
 * Rejects references by name to an object that the program renames. A lookup of the old name fails in this apply if
 * the renaming comes first, and otherwise in the next apply. The check of the later of the two resources reports this.
 */
export const renamedFindings = (operation: Operation): Finding[] => [
  ...oldNames(operation),
  ...newName(operation),
];

/** Records which names this resource refers to, and reports those that a resource checked earlier changes. */
function oldNames({ definition, news, session, label }: Operation): Finding[] {
  return Object.entries(definition.fields).flatMap(([property, { refers }]) => {
    const { kind, one = "" } = refers ? references[refers.to] : {};
    if (!refers || kind === undefined) return [];
    const { renamed, users } = session.ledger.names(kind);
    return [ownValue(news, property)].flat().flatMap((name, index) => {
      if (typeof name !== "string" || name === UNKNOWN || asId(refers.to, name) !== undefined) return [];
      users.set(asName(name), `${label} refers to the ${one} ${quoted(name)} by this name in ${property}`);
      const changed = renamed.get(asName(name));
      if (changed === undefined) return [];
      const reason = `this program renames the ${one} ${quoted(name)} to ${quoted(changed)}; pass the resource instead of the name`;
      return [{ path: refers.many ? `${property}[${index}]` : property, reason }];
    });
  });
}

/** Records a new name of this resource's object, and reports it if a resource checked earlier uses the old name. */
function newName({ kind, news, olds, session }: Operation): Finding[] {
  if (!Object.values(references).some((reference) => reference.kind === kind)) return [];
  const [before, name] = [ownValue(olds, "name"), ownValue(news, "name")];
  if (typeof before !== "string" || typeof name !== "string" || name === UNKNOWN) return [];
  const old = asName(before);
  if (old === asName(name)) return [];
  const { renamed, users } = session.ledger.names(kind);
  renamed.set(old, name);
  const user = users.get(old);
  return user === undefined
    ? []
    : [{ path: "name", reason: `${user}; pass the resource instead, which keeps the reference` }];
}
