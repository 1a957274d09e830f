// See docs/decisions/tests.md.
// Preloaded into the Node processes of engine and host tests. In each process, Pulumi's SDK loads TypeScript,
// a package manager, trace exporters and the Automation API. Loading them only when they are used saves more
// than half of a process's CPU time.
const Module = require("node:module");

const LAZY = [
  /^@npmcli\/arborist$/,
  /^normalize-package-data$/,
  /^@opentelemetry\/(?!api$)/,
  /\/typescript-shim$/,
  /^\.\/automation$/,
];

const load = Module._load;
const isLazy = (name, from) => /@pulumi[\\/]pulumi[\\/]/.test(from) && LAZY.some((one) => one.test(name));

// Pulumi's module `closure/v8Hooks` starts a debugger session, which also slows down the loading of all later
// modules.
const isEarlySession = (name, from) =>
  /@pulumi[\\/]pulumi[\\/]cmd[\\/]run[\\/]/.test(from) && name.endsWith("/closure/v8Hooks");

Module._load = function (name, parent, isMain) {
  const from = parent?.filename ?? "";
  if (isEarlySession(name, from)) return { isInitializedAsync: () => Promise.resolve() };
  return isLazy(name, from)
    ? lazily(() => load.call(this, name, parent, isMain))
    : load.call(this, name, parent, isMain);
};

function lazily(loadLibrary) {
  let library;
  const loaded = () => (library ??= loadLibrary());
  return new Proxy(
    {},
    {
      get: (_, key) => {
        // Without this mark, TypeScript's import helper would copy all exports, and so load the library
        // immediately.
        if (key === "__esModule") return true;
        return key === "default" && !loaded().__esModule ? loaded() : loaded()[key];
      },
    },
  );
}
