/** Turns each selected object into a resource with a name, declared inputs and state. */
import { Undeclarable, catalog, declare, label, redactor } from "../../provider/facade.js";
import type { Bag, Omitted, ServiceRecord, Session } from "../../provider/facade.js";
import { type Kind, kinds, labelOf, namesOf } from "../../provider/base/kind.js";
import { quoted } from "../../provider/base/quoted.js";
import type { Account } from "./account.js";
import { assistantAdditions } from "./assistant.js";
import type { Exported, Resources } from "./exported.js";
import { urlNotes } from "./header-values.js";
import { idComments } from "./id-comments.js";
import type { Imported } from "./imported.js";
import { type Manifest, knownNames } from "./manifest.js";
import { type Known, type Name, names } from "./names.js";
import type { PromptFile } from "./prompt-file.js";
import { sharedNames } from "./shared-names.js";

export interface Objects {
  readonly resources: Resources;
  /** Objects that the program cannot declare, with the reason. */
  readonly leftOut: readonly string[];
  /** Notes about objects that the program declares, for example about values that it lacks. */
  readonly notes: readonly string[];
  /** Notes about objects that were renamed since the last export. */
  readonly renamed: readonly string[];
  /** The number of values that the program lacks. */
  readonly omitted: Omitted;
}

export interface Additions {
  readonly instead: Bag;
  readonly comments: Readonly<Record<string, string>>;
  readonly prompt?: PromptFile | undefined;
  /**
   * Properties that the program lacks, or guesses differently from the stack, although the service may have a value.
   */
  readonly withheld: readonly string[];
  /** Notes about the declared inputs. */
  readonly notes: (inputs: Bag) => readonly string[];
}

/** @param inState the inputs of the resource in the folder's stack; empty if the stack does not have it */
type Add = (
  session: Session,
  record: ServiceRecord,
  before: Partial<Resources>,
  inState: Bag,
) => Promise<Additions>;

const additions: Partial<Record<Kind, Add>> = { Assistant: assistantAdditions };

/**
 * @param all the whole account, because names must not depend on the selection
 * @param part the objects to export
 * @param imported what the folder's stack has
 * @param before the last export to the same folder
 */
export async function objects(
  session: Session,
  { all, part, imported }: { all: Account; part: Account; imported: Imported | undefined },
  full: boolean,
  before: Manifest | undefined,
): Promise<Objects> {
  const conceal = redactor({ strict: [session.settings.accessToken] });
  const leftOut: string[] = [];
  const notes: string[] = [];
  const renamed: string[] = [];
  const omitted = { defaults: 0, values: 0 };
  const resources: Partial<Record<Kind, readonly Exported[]>> = {};
  for (const kind of kinds) {
    const known = knownNames(before, kind);
    const nameOf = named(kind, all[kind], known);
    const exported: Exported[] = [];
    renamed.push(...renamedNotes(kind, part[kind], known));
    for (const record of part[kind]) {
      const objectLabel = called(kind, record);
      const name = nameOf.get(record.id)!;
      const inState = imported?.inputs({ kind, id: record.id, name }) ?? {};
      const added = await additions[kind]?.(session, record, resources, inState);
      const declared = await declare(kind, session, record, { full, instead: added?.instead ?? {} });
      if (declared instanceof Undeclarable) {
        const shared = await sharedNames(kind, session, record);
        leftOut.push(`${objectLabel}: ${conceal(shared.join("; ") || declared.reason)}`);
        continue;
      }
      const { inputs, outputs } = declared;
      omitted.defaults += declared.omitted.defaults;
      const withheld = added?.withheld ?? [];
      omitted.values += declared.omitted.values + withheld.length;
      const { comments = {}, prompt } = added ?? {};
      notes.push(...declared.notes.map((note) => `${objectLabel}: ${note}`));
      for (const [property, comment] of Object.entries(comments))
        notes.push(`${objectLabel}: ${property}: ${comment}`);
      notes.push(...(added?.notes(inputs) ?? []));
      const allComments = { ...(await idComments(kind, inputs, session)), ...comments };
      const one = {
        kind,
        id: record.id,
        name,
        inputs,
        outputs,
        withheld: [...declared.withheld, ...withheld],
        comments: allComments,
        ...(prompt && { prompt }),
      };
      notes.push(...urlNotes(objectLabel, one));
      exported.push(one);
    }
    resources[kind] = exported;
  }
  return { resources: resources as Resources, leftOut, notes, renamed, omitted };
}

function named(
  kind: Kind,
  records: readonly ServiceRecord[],
  known: ReadonlyMap<number, Known>,
): ReadonlyMap<number, Name> {
  const { noun } = namesOf(kind);
  if (!catalog[kind].exported.namedById)
    return names(
      records.map(({ id, name }) => ({ id, title: String(name) })),
      noun,
      known,
    );
  return new Map(records.map(({ id }) => [id, { variable: `${noun}_${id}`, resource: `${noun}_${id}` }]));
}

const called = (kind: Kind, record: ServiceRecord): string =>
  catalog[kind].exported.namedById
    ? `${kind} (id ${record.id})`
    : label(kind, { [labelOf(kind).nameField]: record["name"] }, String(record.id));

function renamedNotes(
  kind: Kind,
  records: readonly ServiceRecord[],
  known: ReadonlyMap<number, Known>,
): string[] {
  return records.flatMap((record) => {
    const before = known.get(record.id);
    if (before?.title === undefined || before.title === record["name"]) return [];
    return [
      `${called(kind, record)} was called ${quoted(before.title)} at the last export: its resource keeps the name ${before.resource}.`,
    ];
  });
}
