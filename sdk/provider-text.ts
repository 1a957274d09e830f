import type { Kind } from "../provider/kind.js";

/**
 * The provider as it is stored in state. Refresh and delete run this text years later, with whatever package is then
 * installed: the package's name, `open` and the kinds can never change. It is written with every checkpoint, hence
 * the few bytes. The trailing slash makes Node look from the program's folder, in its own package too.
 */
export function providerText(kind: Kind): string {
  return `exports.handler=()=>{try{return require("module").createRequire(process.cwd()+"/")("pulumi-voicecall/runtime").open("${kind}")}catch(e){throw/^MOD/.test(e.code)?Error(e+"\\nRun npm install"):e}}`;
}

/** What the type of every resource of this package begins with. */
export const TYPE_PREFIX = "pulumi-nodejs:dynamic/voicecall:";

export const typeToken = (kind: Kind): string => TYPE_PREFIX + kind;
