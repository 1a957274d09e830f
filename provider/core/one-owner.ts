import { VoicecallError } from "../http/errors.js";
import { label } from "./describe.js";
import type { Session } from "./session.js";
import type { Bag } from "./values.js";

/**
 * Notes that a resource of the program has the object: two would undo each other's changes, without a difference in any
 * preview.
 * @throws VoicecallError "exists" when another resource of the program is to adopt the object
 */
export function noteOwner({ ledger }: Session, kind: string, id: string, inputs: Bag): void {
  if (!ledger.wasChecked(kind, inputs)) return;
  const object = ledger.object(kind, id);
  if (object.isPromised) {
    throw new VoicecallError(
      "exists",
      `${label(kind, inputs, id)}: another resource of this program is to take over its object. One object can have one resource only: take adoptId or onExisting: "adopt" out of the other one, and set onExisting: "create" there to make another object.`,
    );
  }
  object.isOwned = true;
}

export function ownedError(who: string, id: number): VoicecallError {
  return new VoicecallError(
    "exists",
    `${who}: the object with id ${id} has a resource of this program already, and nothing was sent. One object can have one resource only: set onExisting: "create" to make another one, or remove one of the two resources.`,
  );
}
