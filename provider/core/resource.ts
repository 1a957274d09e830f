// See docs/decisions/objects.md.
import { isDeepStrictEqual } from "node:util";
import { isVoicecallError } from "../base/errors.js";
import type { Checked, DiffResult, Finding } from "./run/results.js";
import { checkNames, doubtfulValues, undetermined, validate, withUnknown } from "./check.js";
import { create } from "./create.js";
import { diffResult, assertAdoptId, changes, keptValues, notes } from "./steps/diff.js";
import { previewConflicts } from "./steps/plan.js";
import { type Forecast, previewExisting } from "./steps/existing.js";
import { inServiceForm } from "./steps/form.js";
import { sayGone } from "./steps/gone.js";
import { previewKeyChange } from "./steps/key-change.js";
import { assertOwnKey } from "./steps/one-key.js";
import { UNNAMED } from "./run/ledger.js";
import type { Operation, Resource, Standard } from "./run/operation.js";
import { read } from "./read.js";
import { namedChanges } from "./steps/references.js";
import { remove } from "./remove.js";
import { renamedFindings } from "./steps/renamed.js";
import { noteSameKey } from "./steps/same-key.js";
import { update } from "./update.js";
import { type Bag, FILLED_IN, MERGED, PREVIEW, UNKNOWN, URN, hasUnknown, ownValue } from "./fields/values.js";

/** Checks the inputs. With a token, also looks up names and compares with the account. */
export async function check(call: Operation): Promise<Checked> {
  const { inputs, failures } = validate(call.definition, call.news, call.isLive);
  // An apply fails here. A preview continues, so that users see all mistakes at once.
  if (failures.length > 0 && ownValue(call.news, PREVIEW) !== true) return { inputs, failures };
  try {
    await lookUp(call, { inputs, failures });
  } catch (error) {
    // If a lookup fails, the mistakes found before it are still reported.
    if (failures.length === 0 || !isVoicecallError(error)) throw error;
  }
  return { inputs, failures };
}

/** Adds mistakes that depend on the form of the service, on the account, or on the prompts. */
async function lookUp(
  call: Operation,
  { inputs, failures }: { readonly inputs: Bag; readonly failures: Finding[] },
): Promise<void> {
  const undecided: string[] = [];
  const judged = (): Bag => withUnknown(undetermined(call.definition, inputs, failures), undecided);
  const inForm = await inServiceForm(call.with({ news: judged(), hints: call.news }));
  // Each check takes the mistakes found before it as values that are not known yet.
  const operation = (): Operation => inForm.with({ news: judged() });
  const { definition, session, identity } = inForm;
  const { ledger, offline } = session;
  if (identity !== undefined) {
    ledger.intent(identity).urn = String(ownValue(call.news, URN));
    ledger.intent(identity).filledIn = ownValue(call.news, FILLED_IN);
    ledger.intent(identity).merged = ownValue(call.news, MERGED);
  }
  if (definition !== call.definition) failures.push(...validate(definition, judged(), call.isLive).failures);
  // An account of the 2025 form has nothing more to check for a kind of the 2026 form.
  if (definition.only === "2026" && definition.form === "2025") {
    failures.push(needs2026(operation()));
    return;
  }
  ledger.isPreview ||= ownValue(call.news, PREVIEW) === true;
  if (ledger.isPreview && call.isNew) ledger.noteComing(call.kind, inForm);
  if (offline) {
    session.say(
      `Names were not looked up, because there is no access token: ${session.settings.tokenSource}.`,
    );
  } else {
    failures.push(...(await checkNames(operation(), undecided)));
    failures.push(...renamedFindings(operation()));
  }
  if (failures.length === 0) await assertAlone(operation());
  const advice = offline ? undefined : await definition.advise?.(operation());
  // A note about an unchanged resource would be repeated in every preview.
  const isChanged = call.isNew || !isDeepStrictEqual(inputs, call.olds);
  if (isChanged)
    for (const note of [...(advice?.notes ?? []), ...doubtfulValues(operation())])
      operation().say(note, "warning");
  failures.push(...(advice?.failures ?? []));
  failures.push(...(await linted(operation(), isChanged)));
  if (offline || failures.length > 0) return;
  const forecast = call.isNew ? await forecastOf(operation()) : NOTHING;
  for (const line of forecast.notes) operation().say(line);
  operation().predict(advice?.willFail ?? []);
  operation().predict(forecast.failures, forecast.unlessReplaced);
}

const isStandard = (operation: Operation): operation is Operation<Standard> =>
  "connect" in operation.definition;

/** Throws if another resource of the program declares what only one object can have, such as the key. */
async function assertAlone(operation: Operation): Promise<void> {
  if (!isStandard(operation)) return;
  await assertOwnKey(operation);
  await operation.definition.assertAlone?.(operation);
}

