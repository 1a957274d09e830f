import type { Field } from "./fields.js";
import { id, oneOf } from "./types.js";

/** The options for the case that an object with the same key already exists. */
export function creationOptions(key: string): { onExisting: Field; adoptId: Field } {
  return {
    onExisting: {
      type: oneOf(["fail", "adopt", "create"]),
      doc: `What to do if the account already has an object with the same ${key}. "fail" stops with an error that names the object and shows how to adopt it. "adopt" adopts it and writes only the fields that differ. "create" creates another object. Default: the value of the setting voicecall:onExisting, which is "fail" if it is not set. Used at creation, and when an update would give this object the ${key} of another object. Such an update fails unless the value is "create".`,
      spec: "1",
      example: "adopt",
      role: "creation",
      shown: true,
    },
    adoptId: {
      type: id(),
      doc: "Adopts the existing object with this id instead of creating one, and writes only the fields that differ. Used at creation only. Later it must be the id in state, or be left out.",
      spec: "1",
      role: "creation",
      shown: true,
    },
  };
}
