import * as pulumi from "@pulumi/pulumi";
import { type Kind, isOfKind } from "./host.js";
import { refusal } from "./refusal.js";

/**
 * Replaces a resource in the argument by its id. Other values stay unchanged, even those that are known later.
 * @param kind of the resources that the argument takes
 * @param toId how the argument represents the id of a resource
 * @throws for a resource of another kind
 */
export function reference(
  property: string,
  kind: Kind,
  value: unknown,
  toId: (resource: pulumi.CustomResource) => unknown = ({ id }) => id,
): unknown {
  if (isOfKind(kind, value)) return toId(value);
  if (pulumi.Resource.isInstance(value)) {
    throw refusal(`${property}: takes ${kind} resources, names or ids, and was given another resource.`);
  }
  if (!pulumi.Output.isInstance(value) && !(value instanceof Promise)) return value;
  return pulumi
    .output(value as pulumi.Input<object>)
    .apply((known: unknown) => reference(property, kind, known, toId));
}

/** The argument `campaign`. Text is a name there, even if it consists of digits, so an id must be a number. */
export const campaignReference = (value: unknown): unknown =>
  reference("campaign", "Campaign", value, ({ id }) => id.apply(Number));