const NOTHING: Forecast = { notes: [], failures: [] };

/** Predicts what the create will do. */
async function forecastOf(operation: Operation): Promise<Forecast> {
  if (!isStandard(operation)) return NOTHING;
  // An unknown key cannot be looked up yet, and unknown options do not tell what the create will do.
  const deciding = [...operation.definition.keyFields, "adoptId", "onExisting"];
  if (deciding.some((property) => hasUnknown(operation.news[property]))) return NOTHING;
  const known = operation.known();
  return previewExisting(known, await known.resolved());
}

function needs2026({ label, session: { settings } }: Operation): Finding {
  const source =
    settings.apiForm === "auto"
      ? "detected from its responses; to override it, set voicecall:apiForm"
      : "set by voicecall:apiForm";
  const reason = `${label}: this kind of resource exists only in the 2026 form of the API, and this service has the 2025 form (${source}).`;
  return { path: "", reason };
}

/** Prints probable mistakes. With `voicecall:promptChecks` set to "error", returns them instead. */
async function linted(operation: Operation, isChanged: boolean): Promise<readonly Finding[]> {
  const { definition, news, session, onExisting } = operation;
  const level = session.settings.promptChecks;
  if (!definition.lint || level === "off") return [];
  const mayAdopt = onExisting === "adopt" || onExisting === UNKNOWN || news["adoptId"] !== undefined;
  const found = await definition.lint(operation, operation.isNew && !mayAdopt);
  if (level === "error") return found;
  for (const { path, reason } of found.filter(({ isOfOther }) => isChanged || isOfOther))
    operation.note(`${path} ${reason} (voicecall:promptChecks).`, "warning");
  return [];
}

export async function diff(operation: Operation): Promise<DiffResult> {
  const { definition, session, identity, olds, news } = operation;
  assertAdoptId(operation);
  const found = await changes(operation);
  const assessed = (await definition.decide?.(operation, found)) ??
    definition.assess?.(olds, news, found, operation.label) ?? { found };
  // A refresh, which checks no resource, has just learned about the object.
  const isNoted = assessed.found.length > 0 || !session.ledger.intent(identity).isChecked;
  // The values that removed properties keep in the service.
  const kept = isStandard(operation) ? await keptValues(operation, assessed.found) : olds;
  const lines = [
    ...notes(operation, assessed.found, kept),
    ...(assessed.notes ?? []),
    ...((isNoted && definition.standing?.(olds, operation.label)) || []),
    ...(await namedChanges(operation, assessed.found)),
  ];
  for (const line of lines) operation.say(line);
  const result = diffResult(operation, assessed.found, assessed.replaces);
  if (result.replaces && operation.object.fate !== "kept") operation.object.fate = "replaced";
  return result;
}

/** The life-cycle methods of a kind whose resources manage one object each. */
export function standardResource(standard: Standard): Resource<Standard> {
  return {
    definition: standard,
    check: async (operation) => {
      const checked = await check(operation);
      if (!operation.isNew && checked.failures.length === 0)
        operation.session.ledger.intent(operation.identity).isChecked = true;
      return checked;
    },
    diff: async (operation) => {
      const result = await diff(operation);
      const { session, object } = operation;
      noteOwner(operation);
      if (object.owner !== undefined) {
        await noteSameKey(operation);
        if (!result.replaces) await sayGone(operation, result.changes !== false);
      }
      if (result.changes === false) session.ledger.keep(standard.kind, object.id);
      // In a refresh, which applies nothing, the engine calls diff without check, so `noteOwner` does not set
      // the owner.
      if (result.changes === false || object.owner === undefined) return result;
      const lines = await previewKeyChange(operation);
      // For a replacement, the check of the new object reports a key that is taken.
      if (result.replaces) return result;
      lines.push(...((await operation.definition.previewUpdate?.(operation)) ?? []));
      // In an apply, `update` reads the record and reports conflicts itself.
      const conflicts = session.ledger.isPreview ? await previewConflicts(operation) : [];
      operation.predict([...lines, ...conflicts]);
      return result;
    },
    create,
    read,
    update,
    remove,
  };
}

/**
 * Records that a resource of the program manages the object. Two resources would undo each other's changes,
 * and no preview would show a difference.
 * @throws VoicecallError "exists" if another resource of the program will adopt the object
 */
function noteOwner(operation: Operation): void {
  const { session, identity, object } = operation;
  if (!session.ledger.intent(identity).isChecked) return;
  if (object.promised !== undefined) {
    throw operation.mistake(
      "exists",
      `another resource of this program will adopt the object of this resource, and only one resource can manage an object. ${object.promised}`,
    );
  }
  object.owner = identity ?? UNNAMED;
  object.declared = { before: operation.olds, after: operation.news, by: identity };
}
