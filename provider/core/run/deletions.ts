/** The rule of `voicecall:deletions`: what a stack may delete. Preview and apply share it. */
import type { Settings } from "../../http/settings.js";
import type { Operation } from "./operation.js";

export const mayDelete = ({ deletions }: Pick<Settings, "deletions">, kind: string): boolean =>
  !deletions.has(kind);

/** Why nothing is deleted, and what to do. */
export const NOT_DELETED =
  "voicecall:deletions does not allow it. To delete it in one run, set VOICECALL_DELETIONS=allow for that run. To keep the object without its resource, set retainOnDelete: true first.";

/** @throws VoicecallError "fenced" if the stack must not delete objects of this kind */
export function assertMayDelete(operation: Operation): void {
  if (!mayDelete(operation.session.settings, operation.kind)) throw operation.error("fenced", NOT_DELETED);
}
