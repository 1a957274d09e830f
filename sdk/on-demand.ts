// See docs/decisions/packages.md.
/** Outputs that are made when the program asks for them. */
import type * as pulumi from "@pulumi/pulumi";

/** Marks the properties of this package's resources. Pulumi's SDK passes over symbols. */
export const ON_DEMAND = Symbol("outputs on demand");

// oxlint-disable-next-line typescript/no-require-imports -- an import copies the functions of the module, and one of them is replaced here
const rpc = require("@pulumi/pulumi/runtime/rpc") as Pick<typeof pulumi.runtime, "transferProperties">;
const { transferProperties } = rpc;

/**
 * Pulumi's SDK calls this to make an output of each property: an object with four promises. An assistant has more than
 * 70 properties, and a program reads few of those that have no value. A version of the SDK that does not call it makes
 * all outputs, which only takes more time and memory.
 */
rpc.transferProperties = (resource, label, props) => {
  if (!(ON_DEMAND in props)) return transferProperties(resource, label, props);
  const all = Object.entries<unknown>(props);
  const isLate = ([key, value]: [string, unknown]): boolean =>
    value === undefined && !Object.hasOwn(resource, key);
  const now = Object.fromEntries(all.filter((entry) => !isLate(entry)));
  const resolvers = transferProperties(resource, label, now);
  for (const [key] of all.filter(isLate)) makeWhenAsked(key, resource, label, resolvers);
  return resolvers;
};

/** The SDK makes and resolves this output too. If it has resolved the property before, its arguments are kept. */
function makeWhenAsked(
  key: string,
  resource: pulumi.Resource,
  label: string,
  resolvers: pulumi.runtime.OutputResolvers,
): void {
  const outputs = resource as object as Record<string, unknown>;
  let resolved: Parameters<(typeof resolvers)[string]> | undefined;
  resolvers[key] = (...args) => void (resolved = args);
  const get = (): unknown => {
    delete outputs[key];
    const resolve = transferProperties(resource, label, { [key]: undefined })[key]!;
    if (resolved) resolve(...resolved);
    else resolvers[key] = resolve;
    return outputs[key];
  };
  const own = { enumerable: true, configurable: true };
  const set = (value: unknown): unknown =>
    Object.defineProperty(resource, key, { ...own, value, writable: true });
  // For a function that captures the resource, and that Pulumi serializes.
  Object.assign(get, { captureReplacement: () => returning(outputs[key]) });
  Object.assign(set, { doNotCapture: true });
  Object.defineProperty(resource, key, { ...own, get, set });
}

const returning = (value: unknown) => (): unknown => value;
