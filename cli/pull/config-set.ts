/** Sets values in the stack's configuration. */
import { z } from "zod";
import { programFolder, pulumi, pulumiOrFail, type StackOptions } from "../base/pulumi.js";
import type { Found } from "./run.js";
import { value } from "./run.js";
import { countQuoted } from "./sources.js";

const stored = z.record(z.string(), z.object({ secret: z.boolean() }));

/** Moves to `left` what the configuration cannot get, because it is secret or other code reads the key too. */
export async function settleConfig({ config, pulled, left }: Found, options: StackOptions): Promise<void> {
  if (config.size === 0) return;
  const { stdout } = await pulumi(["config", "--json"], options);
  const known = stored.safeParse(JSON.parse(stdout || "{}")).data ?? {};
  for (const [key, one] of config) {
    const isPlain = Object.entries(known).some(
      ([full, { secret }]) => !secret && (full === key || full.endsWith(`:${key}`)),
    );
    const isOnly = countQuoted(programFolder(options)!, key.split(":").at(-1)!) === 1;
    for (const wish of one.wishes) {
      const why = isPlain
        ? "other code reads the same configuration"
        : "the configuration of the stack has no such plain value";
      if (isPlain && isOnly) pulled.push(value(wish, undefined, undefined, `pulumi config set ${key}`));
      else left.push({ ...value(wish), why: `${why}: ${key}`, value: wish.after });
    }
    if (!isPlain || !isOnly) config.delete(key);
  }
}

/** Sets all values, or none of them. */
export async function setConfig({ config }: Found, options: StackOptions): Promise<void> {
  if (config.size === 0) return;
  const values = [...config.values()].flatMap(({ key, value: text }) => ["--plaintext", `${key}=${text}`]);
  await pulumiOrFail("set the configuration", ["config", "set-all", ...values], options);
}
