/**
 * Explains why a program cannot declare a reference: other objects have the same name as the object that it refers to,
 * and the property accepts no id.
 */
import {
  type ServiceRecord,
  type Session,
  catalog,
  definitionFor,
  live,
  references,
} from "../../provider/facade.js";
import type { Kind } from "../../provider/base/kind.js";
import { quoted } from "../../provider/base/quoted.js";

export async function sharedNames(kind: Kind, session: Session, record: ServiceRecord): Promise<string[]> {
  const { standard } = catalog[kind];
  if (!standard || record.id < 1) return [];
  const { names } = session;
  const found: string[] = [];
  for (const [property, field] of Object.entries((await definitionFor(standard, session, record)).fields)) {
    if (!field.required || !field.refers) continue;
    const { to } = field.refers;
    const id = await live(field, record, names);
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
