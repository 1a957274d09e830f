// Loaded into the Node processes of engine tests. Pulumi's SDK loads TypeScript and a package manager in each of them,
// only to serialize functions, which the providers of this package never need. Loading them at first use instead saves
// half of the CPU time of a process.
const Module = require("node:module");

const load = Module._load;
const isLazy = (name, from = "") =>
  /@pulumi[\\/]pulumi[\\/]/.test(from) && (name === "@npmcli/arborist" || name.endsWith("/typescript-shim"));

Module._load = function (name, parent, isMain) {
  return isLazy(name, parent?.filename)
    ? lazily(() => load.call(this, name, parent, isMain))
    : load.call(this, name, parent, isMain);
};

function lazily(loadLibrary) {
  let library;
  return new Proxy(
    {},
    {
      // Otherwise TypeScript's import would copy each export at once.
      get: (_, key) => (key === "__esModule" ? true : (library ??= loadLibrary())[key]),
    },
  );
}
