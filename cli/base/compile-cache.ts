// See docs/decisions/host.md.
import module from "node:module";
import path from "node:path";
import { packageFolder } from "./own-package.js";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Variables with which the Node processes of an engine keep the code that V8 has compiled. Nothing where Node lacks the
 * cache, where the user has decided, and in CI: its machines are new, and would write a cache that nobody reads.
 */
export async function compileCache(env: Environment, node: object = module): Promise<Record<string, string>> {
  const isDecided = ["NODE_COMPILE_CACHE", "NODE_DISABLE_COMPILE_CACHE", "CI"].some((name) => env[name]);
  if (!("flushCompileCache" in node) || isDecided) return {};
  const { default: envPaths } = await import("env-paths");
  const script = path.join(packageFolder(), "dist/cli/compile-cache.js");
  return {
    // In quotes, Node reads a backslash as JSON does.
    NODE_OPTIONS: `${env["NODE_OPTIONS"] ?? ""} --require ${JSON.stringify(script)}`.trim(),
    VOICECALL_COMPILE_CACHE: path.join(envPaths("pulumi-voicecall", { suffix: "" }).cache, "compiled"),
  };
}
