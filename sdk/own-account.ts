import * as pulumi from "@pulumi/pulumi";
import { quoted } from "../provider/base/quoted.js";
import { baseUrlOf } from "./account.js";
import { refusal } from "./refusal.js";

/** Returns the id that a reference to a resource sends, or an output that fails. */
export type ToId = (resource: pulumi.CustomResource, id: pulumi.Output<unknown>) => pulumi.Output<unknown>;

/** Maps an output that is the id of a resource to that resource. */
const resources = new WeakMap<object, pulumi.CustomResource>();

/**
 * Records which resource an id belongs to. A resource that later gets the id in its arguments checks with `withOwnIds`
 * that both belong to one account.
 */
export const noteId: ToId = (resource, id) => {
  resources.set(id, resource);
  return id;
};

/**
 * Returns a `ToId` that rejects references to resources of another account. A reference is sent as an id, and in
 * another account the same id stands for another object, or for none.
 * @param label the resource with the reference, for errors
 * @param type the type token of that resource
 * @param own the provider of that resource. Known only after its constructor, because a transformation may set it.
 */
export function ownIds(label: string, type: string, own: OwnProvider): ToId {
  const mistakeIn = (resource: pulumi.CustomResource): pulumi.Output<string | undefined> => {
    const other = resource.getProvider(type);
    if (own.provider === other) return pulumi.output(undefined);
    return pulumi.all([baseUrlOf(own.provider), baseUrlOf(other)]).apply(([ownUrl, otherUrl]) => {
      // With the same base URL, the two providers may use one account. If they do not, the service rejects the id.
      if (ownUrl === undefined || otherUrl === undefined || ownUrl === otherUrl) return undefined;
      const name = quoted((resource as unknown as { __name: string }).__name);
      return (
        `${label} refers to the resource ${name} of another account (${otherUrl}). The reference is sent as an id, ` +
        `and in the account of this resource (${ownUrl}) that id stands for another object. ` +
        "Pass a resource of the same account, or the name of an object in it."
      );
    });
  };
  return (resource, id) => {
    const found = pulumi.output(Promise.resolve(true)).apply(() => mistakeIn(resource));
    return found.apply((mistake) => {
      if (mistake !== undefined) throw refusal(mistake);
      return id;
    });
  };
}

/** What the SDK knows of a resource after its constructor. */
export interface OwnProvider {
  /** Undefined: the default provider. */
  provider?: pulumi.ProviderResource | undefined;
  /** Known when the engine has registered the resource. */
  urn?: pulumi.Output<pulumi.URN>;
}

/** References are nested no deeper than in `builtInTools`. */
const deepest = 3;

/** Passes each id that `noteId` has recorded to `toId`, and replaces the id with the result. */
export function withOwnIds(value: unknown, toId: ToId, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > deepest) return value;
  const resource = resources.get(value);
  if (resource !== undefined) return toId(resource, value as pulumi.Output<unknown>);
  if (Array.isArray(value)) return value.map((item) => withOwnIds(item, toId, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withOwnIds(item, toId, depth + 1)]),
  );
}
