import { z } from "zod";
import { SIGNATURE } from "../../provider/base/carried.js";
import { isObject } from "../../provider/base/wording.js";
import { type StackOptions, pulumiOrFail } from "./pulumi.js";

const resource = z.object({
  urn: z.string(),
  type: z.string(),
  id: z.string().default(""),
  external: z.boolean().default(false),
  protect: z.boolean().default(false),
  /** The resource was replaced, and its old object still has to be deleted. */
  delete: z.boolean().default(false),
  provider: z.string().default(""),
  inputs: z.record(z.string(), z.unknown()).default({}),
  outputs: z.record(z.string(), z.unknown()).default({}),
  created: z.string().optional(),
  modified: z.string().optional(),
});

const state = z.object({
  deployment: z.object({
    manifest: z.object({ time: z.string() }).optional(),
    resources: z.array(resource).default([]),
    /** What a run that was killed has begun. `type` is such as `creating`. */
    pending_operations: z.array(z.object({ type: z.string(), resource })).default([]),
  }),
});

export type Deployment = z.output<typeof state>["deployment"];
export type StateResource = Deployment["resources"][number];

interface Secrecy {
  /** Includes secrets in clear text, which must not leave this process. */
  withSecrets?: boolean;
}

export const stateOf = async (options: StackOptions, secrecy?: Secrecy): Promise<readonly StateResource[]> =>
  (await deploymentOf(options, secrecy)).resources;

export async function deploymentOf(
  options: StackOptions,
  { withSecrets = false }: Secrecy = {},
): Promise<Deployment> {
  const args = ["stack", "export", ...(withSecrets ? ["--show-secrets"] : [])];
  return parsed(await pulumiOrFail("read the state", args, options));
}

export const parsed = (text: string): Deployment => state.parse(JSON.parse(text)).deployment;

/** A secret, as the engine reads it in a state or in a file for an import. */
export const asSecret = (value: unknown): object => ({
  [SIGNATURE]: "1b47061264138c4ac30d75fd1eb44270",
  plaintext: JSON.stringify(value),
});

/** A value of a state that was exported with secrets. There, a secret is an object that has the value as JSON text. */
export function inClear(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inClear);
  if (!isObject(value)) return value;
  if (value[SIGNATURE] !== undefined && typeof value["plaintext"] === "string")
    return inClear(JSON.parse(value["plaintext"]));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inClear(item)]));
}
