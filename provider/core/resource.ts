import { assertSameAccount, isTakenOver } from "./account.js";
import { recordedIn } from "./recorded.js";
import { checkNames, validate } from "./check.js";
import { type Created, create } from "./create.js";
import type { Definition, Finding } from "./definition.js";
import { label } from "./describe.js";
import { type DiffAnswer, answer, assertAdoptId, changes, notes } from "./diff.js";
import { previewExisting } from "./existing.js";
import { previewKeyChange } from "./key-change.js";
import { noteOwner } from "./one-owner.js";
import { type ReadAnswer, assertId, read } from "./read.js";
import { remove } from "./remove.js";
import type { Session } from "./session.js";
import { memory } from "./state.js";
import type { Standard } from "./standard.js";
import { update } from "./update.js";
import { type Bag, hasUnknown } from "./values.js";
import { resolveAll } from "./wanted.js";

export interface Checked {
  readonly inputs: Record<string, unknown>;
  readonly failures: readonly Finding[];
}

/** The life cycle of one kind, as the engine calls it. Nothing of the engine's own is in sight here. */
export interface Resource {
  readonly definition: Definition;
  /** `olds` is absent when the resource is new or is made anew. */
  check(session: () => Session, olds: Bag | undefined, news: Bag): Promise<Checked>;
  diff(session: Session, id: string, olds: Bag, news: Bag): Promise<DiffAnswer>;
  create(session: Session, inputs: Bag): Promise<Created>;
  read(session: Session, id: string, props: Bag): Promise<ReadAnswer>;
  update(session: Session, id: string, olds: Bag, news: Bag): Promise<Record<string, unknown>>;
  remove(session: Session, id: string, olds: Bag): Promise<void>;
}

/** What the program alone decides, then names and what else the account can tell, if there is a token. */
export async function check(
  definition: Definition,
  session: () => Session,
  olds: Bag | undefined,
  news: Bag,
  preview: (session: Session, inputs: Bag) => Promise<string[]>,
): Promise<Checked> {
  const { inputs, failures } = validate(definition, news);
  if (failures.length > 0) return { inputs, failures };
  const here = session();
  if (here.offline) {
    here.say(`Names were not looked up, since there is no access token: ${here.settings.tokenSource}.`);
    return { inputs, failures: await linted(definition, here, olds, inputs, news) };
  }
  const unknownNames = await checkNames(definition, inputs, here);
  if (unknownNames.length > 0) return { inputs, failures: unknownNames };
  const advice = await definition.advise?.({ inputs, olds, session: here });
  for (const note of advice?.notes ?? []) here.say(note);
  if (advice && advice.failures.length > 0) return { inputs, failures: advice.failures };
  const mistakes = await linted(definition, here, olds, inputs, news);
  if (mistakes.length > 0) return { inputs, failures: mistakes };
  if (!olds) for (const line of await preview(here, inputs)) here.say(line);
  return { inputs, failures };
}

/** Says what is probably wrong, or answers it where the setting makes it an error. */
async function linted(
  definition: Definition,
  session: Session,
  olds: Bag | undefined,
  inputs: Bag,
  hints: Bag,
): Promise<readonly Finding[]> {
  const level = session.settings.promptChecks;
  if (!definition.lint || level === "off") return [];
  const isAdopted = inputs["onExisting"] === "adopt" || typeof inputs["adoptId"] === "number";
  const found = await definition.lint({ inputs, hints, isNew: !olds && !isAdopted, session });
  if (level === "error") return found;
  for (const { path, reason } of found) {
    session.say(`${label(definition.kind, inputs)}: ${path} ${reason} (voicecall:promptChecks).`);
  }
  return [];
}

export async function diff(
  definition: Definition,
  session: Session,
  id: string,
  olds: Bag,
  news: Bag,
): Promise<DiffAnswer> {
  assertId(id, `preview ${label(definition.kind, news, id)}`);
  if (!session.offline) {
    const purpose = `preview ${label(definition.kind, news, id)}`;
    await assertSameAccount(session, recordedIn(definition, session, id, olds), purpose, { waits: false });
  }
  assertAdoptId(definition, id, news);
  const found = await changes(definition, olds, news, session);
  const who = label(definition.kind, news, id);
  const judged = definition.judge?.(olds, news, found, who) ?? { found };
  for (const line of [...notes(definition, id, olds, news, judged.found), ...(judged.notes ?? [])])
    session.say(line);
  const told = answer(definition, olds, judged.found, judged.replaces);
  // Only an update writes the new account into state.
  if (told.changes === false && isTakenOver(session, memory(olds).account)) return { changes: true };
  if (told.replaces) session.ledger.object(definition.kind, id).isReplaced = true;
  return told;
}

/** A kind whose objects are created, listed, changed and deleted one by one. */
export function standardResource(standard: Standard): Resource {
  const preview = async (session: Session, inputs: Bag): Promise<string[]> => {
    // Before the key is known there is nothing to look for.
    if (standard.keyFields.some((property) => hasUnknown(inputs[property]))) return [];
    const known = Object.fromEntries(Object.entries(inputs).filter(([, value]) => !hasUnknown(value)));
    const wanted = await resolveAll(standard, known, session);
    return previewExisting(standard, standard.connect(session), session, known, wanted);
  };
  return {
    definition: standard,
    check: async (session, olds, news) => {
      const checked = await check(standard, session, olds, news, preview);
      if (olds && checked.failures.length === 0) session().ledger.noteChecked(standard.kind, checked.inputs);
      return checked;
    },
    diff: async (session, id, olds, news) => {
      const told = await diff(standard, session, id, olds, news);
      noteOwner(session, standard.kind, id, news);
      if (told.changes === false) session.ledger.keep(standard.kind, id);
      // A refresh asks for a diff too, and then nothing is to be applied.
      if (told.changes === false || !session.ledger.object(standard.kind, id).isOwned) return told;
      const lines = await previewKeyChange(standard, session, id, olds, news);
      // Of a replacement the check of the new object has spoken.
      if (!told.replaces) for (const line of lines) session.say(line);
      return told;
    },
    create: (session, inputs) => create(standard, session, inputs),
    read: (session, id, props) => read(standard, session, id, props),
    update: (session, id, olds, news) => {
      session.ledger.keep(standard.kind, id);
      return update(standard, session, id, olds, news);
    },
    remove: (session, id, olds) => remove(standard, session, id, olds),
  };
}
