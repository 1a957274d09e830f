import type { Field } from "./fields.js";
import { id, nameOrId, oneOf } from "./types.js";

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

/**
 * A choice that tells the provider how to act. The second value is the example.
 * @param values the first is the default
 */
export const policy = (values: readonly [string, string], spec: string, doc: string): Field => ({
  type: oneOf(values),
  doc,
  spec,
  example: values[1],
  role: "policy",
  shown: true,
});

/**
 * The campaign of a resource.
 * @param what begins its documentation
 * @param more ends it
 */
export const campaignField = (what: string, spec: string, more = "") =>
  ({
    type: nameOrId("campaign"),
    doc: `${what}: a Campaign resource, its name, or its id as a number. A name works only if the service has the assumed route that lists campaigns (docs/routes.md).${more}`,
    spec,
    refers: { to: "campaign", idAs: "campaignId", sends: "id" },
    required: true,
    shown: true,
  }) as const satisfies Field;
