/** What the program's reader should know about references to other objects. */
import {
  type Bag,
  type ServiceRecord,
  type Session,
  catalog,
  definitionFor,
  namedIds,
  references,
  shownIn,
} from "../../provider/facade.js";
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

/**
 * Explains why a program cannot declare a reference: other objects have the same name as the object that it refers to,
 * and the property accepts no id.
 */
export async function sharedNames(kind: Kind, session: Session, record: ServiceRecord): Promise<string[]> {
  const { standard } = catalog[kind];
  if (!standard || record.id < 1) return [];
  const { names } = session;
  const found: string[] = [];
  const { fields } = await definitionFor(standard, session, record);
  const shown = await shownIn({ definition: { fields }, session: { names } }, record);
  for (const [property, field] of Object.entries(fields)) {
    if (!field.required || !field.refers) continue;
    const { to } = field.refers;
    const id = shown.get(property);
    if (typeof id !== "number" || field.type.safeParse(id).success) continue;
    const name = await names.titleOf(to, id);
    const titles = await Promise.all(
      [...(await names.ids(to))].map(async (one) => [one, await names.titleOf(to, one)]),
    );
    const ids = titles.filter(([, title]) => title === name).map(([one]) => one);
    if (name !== undefined && ids.length > 1)
      found.push(
        `${property} is ${quoted(name)} (id ${id}), the name of ${ids.length} ${references[to].many} (ids ${ids.join(", ")}), and a program can declare only the name. Ask the service's operator to rename one of them, or choose another one in the service's dashboard. Then export again`,
      );
  }
  return found;
}
