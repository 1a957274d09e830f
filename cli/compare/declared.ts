/** Reads what a stack declares from its state. */
import { type Bag, selfIn } from "../../provider/facade.js";
import { type Kind, isKind } from "../../provider/base/kind.js";
import { TYPE_PREFIX } from "../../sdk/provider-text.js";
import { stackEntries } from "../base/account.js";
import type { StackOptions } from "../base/pulumi.js";
import { fromUrn } from "../drift/compare.js";
import { stateOf } from "../base/stack-state.js";

export interface DeclaredResource {
  readonly urn: string;
  readonly kind: Kind;
  /** Distinguishes the resources of one kind. Equal in all stacks of a program. */
  readonly self: string;
  readonly name: string;
  readonly id: string;
  /** A secret is an object with its value in clear, which is compared, but never shown. */
  readonly inputs: Bag;
}

export interface DeclaredStack {
  readonly stack: string;
  readonly resources: readonly DeclaredResource[];
  /** By name: the values of the stack's configuration, secrets in clear, and the stack's name as `stack`. */
  readonly variables: ReadonlyMap<string, string>;
}

export async function readDeclared(options: StackOptions & { stack: string }): Promise<DeclaredStack> {
  const [resources, { config }] = await Promise.all([
    stateOf(options, { withSecrets: true }),
    stackEntries(options),
  ]);
  const { stack } = options;
  const values = Object.entries(config).flatMap(([key, value]): [string, string][] =>
    value === "" ? [] : [[key.split(":").at(-1)!, value]],
  );
  return {
    stack,
    variables: new Map([["stack", stack.split("/").at(-1)!], ...values]),
    resources: resources.flatMap(({ urn, type, id, inputs, external, delete: isReplaced }) => {
      const kind = type.slice(TYPE_PREFIX.length);
      if (!type.startsWith(TYPE_PREFIX) || !isKind(kind) || external || isReplaced) return [];
      const { name } = fromUrn(urn);
      return [{ urn, kind, self: selfIn(urn)!, name, id, inputs }];
    }),
  };
}
