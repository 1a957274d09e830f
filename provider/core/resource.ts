import type { Checked, DiffAnswer, Finding } from "./answers.js";
import { isTakenOver } from "./account.js";
import { checkNames, validate } from "./check.js";
import { create } from "./create.js";
import { answer, assertAdoptId, changes, notes } from "./diff.js";
import { previewExisting } from "./existing.js";
import { previewKeyChange } from "./key-change.js";
import type { Definition, Operation, Resource, Standard } from "./operation.js";
import { read } from "./read.js";
import { remove } from "./remove.js";
import { update } from "./update.js";
import { hasUnknown } from "./values.js";

/** Checks the program alone. With a token, also checks names and everything else that the account shows. */
export async function check<D extends Definition>(
  call: Operation<D>,
  preview?: (operation: Operation<D>) => Promise<string[]>,
): Promise<Checked> {
  const { definition } = call;
  const { inputs, failures } = validate(definition, call.news);
  if (failures.length > 0) return { inputs, failures };
  const operation = call.with({ news: inputs, hints: call.news });
  const { session } = operation;
  if (session.offline) {
    session.say(`Names were not looked up, since there is no access token: ${session.settings.tokenSource}.`);
    return { inputs, failures: await linted(operation) };
  }
  const unknownNames = await checkNames(operation);
  if (unknownNames.length > 0) return { inputs, failures: unknownNames };
  const advice = await definition.advise?.(operation);
  for (const note of advice?.notes ?? []) session.say(note);
  if (advice && advice.failures.length > 0) return { inputs, failures: advice.failures };
  const mistakes = await linted(operation);
  if (mistakes.length > 0) return { inputs, failures: mistakes };
  if (operation.isNew) for (const line of (await preview?.(operation)) ?? []) session.say(line);
  return { inputs, failures };
}

/** Prints probable mistakes, or returns them if the setting makes them errors. */
async function linted(operation: Operation): Promise<readonly Finding[]> {
  const { definition, news, session } = operation;
  const level = session.settings.promptChecks;
  if (!definition.lint || level === "off") return [];
  const isAdopted = news["onExisting"] === "adopt" || typeof news["adoptId"] === "number";
  const found = await definition.lint(operation, operation.isNew && !isAdopted);
  if (level === "error") return found;
  for (const { path, reason } of found) operation.note(`${path} ${reason} (voicecall:promptChecks).`);
  return [];
}

export async function diff(operation: Operation): Promise<DiffAnswer> {
  const { definition, session, olds, news } = operation;
  assertAdoptId(operation);
  const found = await changes(operation);
  const judged = definition.judge?.(olds, news, found, operation.label) ?? { found };
  for (const line of [...notes(operation, judged.found), ...(judged.notes ?? [])]) session.say(line);
  const answered = answer(operation, judged.found, judged.replaces);
  // Only an update writes the new account into state.
  if (answered.changes === false && isTakenOver(session, operation.memory.account)) return { changes: true };
  if (answered.replaces) operation.object.isReplaced = true;
  return answered;
}

/** A kind whose objects are created, listed, changed and deleted one by one. */
export function standardResource(standard: Standard): Resource<Standard> {
  const preview = async (operation: Operation<Standard>): Promise<string[]> => {
    // There is nothing to look for until the key is known.
    if (standard.keyFields.some((property) => hasUnknown(operation.news[property]))) return [];
    const known = Object.entries(operation.news).filter(([, value]) => !hasUnknown(value));
    const partly = operation.with({ news: Object.fromEntries(known) });
    return previewExisting(partly, await partly.resolved());
  };
  return {
    definition: standard,
    check: async (operation) => {
      const checked = await check(operation, preview);
      if (!operation.isNew && checked.failures.length === 0)
        operation.session.ledger.noteChecked(standard.kind, checked.inputs);
      return checked;
    },
    diff: async (operation) => {
      const answered = await diff(operation);
      const { session, object } = operation;
      noteOwner(operation);
      if (answered.changes === false) session.ledger.keep(standard.kind, object.id);
      // A refresh also asks for a diff, but applies nothing.
      if (answered.changes === false || !object.isOwned) return answered;
      const lines = await previewKeyChange(operation);
      // For a replacement, the check of the new object has already reported this.
      if (!answered.replaces) for (const line of lines) session.say(line);
      return answered;
    },
    create,
    read,
    update,
    remove,
  };
}

/**
 * Notes that a resource of the program manages the object: two would undo each other's changes, and no preview would
 * show a difference.
 * @throws VoicecallError "exists" if another resource of the program will adopt the object
 */
function noteOwner(operation: Operation): void {
  const { session, kind, news, object } = operation;
  if (!session.ledger.wasChecked(kind, news)) return;
  if (object.isPromised) {
    throw operation.mistake(
      "exists",
      'another resource of this program will adopt its object. Only one resource can manage an object: remove adoptId or onExisting: "adopt" from the other one, and set onExisting: "create" there to make another object.',
    );
  }
  object.isOwned = true;
}
