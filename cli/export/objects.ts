/** Turns each selected object into a resource with a name, declared inputs and state. */
import { Undeclarable, catalog, declare, label, withoutToken } from "../../provider/facade.js";
import type { Omitted, ServiceRecord, Session } from "../../provider/facade.js";
import { type Kind, kinds, labelOf, namesOf } from "../../provider/base/kind.js";
import { groupsOf } from "../../provider/base/grouped.js";
import { firstFew } from "../../provider/base/quoted.js";
import type { Account } from "./account.js";
import { assistantAdditions } from "./assistant.js";
import type { Additions, Exported, Resources } from "./exported.js";
import { type Name, names } from "./names.js";
import { idComments, sharedNames } from "./references.js";
import { urlNotes } from "./secret-values.js";

interface Note {
  /** The object that it is about. */
  readonly object: string;
  readonly text: string;
}

/** The notes as lines, each text once with its objects. */
const linesOf = (notes: readonly Note[]): string[] =>
  groupsOf(notes, ({ text }) => text).map((group) => {
    const objects = [...new Set(group.map(({ object }) => object))];
    const names = firstFew(objects, MOST_NAMED);
    const subject = objects.length === 1 ? names : `${objects.length} objects (${names})`;
    return `${subject}: ${group[0]!.text}`;
  });

const MOST_NAMED = 5;

export interface Objects {
  readonly resources: Resources;
  /** Objects that the program cannot declare, with the reason. */
  readonly leftOut: readonly string[];
  /** Notes about objects that the program declares, for example about values that it lacks. */
  readonly notes: readonly string[];
  /** The number of values that the program lacks. */
  readonly omitted: Omitted;
}

/** Other kinds than assistants are declared as their records are. */
const NOTHING: Additions = { instead: {}, comments: {}, prompt: undefined, withheld: 0, notes: () => [] };

/**
 * @param all the whole account, because names must not depend on the selection
 * @param part the objects to export
 * @param reserved names that no resource of a kind gets
 */
export async function objects(
  session: Session,
  { all, part }: { all: Account; part: Account },
  full: boolean,
  reserved: Readonly<Partial<Record<Kind, readonly string[]>>> = {},
): Promise<Objects> {
  const leftOut: string[] = [];
  const notes: Note[] = [];
  const omitted = { defaults: 0, values: 0 };
  const resources: Partial<Record<Kind, readonly Exported[]>> = {};
  for (const kind of kinds) {
    const nameOf = named(kind, all[kind], reserved[kind]);
    const exported: Exported[] = [];
    for (const record of part[kind]) {
      const object = called(kind, record);
      const added = kind === "Assistant" ? await assistantAdditions(session, record, resources) : NOTHING;
      const { instead, prompt } = added;
      const declared = await declare(kind, session, record, { full, instead });
      if (declared instanceof Undeclarable) {
        const shared = await sharedNames(kind, session, record);
        const why = withoutToken(shared.join("; ") || declared.reason, session.settings.accessToken);
        leftOut.push(`${object}: ${why}`);
        continue;
      }
      const { inputs, outputs } = declared;
      omitted.defaults += declared.omitted.defaults;
      omitted.values += declared.omitted.values + added.withheld;
      const comments = { ...(await idComments(kind, inputs, session)), ...added.comments };
      const one = { kind, id: record.id, name: nameOf.get(record.id)!, inputs, outputs, comments, prompt };
      const texts = [
        ...declared.notes,
        ...Object.entries(added.comments).map(([property, comment]) => `${property}: ${comment}`),
        ...added.notes(inputs),
        ...urlNotes(one),
      ];
      notes.push(...texts.map((text) => ({ object, text })));
      exported.push(one);
    }
    resources[kind] = exported;
  }
  return { resources: resources as Resources, leftOut, notes: linesOf(notes), omitted };
}

function named(
  kind: Kind,
  records: readonly ServiceRecord[],
  reserved?: readonly string[],
): ReadonlyMap<number, Name> {
  const { noun } = namesOf(kind);
  if (!catalog[kind].exported.namedById)
    return names(
      records.map(({ id, name }) => ({ id, title: String(name) })),
      noun,
      reserved,
    );
  return new Map(records.map(({ id }) => [id, { variable: `${noun}_${id}`, resource: `${noun}_${id}` }]));
}

const called = (kind: Kind, record: ServiceRecord): string =>
  catalog[kind].exported.namedById
    ? `${kind} (id ${record.id})`
    : label(kind, { [labelOf(kind).nameField]: record["name"] }, String(record.id));
