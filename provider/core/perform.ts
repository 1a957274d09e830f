import { type VoicecallError, isVoicecallError } from "../base/errors.js";
import { Secrets } from "../http/shown-text.js";
import { assertRecordedAccount, assertAccountBeforeCreate } from "./steps/account.js";
import { asVoicecallError } from "../base/bug.js";
import { inServiceForm } from "./steps/form.js";
import { HalfCreated } from "./run/results.js";
import type { Intent } from "./run/ledger.js";
import type { Definition, Operation } from "./run/operation.js";
import { knownIds, recorded } from "./run/sides.js";
import { HIDDEN, STATE_VERSION, notReadableIn } from "./run/state.js";
import { isObject, textsIn } from "../base/wording.js";
import { type Bag, ownValue } from "./fields/values.js";

/**
 * Runs one operation. Before all but `check`, checks the id and the account, and selects the fields of the service's
 * API form. Adds the purpose to errors of shared reads, of name lookups and of bugs.
 */
export async function perform<T>(
  call: Operation,
  run: (operation: Operation) => Promise<T>,
  secrets = new Secrets(),
): Promise<T> {
  assertKnownVersion(call);
  const { definition, olds, news, hints, verb } = call;
  secrets.note(secretsIn(definition, olds, news, hints));
  try {
    if (verb === "check") return await run(call);
    return await (verb === "create" || verb === "update" ? repeated(call, run) : prepared(call, run));
  } catch (error) {
    throw withPurpose(call, asVoicecallError(error));
  }
}

/**
 * Supports retries by the program's `onError` hook, which run in the same process. The engine retries a
 * create as a create, and an update with the outputs from before the first attempt. If the last attempt fails
 * without an id, the engine forgets the half-created object of an earlier attempt. So a retry finishes that
 * object, as the next `pulumi up` would, and each failed retry reports the object as half-created.
 */
async function repeated<T>(call: Operation, run: (operation: Operation) => Promise<T>): Promise<T> {
  const { session, identity } = call;
  const intent: Intent = identity === undefined ? {} : session.ledger.intent(identity);
  const left = intent.halfCreated;
  // If the object of a replacement is gone, there is nothing to finish.
  const before = left && ownValue(left.properties, "gone") === true ? undefined : left;
  try {
    const result = await prepared(before ? finishing(call, before) : call, run);
    intent.halfCreated = undefined;
    return result;
  } catch (error) {
    const failure = error instanceof HalfCreated || !before ? error : stillHalfCreated(before, error);
    if (failure instanceof HalfCreated) intent.halfCreated = failure;
    throw failure;
  }
}

const finishing = (call: Operation, { id, properties }: HalfCreated): Operation =>
  call.with({ verb: "update", id: call.verb === "create" ? id : call.id, olds: properties });

function stillHalfCreated(halfCreated: HalfCreated, error: unknown): HalfCreated {
  // This run created or changed the object, so if it seems to be gone, the listing lags.
  if (isVoicecallError(error, "gone")) return halfCreated;
  return new HalfCreated(halfCreated.id, halfCreated.properties, asVoicecallError(error));
}

async function prepared<T>(call: Operation, run: (operation: Operation) => Promise<T>): Promise<T> {
  await assertReady(call);
  const operation = await inServiceForm(call);
  noteFromState(operation);
  return run(operation);
}

async function assertReady(operation: Operation): Promise<void> {
  const { verb, kind, id, session } = operation;
  // Must precede the first `await`: while this operation waits, another resource may delete the same object.
  if (verb === "update") session.ledger.keep(kind, id);
  if (verb === "create") return assertAccountBeforeCreate(operation);
  // An imported id can be any text, and `Number("1e3")` would be the id of another object.
  if (!/^[1-9]\d*$/.test(id) || !Number.isSafeInteger(Number(id)))
    throw operation.error("invalid", "the id must be a whole number above 0, as assigned by the service.");
  const { idOutput = "" } = operation.definition;
  const recorded = ownValue(operation.olds, idOutput);
  if (typeof recorded === "number" && String(recorded) !== id)
    throw operation.error("invalid", `state has another ${idOutput}, so its id is wrong.`, {
      remedy: "Nothing is sent. Correct the id in state.",
    });
  if (verb !== "compare" || !session.offline) await assertRecordedAccount(operation);
}

/**
 * Notes what state knows about references that records may hide: a service may accept attached tools, and show an empty
 * list of them. What this run and state know about the account decides what an empty list means.
 */
function noteFromState({ definition, session, olds, memory }: Operation): void {
  for (const [property, field] of Object.entries(definition.fields)) {
    if (!field.refers || !field.codec?.mayHide) continue;
    if (notReadableIn(olds).includes(property)) session.names.note(field.refers.to, "hidden");
    else if (knownIds(recorded(field, property, olds)).length > 0 && !memory.partial.includes(property))
      session.names.note(field.refers.to, "shown");
  }
}

/** This version would misread or drop parts of state that a newer version has written. */
function assertKnownVersion(operation: Operation): void {
  const version = ownValue(operation.olds, HIDDEN.version);
  if (operation.verb === "check" || typeof version !== "number" || version <= STATE_VERSION) return;
  throw operation.error(
    "invalid",
    `its state was written by a newer version of pulumi-voicecall (state version ${version}; this version supports ${STATE_VERSION}). ` +
      "Nothing was read or sent, and state is unchanged. Update the package: npm install pulumi-voicecall@latest",
  );
}

function withPurpose({ session, purpose }: Operation, failure: VoicecallError): VoicecallError {
  if (session.settings.debug) session.say(`${purpose}: stack trace of the error\n${failure.trace}`);
  const { operation: attempted, resource, request } = failure.details;
  const isShared =
    request !== undefined || isVoicecallError(failure, "unknown-name", "ambiguous-name", "internal");
  const isNamed = attempted !== undefined || resource !== undefined;
  // A copy, because other operations may have received the same error from a shared read.
  return isShared && !isNamed ? failure.with({ operation: purpose }) : failure;
}

/** The values of secret fields, such as those of HTTP headers. */
export function secretsIn({ fields }: Definition, ...bags: Bag[]): string[] {
  return Object.entries(fields).flatMap(([property, { secret, secretKeys }]) => {
    if (!secret) return [];
    const items = bags.flatMap((bag) => ownValue(bag, property));
    return items.flatMap((item) =>
      textsIn(secretKeys && isObject(item) ? secretKeys.map((key) => item[key]) : item),
    );
  });
}
