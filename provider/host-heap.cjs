// Loaded before the rest of the provider, and only with effect in Pulumi's provider host.
//
// While the engine's first calls wait, V8 learns that their messages live long. It then allocates all later messages
// where only a full garbage collection frees them. A host with 800 assistants would need a third more memory and a
// fifth more CPU time. V8 learns this while the rest of this package loads, so the flag must be set before that.
const { setFlagsFromString } = require("node:v8");

if (/[\\/]cmd[\\/]dynamic-provider([\\/]|$)/.test(process.argv[1] ?? ""))
  setFlagsFromString("--no-allocation-site-pretenuring");
