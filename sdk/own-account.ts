import * as pulumi from "@pulumi/pulumi";
import { quoted } from "../provider/quoted.js";
import { baseUrlOf } from "./account.js";
import { refusal } from "./refusal.js";

/** Returns the id that a reference to a resource sends, or an output that fails. */
export type ToId = (resource: pulumi.CustomResource, id: pulumi.Output<unknown>) => pulumi.Output<unknown>;

/** The resources that outputs are the ids of. */
const resources = new WeakMap<object, pulumi.CustomResource>();

/** For an id whose user is not known yet: a resource that gets the id in its arguments checks it. */
export const noteId: ToId = (resource, id) => {
  resources.set(id, resource);
  return id;
};

/**
 * Refuses references to resources of another account. A reference is sent as an id, and in another account the same id
 * stands for another object, or for none.
 * @param label the resource with the reference, for errors
 * @param provider the provider of that resource
 */
export function ownIds(label: string, type: string, opts: pulumi.CustomResourceOptions | undefined): ToId {
  const own = providerOf(type, opts);
  return (resource, id) => {
    const other = resource.getProvider(type);
    if (own === other) return id;
    return pulumi.all([baseUrlOf(own), baseUrlOf(other)]).apply(([ownUrl, otherUrl]) => {
      // Two tokens of one service may be of one account. The service rejects ids of another user.
      if (ownUrl === undefined || otherUrl === undefined || ownUrl === otherUrl) return id;
      const name = quoted((resource as unknown as { __name: string }).__name);
      throw refusal(
        `${label} refers to the resource ${name} of another account (${otherUrl}). The reference is sent as an id, ` +
          `and in the account of this resource (${ownUrl}) that id stands for another object. ` +
          "Pass a resource of the same account, or the name of an object in it.",
      );
    });
  };
}

/** As Pulumi finds the provider of a resource. */
function providerOf(
  type: string,
  opts: pulumi.CustomResourceOptions | undefined,
): pulumi.ProviderResource | undefined {
  return opts?.provider ?? opts?.parent?.getProvider(type);
}

/** References are nested no deeper than in `builtInTools`. */
const deepest = 3;

/** Replaces the ids that `noteId` has noted. */
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
