// See docs/decisions/host.md.
// Node loads this file first in each process of an engine that `voicecall` starts.
import module from "node:module";
import path from "node:path";
import { isHostScript } from "../provider/base/host-script.js";

const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };
const { VOICECALL_COMPILE_CACHE: folder } = process.env;
const [, script] = process.argv;
// Pulumi debugs the program's process, and V8 takes code that was compiled there only where that is so again.
if (folder !== undefined && script !== undefined)
  enableCompileCache?.(path.join(folder, isHostScript(script) ? "host" : "program"));
