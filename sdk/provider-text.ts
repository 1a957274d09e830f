// See docs/decisions/provider-text.md.
import type { Kind } from "../provider/base/kind.js";

/**
 * The JavaScript source that state stores for each resource, and that the provider host runs. Refresh and delete may
 * run it years later, with the package version that is then installed. So the name of the package, `open` and the kinds
 * can never change. The text is short, because every checkpoint contains it. The trailing slash makes Node search from
 * the program's folder, and not from its parent.
 */
export function providerText(kind: Kind): string {
  return `exports.handler=()=>{try{return require("module").createRequire(process.cwd()+"/")("pulumi-voicecall/runtime").open("${kind}")}catch(e){throw/^MOD/.test(e.code)?Error(e+"\\nRun npm install"):e}}`;
}

/** The prefix of this package's resource types. */
export const TYPE_PREFIX = "pulumi-nodejs:dynamic/voicecall:";

export const typeToken = (kind: Kind): string => TYPE_PREFIX + kind;
