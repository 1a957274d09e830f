import { z } from "zod";
import { type StackOptions, pulumiOrFail } from "./pulumi.js";

const state = z.object({
  deployment: z.object({
    resources: z
      .array(
        z.object({
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
        }),
      )
      .default([]),
  }),
});

export type StateResource = z.output<typeof state>["deployment"]["resources"][number];

/** @param withSecrets includes secrets in clear text, which must not leave this process */
export async function stateOf(
  options: StackOptions,
  { withSecrets = false }: { withSecrets?: boolean } = {},
): Promise<readonly StateResource[]> {
  const args = ["stack", "export", ...(withSecrets ? ["--show-secrets"] : [])];
  const text = await pulumiOrFail("read the state", args, options);
  return state.parse(JSON.parse(text)).deployment.resources;
}
