// Preloaded into the Node processes of engine tests. Skips what Pulumi loads for TypeScript if the program has
// no index.ts.
const { existsSync } = require("node:fs");
const { createRequire } = require("node:module");

// The language host built from Go modules (tools/pulumi-language-nodejs) ignores `runtime.options.typescript`
// in Pulumi.yaml. So each program would load ts-node and TypeScript, which takes a fifth of its time. Newer
// hosts apply the option.
if (!existsSync("index.ts")) {
  delete process.env.PULUMI_NODEJS_TYPESCRIPT;

  // Each new resource creates a stack trace, for which Pulumi would parse source maps. That takes a twentieth of a
  // command's CPU time.
  const main = process.argv[1];
  if (/@pulumi[\\/]pulumi[\\/]cmd[\\/]/.test(main)) {
    const file = createRequire(main).resolve("source-map-support/register");
    require.cache[file] = { id: file, filename: file, loaded: true, exports: {} };
  }
}
