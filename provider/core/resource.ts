// See docs/decisions/objects.md.
import { isDeepStrictEqual } from "node:util";
import { isVoicecallError } from "../base/errors.js";
import { type Change, type Checked, type DiffResult, type Finding, Findings } from "./run/results.js";
import { checkNames, doubtfulValues, undetermined, validate, withUnknown } from "./check.js";
import { create } from "./create.js";
import { assertAdoptId, changes, diffResult, keptValues, notes } from "./steps/diff.js";
import { previewConflicts } from "./steps/plan.js";
import { previewExisting } from "./steps/existing.js";
import { inServiceForm } from "./steps/form.js";
import { assertOwnKey, noteSameKey, previewKeyChange } from "./steps/keys.js";
import { NOT_DELETED, mayDelete } from "./run/fence.js";
import { UNNAMED } from "./run/ledger.js";
import type { Operation, Resource, Standard } from "./run/operation.js";
import { read } from "./read.js";
import { NamedId, difference, goneButKept, willFail, withNames } from "./run/describe.js";
import { remove } from "./remove.js";
import { renamedFindings } from "./steps/renamed.js";
import { gone, update } from "./update.js";
import { type Bag, FILLED_IN, MERGED, PREVIEW, URN, hasUnknown, ownValue } from "./fields/values.js";

/** Checks the inputs. With a token, also looks up names and compares with the account. */
export async function check(call: Operation): Promise<Checked> {
  const findings = new Findings();
  const { mistakes } = findings;
  const { inputs, failures } = validate(call.definition, call.news, call.isLive);
  mistakes.push(...failures);
  // An apply fails here. A preview continues, so that users see all mistakes at once.
  if (mistakes.length > 0 && ownValue(call.news, PREVIEW) !== true) return { inputs, failures: mistakes };
  try {
    await lookUp(call, inputs, findings);
  } catch (error) {
    // If a lookup fails, the mistakes found before it are still reported.
    if (mistakes.length === 0 || !isVoicecallError(error)) throw error;
  }
  if (!call.isNew && mistakes.length === 0) call.session.ledger.intent(call.identity).isChecked = true;
  return { inputs, failures: mistakes };
}

/** Adds mistakes that depend on the form of the service, on the account, and on the kind. */
async function lookUp(call: Operation, inputs: Bag, findings: Findings): Promise<void> {
  const { mistakes } = findings;
  const undecided: string[] = [];
  const judged = (): Bag => withUnknown(undetermined(call.definition, inputs, mistakes), undecided);
  const inForm = await inServiceForm(call.with({ news: judged(), hints: call.news }));
  // Each check takes the mistakes found before it as values that are not known yet.
  const asJudged = (): Operation => inForm.with({ news: judged() });
  const { definition, session, identity } = inForm;
  const { ledger, offline } = session;
  if (identity !== undefined) {
    ledger.intent(identity).urn = String(ownValue(call.news, URN));
    ledger.intent(identity).filledIn = ownValue(call.news, FILLED_IN);
    ledger.intent(identity).merged = ownValue(call.news, MERGED);
  }
  if (definition !== call.definition) mistakes.push(...validate(definition, judged(), call.isLive).failures);
  // An account of the 2025 form has nothing more to check for a kind of the 2026 form.
  if (definition.only === "2026" && definition.form === "2025") {
    mistakes.push(needs2026(asJudged()));
    return;
  }
  ledger.isPreview ||= ownValue(call.news, PREVIEW) === true;
  if (ledger.isPreview && call.isNew) ledger.noteComing(call.kind, inForm);
  if (offline) {
    session.say(
      `Names were not looked up, because there is no access token: ${session.settings.tokenSource}.`,
    );
  } else {
    mistakes.push(...(await checkNames(asJudged(), undecided)));
    mistakes.push(...renamedFindings(asJudged()));
  }
  const operation = asJudged();
  if (isStandard(operation) && mistakes.length === 0) await assertOwnKey(operation);
  await definition.check?.(operation, findings);
  const isChanged = call.isNew || !isDeepStrictEqual(inputs, call.olds);
  findings.warnings.push(...doubtfulValues(operation).map((text) => ({ text })));
  for (const { text, isOfOther } of findings.warnings)
    if (isChanged || isOfOther) operation.say(text, "warning");
  if (offline || mistakes.length > 0) return;
  if (call.isNew) await foresee(operation, findings);
  for (const line of findings.notes) operation.say(line);
  predict(operation, findings);
}

function predict(operation: Operation, { failures }: Findings): void {
  for (const { text, unlessReplaced } of failures) operation.predict([text], unlessReplaced);
}

const isStandard = (operation: Operation): operation is Operation<Standard> =>
  "connect" in operation.definition;

/** Finds out what the create will do. */
async function foresee(operation: Operation, findings: Findings): Promise<void> {
  if (!isStandard(operation)) return;
  // An unknown key cannot be looked up yet, and unknown options do not tell what the create will do.
  const deciding = [...operation.definition.keyFields, "adoptId", "onExisting"];
  if (deciding.some((property) => hasUnknown(operation.news[property]))) return;
  const known = operation.known();
  await previewExisting(known, await known.resolved(), findings);
}

