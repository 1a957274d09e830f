import * as pulumi from "@pulumi/pulumi";
import { type Kind, isOfKind } from "./host.js";
import { refusal } from "./refusal.js";

/**
 * Replaces a resource in the argument with its id. Other values stay unchanged, even if they are not known yet.
 * @param kind the kind of resource that the argument takes
 * @param toId how the argument represents the id of a resource
 * @throws for a resource of a different kind
 */
export function reference(
  property: string,
  kind: Kind,
  value: unknown,
  toId: (resource: pulumi.CustomResource) => unknown = ({ id }) => id,
): unknown {
  if (isOfKind(kind, value)) return toId(value);
  if (pulumi.Resource.isInstance(value)) {
    throw refusal(`${property}: takes ${kind} resources, names or ids, but got a resource of another type.`);
  }
  if (!pulumi.Output.isInstance(value) && !(value instanceof Promise)) return value;
  return pulumi
    .output(value as pulumi.Input<object>)
    .apply((known: unknown) => reference(property, kind, known, toId));
}

/** The argument `campaign`. Text is always a name there, even if it consists of digits, so an id must be a number. */
export const campaignReference = (value: unknown): unknown =>
  reference("campaign", "Campaign", value, ({ id }) => id.apply(Number));
