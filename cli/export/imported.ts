/** What the stack of the folder has already, so that nothing is imported twice. */
import { z } from "zod";
import { kinds } from "../../provider/kind.js";
import { typeToken } from "../../sdk/provider-text.js";
import { stackConfig } from "../account.js";
import { type StackOptions, pulumiOrFail } from "../pulumi.js";
import type { Exported, Resources } from "./exported.js";
import type { SecretValue } from "./header-values.js";

const exported = z.object({
  deployment: z.object({
    resources: z
      .array(
        z.object({
          urn: z.string(),
          type: z.string(),
          id: z.string().optional(),
          delete: z.boolean().optional(),
        }),
      )
      .optional(),
  }),
});

/** Whether the state has a resource with the type, the name and the id. */
export type IsImported = (one: Exported) => boolean;

/** @returns undefined if the stack cannot be read: there may be none yet, or no Pulumi CLI */
export async function importedIn(options: StackOptions): Promise<IsImported | undefined> {
  try {
    const text = await pulumiOrFail("read the stack", ["stack", "export"], options);
    const { resources = [] } = exported.parse(JSON.parse(text)).deployment;
    const known = new Set(
      resources
        .filter((resource) => resource.delete !== true)
        .map(({ urn, type, id }) => keyOf(type, urn.split("::").at(-1)!, String(id))),
    );
    return ({ kind, name, id }) => known.has(keyOf(typeToken(kind), name.resource, String(id)));
  } catch {
    return undefined;
  }
}

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);

/** The resources that state lacks. */
export const toImport = (resources: Resources, isImported: IsImported): Resources =>
  Object.fromEntries(
    kinds.map((kind) => [kind, resources[kind].filter((one) => !isImported(one))]),
  ) as unknown as Resources;

/** The values that the configuration of the stack lacks; all of them if it cannot be read. */
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
