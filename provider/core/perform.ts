import { type VoicecallError, isVoicecallError } from "../base/errors.js";
import { Secrets } from "../http/shown-text.js";
import { assertRecordedAccount, assertAccountBeforeCreate } from "./steps/account.js";
import { asVoicecallError } from "../base/bug.js";
import { noteFromState } from "./steps/hidden.js";
import { inServiceForm } from "./steps/form.js";
import type { Operation, Resource } from "./run/operation.js";
import { secretsIn } from "./steps/secrets.js";
import { STATE_VERSION, versionIn } from "./run/state.js";

/**
 * Runs one operation. Notes its secrets, adds its purpose to errors of shared reads, of name lookups and of bugs,
 * and rejects state that a newer version has written.
 */
export async function perform<T>(
  operation: Operation,
  run: () => Promise<T>,
  secrets = new Secrets(),
): Promise<T> {
  assertKnownVersion(operation);
  const { definition, olds, news, hints } = operation;
  secrets.note(secretsIn(definition, olds, news, hints));
  try {
    return await run();
  } catch (error) {
    throw withPurpose(operation, asVoicecallError(error));
  }
}

/**
 * Wraps all methods except `check`. Before each call, checks the id and the account, and selects the fields
 * of the service's API form.
 */
export function guarded(resource: Resource): Resource {
  const after =
    <T>(run: (operation: Operation) => Promise<T>) =>
    async (operation: Operation): Promise<T> => {
      await assertReady(operation);
      const ready = await inServiceForm(operation);
      noteFromState(ready);
      return run(ready);
    };
  return {
    ...resource,
    diff: after(resource.diff),
    create: after(resource.create),
    read: after(resource.read),
    update: after(resource.update),
    remove: after(resource.remove),
  };
}

async function assertReady(operation: Operation): Promise<void> {
  const { verb, kind, id, session } = operation;
  if (verb === "create") return assertAccountBeforeCreate(operation);
  // Must precede the first `await`: while this operation waits, another resource may delete the same object.
  if (verb === "update") session.ledger.keep(kind, id);
  // An imported id can be any text, and `Number("1e3")` would be the id of another object.
  if (!/^[1-9]\d*$/.test(id) || !Number.isSafeInteger(Number(id)))
    throw operation.error("invalid", "the id must be a whole number above 0, as assigned by the service.");
  if (verb !== "compare" || !session.offline) await assertRecordedAccount(operation);
}

/** This version would misread or drop parts of state that a newer version has written. */
function assertKnownVersion(operation: Operation): void {
  const version = versionIn(operation.olds);
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
