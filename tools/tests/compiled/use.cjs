// Loaded into the Node processes of engine tests: what V8 made of a module is taken from what keep.cjs kept. Each
// `pulumi` command starts two processes that load the same thousand files; compiling them is an eighth of its CPU time.
// Node does this by itself from 22.8 on.
const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const v8 = require("node:v8");
const vm = require("node:vm");

const FOLDER = path.join(__dirname, "../../../node_modules/.cache/compiled");
const FILE = path.join(FOLDER, `${process.version}-${process.arch}.bin`);

/** By file: the hash of its source, and what V8 made of it. */
let kept;
const compileAnew = Module.prototype._compile;

if (Module.enableCompileCache) Module.enableCompileCache(FOLDER);
else {
  // Pulumi's SDK sets it while it loads, and V8 takes nothing that was made under other flags.
  v8.setFlagsFromString("--allow-natives-syntax");
  Module.prototype._compile = function (content, filename, ...more) {
    kept ??= read();
    const [hash, cachedData] = kept.get(filename) ?? [];
    // V8 itself compares no more than the length.
    if (hash === undefined || hash !== hashOf(content))
      return compileAnew.call(this, content, filename, ...more);
    return run(this, filename, scriptOf(content, filename, cachedData));
  };
}

module.exports = { FILE, hashOf, run, scriptOf };

function read() {
  try {
    return v8.deserialize(readFileSync(FILE));
  } catch {
    return new Map();
  }
}

function hashOf(content) {
  return createHash("sha1").update(content).digest("base64");
}

function scriptOf(content, filename, cachedData) {
  return new vm.Script(Module.wrap(content.replace(/^#!.*/, "")), {
    filename,
    cachedData,
    columnOffset: -Module.wrapper[0].length,
  });
}

function run(module, filename, script) {
  const compiled = script.runInThisContext();
  const require = Module.createRequire(filename);
  return compiled.call(module.exports, module.exports, require, module, filename, path.dirname(filename));
}
