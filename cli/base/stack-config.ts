/** The stack's configuration: what is in it, and new values. */
import { z } from "zod";
import { pulumi, pulumiOrFail, type StackOptions } from "./pulumi.js";

const stored = z.record(
  z.string(),
  z.object({
    secret: z.boolean().optional(),
    value: z.string().optional(),
    objectValue: z.record(z.string(), z.string()).optional().catch(undefined),
  }),
);

export type StackConfig = z.output<typeof stored>;

export async function configOf(options: StackOptions): Promise<StackConfig> {
  const { stdout } = await pulumi(["config", "--json"], options);
  return stored.safeParse(JSON.parse(stdout || "{}")).data ?? {};
}

/** The values that are neither secret nor structured. */
export const plainOf = (config: StackConfig): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(config).flatMap(([key, { secret, value, objectValue }]) =>
      secret !== true && objectValue === undefined && value !== undefined ? [[key, value]] : [],
    ),
  );

/** Sets all values, or none of them. */
export async function setConfig(config: ReadonlyMap<string, string>, options: StackOptions): Promise<void> {
  if (config.size === 0) return;
  const values = [...config].flatMap(([key, text]) => ["--plaintext", `${key}=${text}`]);
  await pulumiOrFail("set the configuration", ["config", "set-all", ...values], options);
}
