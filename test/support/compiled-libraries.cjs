// See docs/decisions/tests.md.
// Preloaded into the Node processes of engine and host tests, and into commands. Loads the modules of Pulumi's SDK and
// of this package from one file, with the code that V8 has compiled from them. That takes half of the CPU time of
// loading them one by one. tools/tests/record-libraries.cjs writes the file. A module that has changed since is loaded
// as usual.
const { readFileSync, statSync } = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const vm = require("node:vm");

/** Each version of Node has its own file, because V8 rejects the code of another version. */
const FILE = path.join(__dirname, `../../node_modules/.cache/voicecall-libraries/${process.version}.bin`);

/** A module that is compiled in this way could not call `import`. */
const isCompiled = (text) => !/\bimport\s*\(/.test(text);

const stamp = (file) => {
  const { size, mtimeMs } = statSync(file);
  return `${size} ${mtimeMs}`;
};

function run(module, script, filename) {
  const require = (id) => module.require(id);
  require.resolve = (request, options) => Module._resolveFilename(request, module, false, options);
  require.main = process.mainModule;
  require.extensions = Module._extensions;
  require.cache = Module._cache;
  const wrapper = script.runInThisContext();
  wrapper.call(module.exports, module.exports, require, module, filename, path.dirname(filename));
}

const resolutionKey = (request, parent) => `${path.dirname(parent.filename)}\0${request}`;

/** Uses the modules of the file that have not changed since it was written. */
function useCompiled() {
  let bytes;
  try {
    bytes = readFileSync(FILE);
  } catch {
    // No engine test has run with this version of Node.
    return;
  }
  const start = 4 + bytes.readUInt32LE(0);
  const { modules, resolved } = JSON.parse(bytes.utf8Slice(4, start));

  const load = Module._extensions[".js"];
  Module._extensions[".js"] = function (module, filename) {
    const found = Object.hasOwn(modules, filename) ? modules[filename] : undefined;
    if (!found || found.stamp !== stamp(filename)) return load.call(this, module, filename);
    const [textEnd, codeEnd] = [start + found.textEnd, start + found.codeEnd];
    const source = bytes[found.isLatin1 ? "latin1Slice" : "utf8Slice"](start + found.from, textEnd);
    const script = new vm.Script(source, { filename, cachedData: bytes.subarray(textEnd, codeEnd) });
    run(module, script, filename);
  };

  const resolve = Module._resolveFilename;
  Module._resolveFilename = function (request, parent, isMain, options) {
    const isKnown = parent?.filename && Object.hasOwn(modules, parent.filename) && !options;
    const found = isKnown ? resolved[resolutionKey(request, parent)] : undefined;
    return found ?? resolve.call(this, request, parent, isMain, options);
  };
}

/** Compiles all modules that are loaded from now on. Returns a function that returns the content of the file. */
function recordCompiled() {
  const recorded = new Map();
  const resolved = {};
  const load = Module._extensions[".js"];
  Module._extensions[".js"] = function (module, filename) {
    const text = readFileSync(filename, "utf8");
    if (!isCompiled(text) || text.startsWith("#!")) return load.call(this, module, filename);
    const source = Module.wrap(text);
    const script = new vm.Script(source, { filename });
    recorded.set(filename, { source, script, stamp: stamp(filename) });
    run(module, script, filename);
  };
  const resolve = Module._resolveFilename;
  Module._resolveFilename = function (request, parent, isMain, options) {
    const found = resolve.call(this, request, parent, isMain, options);
    if (parent?.filename && !options && path.isAbsolute(found))
      resolved[resolutionKey(request, parent)] = found;
    return found;
  };
  return () => {
    const parts = [];
    const modules = {};
    let at = 0;
    const add = (bytes) => {
      parts.push(bytes);
      at += bytes.length;
      return at;
    };
    for (const [filename, { source, script, stamp }] of recorded) {
      const isLatin1 = Buffer.from(source, "latin1").latin1Slice() === source;
      const from = at;
      const textEnd = add(Buffer.from(source, isLatin1 ? "latin1" : "utf8"));
      modules[filename] = { stamp, isLatin1, from, textEnd, codeEnd: add(script.createCachedData()) };
    }
    const head = Buffer.from(JSON.stringify({ modules, resolved }));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(head.length);
    return Buffer.concat([length, head, ...parts]);
  };
}

if (process.env.TEST_RECORD_LIBRARIES) module.exports = { FILE, recordCompiled };
else useCompiled();
