import { type Bag, type Session, catalog, namedIds } from "../../provider/facade.js";
import type { Kind } from "../../provider/base/kind.js";
import { firstFew, quoted } from "../../provider/base/quoted.js";

/** For each property that contains ids, a comment with the names of the objects. */
export async function idComments(kind: Kind, inputs: Bag, session: Session): Promise<Record<string, string>> {
  const comments: Record<string, string> = {};
  for (const [property, value] of Object.entries(inputs)) {
    const { refers } = catalog[kind].definition.fields[property]!;
    if (!refers) continue;
    const ids = [value].flat().filter((item) => typeof item === "number");
    const found = await namedIds(refers.to, ids, session.names);
    const texts = found.map(({ id, name }) => `${id} is ${quoted(name)}`);
    if (texts.length > 0) comments[property] = firstFew(texts, 10);
  }
  return comments;
}
