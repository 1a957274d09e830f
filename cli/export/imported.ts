/** Finds out which objects the folder's stack already has, so that nothing is imported twice. */
import type { Bag } from "../../provider/facade.js";
import { kinds } from "../../provider/base/kind.js";
import { typeToken } from "../../sdk/provider-text.js";
import { stackConfig } from "../account.js";
import type { StackOptions } from "../pulumi.js";
import { stateOf } from "../stack-state.js";
import { type Account, isRead } from "./account.js";
import type { Choice } from "./choice.js";
import type { Exported, Resources } from "./exported.js";
import type { SecretValue } from "./header-values.js";

/** What identifies a resource in state. */
type Identity = Pick<Exported, "kind" | "name" | "id">;

/** Whether state has a resource with the same type, name and id. */
export type IsImported = (one: Identity) => boolean;

/** Which of the account's objects the folder's stack has. */
export interface Imported {
  /** The name of the stack. Undefined if the stack has no resources. */
  readonly stack: string | undefined;
  readonly has: IsImported;
  /** The inputs of the resource in state. Secret values are encrypted. */
  inputs(one: Identity): Bag | undefined;
  /**
   * The URNs of protected resources whose objects the account no longer has. If the program does not declare
   * such a resource, its protection makes every preview fail.
   */
  gone(all: Account, choice: Choice): string[];
}

/** @returns undefined if the stack cannot be read, for example if there is no stack yet or no Pulumi CLI */
export async function importedIn(options: StackOptions): Promise<Imported | undefined> {
  try {
    const resources = await stateOf(options);
    const current = resources.filter((resource) => !resource.delete);
    const known = new Map(
      current.map(({ urn, type, id, inputs }) => [keyOf(type, urn.split("::").at(-1)!, id), inputs]),
    );
    const keyIn = ({ kind, name, id }: Identity): string => keyOf(typeToken(kind), name.resource, String(id));
    return {
      stack: /^urn:pulumi:(.+?)::/.exec(resources[0]?.urn ?? "")?.[1],
      has: (one) => known.has(keyIn(one)),
      inputs: (one) => known.get(keyIn(one)),
      gone: (all, choice) =>
        kinds.flatMap((kind) => {
          if (!isRead(choice, kind)) return [];
          const ids = new Set(all[kind].map(({ id }) => String(id)));
          return current
            .filter(
              ({ type, id, protect }) => type === typeToken(kind) && protect && id !== "" && !ids.has(id),
            )
            .map(({ urn }) => urn);
        }),
    };
  } catch {
    return undefined;
  }
}

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);

export const toImport = (resources: Resources, isImported: IsImported): Resources =>
  Object.fromEntries(
    kinds.map((kind) => [kind, resources[kind].filter((one) => !isImported(one))]),
  ) as unknown as Resources;

/** Secret values that the stack's configuration lacks, and those that differ from the stack's value. */
export interface Configured {
  readonly unset: readonly SecretValue[];
  readonly differing: readonly SecretValue[];
}

/** If the configuration cannot be read, it is assumed to lack all values. */
export async function configured(
  values: readonly SecretValue[],
  project: string,
  options: StackOptions,
): Promise<Configured> {
  if (values.length === 0) return { unset: [], differing: [] };
  try {
    const config = await stackConfig(options);
    const inStack = ({ key }: SecretValue): string | undefined => config[`${project}:${key}`];
    const unset = values.filter((one) => inStack(one) === undefined);
    return {
      unset,
      differing: values.filter((one) => !unset.includes(one) && inStack(one) !== one.value),
    };
  } catch {
    return { unset: values, differing: [] };
  }
}
