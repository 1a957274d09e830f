// Loads what the processes of engine tests load, and keeps what V8 made of it.
const { mkdirSync, renameSync, writeFileSync } = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const v8 = require("node:v8");
const { FILE, hashOf, run, scriptOf } = require("./use.cjs");

const LOADED = ["@pulumi/pulumi", "typescript", "ts-node", "pulumi-voicecall", "pulumi-voicecall/runtime"];
/** What was kept of a script forgets who answers its `import()` (Node 20). */
const IMPORTS = /(=|>|\(|,|:|\?|await|return)\s*import\(/;

if (!Module.enableCompileCache) {
  const made = new Map();
  const compileAnew = Module.prototype._compile;
  Module.prototype._compile = function (content, filename, ...more) {
    if (IMPORTS.test(content)) return compileAnew.call(this, content, filename, ...more);
    const script = scriptOf(content, filename);
    made.set(filename, [hashOf(content), script]);
    return run(this, filename, script);
  };
  for (const name of LOADED) require(name);

  const kept = [...made].map(([file, [hash, script]]) => [file, [hash, script.createCachedData()]]);
  mkdirSync(path.dirname(FILE), { recursive: true });
  // Another process may read it meanwhile.
  const own = `${FILE}.${process.pid}`;
  writeFileSync(own, v8.serialize(new Map(kept)));
  renameSync(own, FILE);
}
