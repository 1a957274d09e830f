/** Finds out what the folder's stack already has, so that nothing is imported twice. */
import { kinds } from "../../provider/kind.js";
import { typeToken } from "../../sdk/provider-text.js";
import { stackConfig } from "../account.js";
import type { StackOptions } from "../pulumi.js";
import { stateOf } from "../stack-state.js";
import type { Exported, Resources } from "./exported.js";
import type { SecretValue } from "./header-values.js";

/** Whether state has a resource with the same type, name and id. */
export type IsImported = (one: Exported) => boolean;

/** @returns undefined if the stack cannot be read: it may not exist yet, or there may be no Pulumi CLI */
export async function importedIn(options: StackOptions): Promise<IsImported | undefined> {
  try {
    const resources = await stateOf(options);
    const known = new Set(
      resources
        .filter((resource) => !resource.delete)
        .map(({ urn, type, id }) => keyOf(type, urn.split("::").at(-1)!, id)),
    );
    return ({ kind, name, id }) => known.has(keyOf(typeToken(kind), name.resource, String(id)));
  } catch {
    return undefined;
  }
}

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);

/** The resources that are not in state. */
export const toImport = (resources: Resources, isImported: IsImported): Resources =>
  Object.fromEntries(
    kinds.map((kind) => [kind, resources[kind].filter((one) => !isImported(one))]),
  ) as unknown as Resources;

/** The values that the stack's configuration does not have; all of them if it cannot be read. */
export async function notConfigured(
  values: readonly SecretValue[],
  project: string,
  options: StackOptions,
): Promise<readonly SecretValue[]> {
  if (values.length === 0) return [];
  try {
    const config = await stackConfig(options);
    return values.filter(({ key }) => config[`${project}:${key}`] === undefined);
  } catch {
    return values;
  }
}