function needs2026({ label, session: { settings } }: Operation): Finding {
  const source =
    settings.apiForm === "auto"
      ? "detected from its responses; to override it, set voicecall:apiForm"
      : "set by voicecall:apiForm";
  const reason = `${label}: this kind of resource exists only in the 2026 form of the API, and this service has the 2025 form (${source}).`;
  return { path: "", reason };
}

export async function diff(operation: Operation, findings = new Findings()): Promise<DiffResult> {
  const { definition, olds, news, label } = operation;
  assertAdoptId(operation);
  const all = await changes(operation);
  const assessed = definition.assess?.(olds, news, all, label) ?? { found: all };
  findings.notes.push(...(assessed.notes ?? []));
  findings.replaces.push(...(assessed.replaces ?? []));
  const found = (await definition.compare?.(operation, assessed.found, findings)) ?? assessed.found;
  // A refresh, which checks no resource, has just learned about the object.
  const isNoted = found.length > 0 || !operation.isChecked;
  // The values that removed properties keep in the service.
  const kept = isStandard(operation) ? await keptValues(operation, found) : olds;
  const lines = [
    ...notes(operation, found, kept),
    ...findings.notes,
    ...((isNoted && definition.standing?.(olds, label)) || []),
    ...(await namedChanges(operation, found)),
  ];
  for (const line of lines) operation.say(line);
  const result = diffResult(operation, found, findings.replaces);
  if (result.replaces && operation.object.fate !== "kept") {
    operation.object.fate = "replaced";
    const { settings, ledger } = operation.session;
    if (ledger.isPreview && !mayDelete(settings, operation.kind))
      operation.predict([`${label}: will fail: to replace it, it would be deleted. ${NOT_DELETED}`]);
  }
  return result;
}

/**
 * In a preview, returns a line that shows the names for the ids in changed references. The engine shows only the
 * ids.
 */
async function namedChanges(operation: Operation, found: readonly Change[]): Promise<string[]> {
  const { definition, session, olds, news, label } = operation;
  if (!session.ledger.isPreview || session.offline) return [];
  const changed: string[] = [];
  for (const { property } of found) {
    const field = definition.fields[property]!;
    if (!field.refers) continue;
    const sides = [ownValue(olds, property), ownValue(news, property)];
    const [from, to] = await Promise.all(sides.map((value) => withNames(field, value, session.names)));
    if ([from, to].flat().some((item) => item instanceof NamedId))
      changed.push(difference(property, field, from, to));
  }
  return changed.length === 0 ? [] : [`${label}: will change ${changed.join(", ")}.`];
}

/** The life-cycle methods of a kind whose resources manage one object each. */
export const standardResource = (definition: Standard): Resource<Standard> => ({
  definition,
  check,
  diff: diffOfObject,
  create,
  read,
  update,
  remove,
});

async function diffOfObject(operation: Operation<Standard>): Promise<DiffResult> {
  const findings = new Findings();
  noteOwner(operation);
  const result = await diff(operation, findings);
  const { session, kind, object } = operation;
  if (object.owner !== undefined) {
    await noteSameKey(operation);
    if (!result.replaces) await sayGone(operation, result.changes !== false);
  }
  if (result.changes === false) session.ledger.keep(kind, object.id);
  // In a refresh, `noteOwner` does not set the owner.
  if (result.changes === false || object.owner === undefined) return result;
  await previewKeyChange(operation, findings);
  // For a replacement, the check of the new object reports a key that is taken.
  if (result.replaces) return result;
  // In an apply, `update` reads the record and reports conflicts itself.
  if (session.ledger.isPreview) await previewConflicts(operation, findings);
  predict(operation, findings);
  return result;
}

/** Says that the object is gone, if a listing that was read anyway shows it. Only a refresh would find out otherwise. */
async function sayGone(operation: Operation<Standard>, isChanged: boolean): Promise<void> {
  const { definition, session, kind, olds, news, memory, recordId, label } = operation;
  // The listing may not show a new object yet.
  const isNew = session.clock.now() - (memory.createdAt ?? 0) < session.settings.listLag;
  if (session.offline || isNew || ownValue(olds, "gone") === true) return;
  const { last } = session.records[kind];
  if (!last.isComplete || last.unidentified > 0 || last.withId(recordId)) return;
  if (definition.staysGone) operation.say(goneButKept(label, news, definition.staysGone(olds)), "warning");
  else if (!isChanged)
    operation.note(
      `it is no longer in the service. To create it again, run \`pulumi up --refresh ${operation.inProgram.target}\`. To leave it deleted, remove the resource.`,
      "warning",
    );
  // In an apply, the update itself reports it.
  else if (session.ledger.isPreview) operation.predict([willFail(gone(operation.with({ verb: "update" })))]);
}

/**
 * Records that a resource of the program manages the object. Two resources would undo each other's changes,
 * and no preview would show a difference.
 * @throws VoicecallError "exists" if another resource of the program will adopt the object
 */
function noteOwner(operation: Operation): void {
  const { identity, object } = operation;
  if (!operation.isChecked) return;
  if (object.promised !== undefined) {
    throw operation.mistake(
      "exists",
      `another resource of this program will adopt the object of this resource, and only one resource can manage an object. ${object.promised}`,
    );
  }
  object.owner = identity ?? UNNAMED;
  object.declared = { before: operation.olds, after: operation.news, by: identity };
}
