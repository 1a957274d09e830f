// Loaded into the Node processes of engine tests. The language host that Go builds here (tools/pulumi-language-nodejs)
// ignores `runtime.options.typescript` of Pulumi.yaml, so every JavaScript program would load ts-node and TypeScript, a
// fifth of what its run costs. Newer hosts do this themselves.
const { existsSync } = require("node:fs");

if (!existsSync("index.ts")) delete process.env.PULUMI_NODEJS_TYPESCRIPT;
