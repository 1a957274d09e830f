// See docs/decisions/host.md.
import module from "node:module";

/** Writes the compiled code, once. The engine ends the provider host before Node would do so. */
export function keepingCompiled(env = process.env): () => void {
  const { flushCompileCache } = module as { flushCompileCache?: () => void };
  let isKept = env["VOICECALL_COMPILE_CACHE"] === undefined;
  return () => {
    if (isKept) return;
    isKept = true;
    // After the response.
    setImmediate(() => flushCompileCache?.());
  };
}
