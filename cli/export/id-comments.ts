import { type Bag, type Session, catalog, namedId } from "../../provider/facade.js";
import type { Kind } from "../../provider/kind.js";
import { firstFew, quoted } from "../../provider/quoted.js";

/** By property, the names behind the ids that the program must keep, since a name there is not unique. */
export async function idComments(kind: Kind, inputs: Bag, session: Session): Promise<Record<string, string>> {
  const comments: Record<string, string> = {};
  for (const [property, value] of Object.entries(inputs)) {
    const { refers } = catalog[kind].definition.fields[property]!;
    if (!refers) continue;
    const named: string[] = [];
    for (const id of [value].flat()) {
      const found = typeof id === "number" ? await namedId(refers.to, id, session.names) : undefined;
      if (found) named.push(`${found.id} is ${quoted(found.name)}`);
    }
    if (named.length > 0) comments[property] = firstFew(named, 10);
  }
  return comments;
}
