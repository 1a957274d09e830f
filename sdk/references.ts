import * as pulumi from "@pulumi/pulumi";
import type { Kind } from "../provider/base/kind.js";
import type { ToId } from "./own-account.js";
import { typeToken } from "./provider-text.js";
import { refusal } from "./refusal.js";
import { notedArgs } from "./testing/noted.js";

/** The kind of resource that each argument accepts. `npm run generate` writes the values. */
export type References = Readonly<Record<string, ReferenceTo>>;

interface ReferenceTo {
  readonly kind: Kind;
  /** The form of ids. With "number", text is always a name, even if it consists of digits. */
  readonly id: "text" | "number";
  /** What errors say that the argument accepts. Default: resources of the kind, names or ids. */
  readonly accepts?: string;
}

/** The names of the resources in the arguments, for a preview, which does not know the ids of new ones. */
export function namesIn(args: object, references: References): Record<string, string> {
  const given: Readonly<Record<string, unknown>> = { ...args };
  const names = Object.keys(references).flatMap((property): [string, string][] => {
    const name = notedArgs(given[property])?.args["name"];
    return typeof name === "string" ? [[property, name]] : [];
  });
  return Object.fromEntries(names);
}

/** The names of the objects of resources. Those of outputs are not told. */
export const namesOf = (resources: unknown): string[] =>
  [resources].flat().flatMap((one) => {
    const name = notedArgs(one)?.args["name"];
    return typeof name === "string" ? [name] : [];
  });

/** Also true for a resource of another copy of this package, as with Pulumi's own classes. */
export function isOfKind(kind: Kind, value: unknown): value is pulumi.CustomResource {
  if (!pulumi.CustomResource.isInstance(value)) return false;
  return (value as unknown as { __pulumiType?: unknown }).__pulumiType === typeToken(kind);
}

/**
 * Replaces resources in the arguments with their ids.
 * @param toId returns the id of a resource, or an output that fails
 * @throws for a resource of a kind that the argument does not accept
 */
export function withIds(args: object, references: References, toId: ToId): object {
  const replaced = Object.entries(args).map(([property, value]: [string, unknown]) => {
    const reference = references[property];
    return [property, reference ? idsIn(value, property, reference, toId) : value];
  });
  return Object.fromEntries(replaced) as object;
}

/** Values other than resources stay unchanged. Outputs and promises are searched when they resolve. */
export function idsIn(value: unknown, property: string, reference: ReferenceTo, toId: ToId): unknown {
  // A known list stays a list, so that a preview shows only the ids of new resources as unknown.
  if (Array.isArray(value)) return value.map((item) => idsIn(item, property, reference, toId));
  const { kind, id, accepts = `${kind} resources, names or ids` } = reference;
  if (isOfKind(kind, value)) return toId(value, id === "number" ? value.id.apply(Number) : value.id);
  if (pulumi.Resource.isInstance(value))
    throw refusal(`${property}: takes ${accepts}, but got a resource of another type.`);
  if (!pulumi.Output.isInstance(value) && !(value instanceof Promise)) return value;
  return pulumi.output(value as pulumi.Input<object>).apply((known: unknown) => {
    const ids = idsIn(known, property, reference, toId);
    return Array.isArray(ids) ? pulumi.all(ids) : ids;
  });
}
