import type { Field } from "./fields.js";
import { id, oneOf } from "./types.js";

/** What to do when an object with the same key exists already: the same two rows on each resource that is created. */
export function creationOptions(key: string): { onExisting: Field; adoptId: Field } {
  return {
    onExisting: {
      type: oneOf(["fail", "adopt", "create"]),
      doc: `What to do when the account already has one with the same ${key}: "fail" names it and how to adopt it, "adopt" takes it over and writes only what differs, "create" makes another one. Default: the setting voicecall:onExisting, "fail". Acts at creation, and when an update changes the ${key}: then only "create" allows a second one.`,
      spec: "1",
      role: "creation",
      shown: true,
    },
    adoptId: {
      type: id(),
      doc: "Takes over the existing object with this id instead of creating one, and writes only what differs. Acts at creation only; later it must be the id in state or be left out.",
      spec: "1",
      role: "creation",
      shown: true,
    },
  };
}
