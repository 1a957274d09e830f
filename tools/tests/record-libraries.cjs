// Writes the file of test/support/compiled-libraries.cjs: loads what the Node processes of engine tests and most
// commands load.
const { mkdirSync, renameSync, writeFileSync } = require("node:fs");
const path = require("node:path");
const { FILE, recordCompiled } = require("../../test/support/compiled-libraries.cjs");

const content = recordCompiled();
require("../../test/support/lazy-libraries.cjs");
process.argv[2] = "127.0.0.1:1";
for (const name of [
  "pulumi/cmd/run/instrumentation",
  "pulumi/cmd/run/tracing",
  "pulumi/cmd/run/error",
  "pulumi/log",
  "pulumi/tsutils",
  "pulumi/runtime/manifest",
  "pulumi/runtime/stack",
  "pulumi",
  // Starts a server, which compiles its functions.
  "pulumi/cmd/dynamic-provider",
])
  require(`@pulumi/${name}`);
require("../../dist/sdk/index.js");
require("../../dist/provider/index.js");

setImmediate(() => {
  mkdirSync(path.dirname(FILE), { recursive: true });
  // Other test runs may read the file now.
  const written = `${FILE}.${process.pid}`;
  writeFileSync(written, content());
  renameSync(written, FILE);
  process.exit();
});
