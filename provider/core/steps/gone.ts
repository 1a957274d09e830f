import type { VoicecallError } from "../../base/errors.js";
import { goneButKept, willFail } from "../run/describe.js";
import type { Operation, Standard } from "../run/operation.js";
import { ownValue } from "../fields/values.js";

/** The error of an update whose object is no longer in the service. */
export const gone = (operation: Operation): VoicecallError =>
  operation.error("gone", "the object is no longer in the service.", {
    remedy: `Run \`pulumi up --refresh ${operation.inProgram.target}\`, which detects this and creates the object again.`,
  });

/** Says that the object is gone, if a listing that was read anyway shows it. Only a refresh would find out otherwise. */
export async function sayGone(operation: Operation<Standard>, isChanged: boolean): Promise<void> {
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
