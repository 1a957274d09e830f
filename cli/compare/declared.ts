/** Reads what a stack declares from its state. */
import { z } from "zod";
import { type Bag, isObject, ownValue, selfIn } from "../../provider/facade.js";
import { type Kind, isKind } from "../../provider/base/kind.js";
import { SIGNATURE } from "../../provider/base/carried.js";
import { TYPE_PREFIX } from "../../sdk/provider-text.js";
import { pulumiOrFail, type StackOptions } from "../base/pulumi.js";
import { stateOf } from "../base/stack-state.js";

export interface DeclaredResource {
  readonly urn: string;
  readonly kind: Kind;
  /** Distinguishes the resources of one kind. Equal in all stacks of a program. */
  readonly self: string;
  readonly name: string;
  readonly id: string;
  /** Secrets are `Secret` objects. */
  readonly inputs: Bag;
}

/** A secret value. It is compared, but never shown. */
export class Secret {
  constructor(readonly text: string) {}
}

export interface DeclaredStack {
  readonly stack: string;
  readonly resources: readonly DeclaredResource[];
  /** By name: the plain values of the stack's configuration, and the stack's name as `stack`. */
  readonly variables: ReadonlyMap<string, string>;
}

const config = z.record(z.string(), z.object({ value: z.string().optional(), secret: z.boolean() }));

/** Shorter values occur in texts by chance. */
const SHORTEST = 3;

export async function readDeclared(options: StackOptions & { stack: string }): Promise<DeclaredStack> {
  const [resources, plain] = await Promise.all([
    stateOf(options, { withSecrets: true }),
    pulumiOrFail("read the configuration", ["config", "--json"], options),
  ]);
  const { stack } = options;
  const values = Object.entries(config.parse(JSON.parse(plain || "{}"))).flatMap(
    ([key, { value = "", secret }]): [string, string][] =>
      secret || value.length < SHORTEST ? [] : [[key.split(":").at(-1)!, value]],
  );
  return {
    stack,
    variables: new Map([["stack", stack.split("/").at(-1)!], ...values]),
    resources: resources.flatMap(({ urn, type, id, inputs, external, delete: isReplaced }) => {
      const kind = type.slice(TYPE_PREFIX.length);
      if (!type.startsWith(TYPE_PREFIX) || !isKind(kind) || external || isReplaced) return [];
      const name = urn.split("::").slice(3).join("::");
      return [{ urn, kind, self: selfIn(urn)!, name, id, inputs: withSecrets(inputs) as Bag }];
    }),
  };
}

/** In an exported state, a secret is an object that contains the value as JSON text. */
function withSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSecrets);
  if (!isObject(value)) return value;
  if (Object.hasOwn(value, SIGNATURE)) return new Secret(String(ownValue(value, "plaintext")));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withSecrets(item)]));
}
