/** Turns each selected object into a resource with a name, declared inputs and state. */
import { Undeclarable, catalog, declare, label, withoutToken } from "../../provider/facade.js";
import type { Omitted, ServiceRecord, Session } from "../../provider/facade.js";
import { type Kind, kinds, labelOf, namesOf } from "../../provider/base/kind.js";
import { firstFew } from "../../provider/base/quoted.js";
import type { Account } from "./account.js";
import { assistantAdditions } from "./assistant.js";
import type { Additions, Exported, Resources } from "./exported.js";
import { idComments } from "./id-comments.js";
import { type Name, names } from "./names.js";
import { urlNotes } from "./secret-values.js";
import { sharedNames } from "./shared-names.js";

export interface Note {
  /** The object that it is about. */
  readonly object: string;
  readonly text: string;
}

/** The notes as lines, each text once with its objects. */
export function linesOf(notes: readonly Note[]): string[] {
  const byText = new Map<string, Set<string>>();
  for (const { object, text } of notes) byText.set(text, (byText.get(text) ?? new Set()).add(object));
  return [...byText].map(([text, objects]) => {
    const names = firstFew([...objects], MOST_NAMED);
    return objects.size === 1 ? `${names}: ${text}` : `${objects.size} objects (${names}): ${text}`;
  });
}

const MOST_NAMED = 5;

export interface Objects {
  readonly resources: Resources;
  /** Objects that the program cannot declare, with the reason. */
  readonly leftOut: readonly string[];
  /** Notes about objects that the program declares, for example about values that it lacks. */
  readonly notes: readonly Note[];
  /** The number of values that the program lacks. */
  readonly omitted: Omitted;
}

/** @param before the resources of earlier kinds */
type Add = (session: Session, record: ServiceRecord, before: Partial<Resources>) => Promise<Additions>;

const additions: Partial<Record<Kind, Add>> = { Assistant: assistantAdditions };

/**
 * @param all the whole account, because names must not depend on the selection
 * @param part the objects to export
 */
export async function objects(
  session: Session,
  { all, part }: { all: Account; part: Account },
  full: boolean,
): Promise<Objects> {
  const leftOut: string[] = [];
  const notes: Note[] = [];
  const omitted = { defaults: 0, values: 0 };
  const resources: Partial<Record<Kind, readonly Exported[]>> = {};
  for (const kind of kinds) {
    const nameOf = named(kind, all[kind]);
    const exported: Exported[] = [];
    const note = (object: string, texts: readonly string[]): void =>
      void notes.push(...texts.map((text) => ({ object, text })));
    for (const record of part[kind]) {
      const objectLabel = called(kind, record);
      const name = nameOf.get(record.id)!;
      const added = await additions[kind]?.(session, record, resources);
      const declared = await declare(kind, session, record, { full, instead: added?.instead ?? {} });
      if (declared instanceof Undeclarable) {
        const shared = await sharedNames(kind, session, record);
        leftOut.push(
          `${objectLabel}: ${withoutToken(shared.join("; ") || declared.reason, session.settings.accessToken)}`,
        );
        continue;
      }
      const { inputs, outputs } = declared;
      omitted.defaults += declared.omitted.defaults;
      omitted.values += declared.omitted.values + (added?.withheld ?? 0);
      const { comments = {}, prompt } = added ?? {};
      note(objectLabel, [
        ...declared.notes,
        ...Object.entries(comments).map(([property, comment]) => `${property}: ${comment}`),
        ...(added?.notes(inputs) ?? []),
      ]);
      const allComments = { ...(await idComments(kind, inputs, session)), ...comments };
      const one = {
        kind,
        id: record.id,
        name,
        inputs,
        outputs,
        comments: allComments,
        ...(prompt && { prompt }),
      };
      note(objectLabel, urlNotes(one));
      exported.push(one);
    }
    resources[kind] = exported;
  }
  return { resources: resources as Resources, leftOut, notes, omitted };
}

function named(kind: Kind, records: readonly ServiceRecord[]): ReadonlyMap<number, Name> {
  const { noun } = namesOf(kind);
  if (!catalog[kind].exported.namedById)
    return names(
      records.map(({ id, name }) => ({ id, title: String(name) })),
      noun,
    );
  return new Map(records.map(({ id }) => [id, { variable: `${noun}_${id}`, resource: `${noun}_${id}` }]));
}

const called = (kind: Kind, record: ServiceRecord): string =>
  catalog[kind].exported.namedById
    ? `${kind} (id ${record.id})`
    : label(kind, { [labelOf(kind).nameField]: record["name"] }, String(record.id));
