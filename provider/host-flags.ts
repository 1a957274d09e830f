// See docs/decisions/host.md.
// This file is loaded before the rest of the provider. It has an effect only in Pulumi's provider host.
import { setFlagsFromString } from "node:v8";
import { isHostScript } from "./base/host-script.js";
import { keepParserUnoptimized } from "./base/parser-flags.js";

if (isHostScript(process.argv[1])) {
  // While this package loads, the engine's first calls wait, and V8 learns that their messages live long. It then
  // allocates all later messages where only a full garbage collection frees them. A provider host with 800
  // assistants would need a quarter more memory.
  setFlagsFromString("--no-allocation-site-pretenuring");
  // Node 20 optimizes functions after a few calls. In a process that lives for seconds, the optimization costs more
  // CPU time than it saves: a create or refresh of 800 assistants takes up to a fifth more. Later versions of
  // Node wait longer by default.
  if (process.versions.node.startsWith("20.")) setFlagsFromString("--interrupt-budget=400000");
  keepParserUnoptimized();
}
