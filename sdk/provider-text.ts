import type { Kind } from "../provider/kind.js";

/**
 * The provider as it is stored in state. Refresh and delete may run this text years later, with the package that is then
 * installed, so the package's name, `open` and the kinds can never change. The text is short because every checkpoint
 * contains it. The trailing slash makes Node search from the program's folder, even if that folder is a package itself.
 */
export function providerText(kind: Kind): string {
  return `exports.handler=()=>{try{return require("module").createRequire(process.cwd()+"/")("pulumi-voicecall/runtime").open("${kind}")}catch(e){throw/^MOD/.test(e.code)?Error(e+"\\nRun npm install"):e}}`;
}

/** The beginning of the type of every resource of this package. */
export const TYPE_PREFIX = "pulumi-nodejs:dynamic/voicecall:";

export const typeToken = (kind: Kind): string => TYPE_PREFIX + kind;
