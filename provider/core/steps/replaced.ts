import type { VoicecallError } from "../../base/errors.js";
import { isSuperseded } from "../run/ledger.js";
import type { Operation } from "../run/operation.js";

/**
 * Whether an existing object does not prevent a create. In the create: because this run has deleted the object.
 * Before the create: because this run will replace it.
 */
export function isSetAside(operation: Operation, id: number): boolean {
  const object = operation.objectWith(id);
  if (operation.verb === "create") return object.fate === "deleted";
  // If a resource in state is checked like a new one, the engine replaces it, for example because of the option
  // `replaceOnChanges`, which the engine does not pass to the provider.
  const isOwn = operation.isNew && object.owner !== undefined && object.owner === operation.identity;
  return isSuperseded(object) || isOwn;
}

/** Whether a create finds an object that this run replaces but has not deleted. */
export const isRetained = (operation: Operation, id: number): boolean =>
  operation.verb === "create" && operation.objectWith(id).fate === "replaced";

/**
 * The error of a create for which `isRetained` is true. A second lead, for example, would be called too.
 * @param key what messages call the key
 */
export function retained(operation: Operation, id: number, key: string): VoicecallError {
  return operation.mistake(
    "exists",
    `this run replaces the object with id ${id} but has not deleted it (retainOnDelete: true), so nothing is created.`,
    `Delete it in the service, or set onExisting: "adopt" to manage it, or "create" for a second object with this ${key}. Then run \`pulumi up\` again.`,
  );
}
