// Loaded into the Node processes of engine tests. In each of them, Pulumi's SDK loads TypeScript and a package manager,
// only to serialize functions, which this package's providers never need. Loading them on first use saves half of a
// process's CPU time.
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
      // Without this, TypeScript's import helper would copy each export immediately.
      get: (_, key) => (key === "__esModule" ? true : (library ??= loadLibrary())[key]),
    },
  );
}
