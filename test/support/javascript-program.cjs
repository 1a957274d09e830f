// Loaded into the Node processes of engine tests, whose programs are JavaScript.
const { existsSync } = require("node:fs");
const { createRequire } = require("node:module");

// The language host that Go builds here (tools/pulumi-language-nodejs) ignores `runtime.options.typescript` of
// Pulumi.yaml, so every program would load ts-node and TypeScript, a fifth of what its run costs. Newer hosts do this
// themselves.
if (!existsSync("index.ts")) {
  delete process.env.PULUMI_NODEJS_TYPESCRIPT;

  // Each new resource makes a stack trace, and Pulumi would parse source maps for it, a twentieth of a command's CPU time.
  const main = process.argv[1];
  if (/@pulumi[\\/]pulumi[\\/]cmd[\\/]/.test(main)) {
    const file = createRequire(main).resolve("source-map-support/register");
    require.cache[file] = { id: file, filename: file, loaded: true, exports: {} };
  }
}
