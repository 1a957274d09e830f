// `npm run generate`: writes sdk/generated/, docs/resources/, SKILL.md and the marked parts of documents from
// the tables in provider/, docs/commands.md from the command line, and docs/evidence/kills.md from test/engine/kill/.
// `npm run generate -- --check` writes nothing, and exits with code 1 if a file is out of date.
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";

const root = path.dirname(import.meta.dirname);
const compiled = path.join(root, "node_modules/.cache/generate");
const require = createRequire(import.meta.url);

// Compiles the tables, but not sdk/generated/, which this command writes.
const tsc = require.resolve("typescript/bin/tsc");
const options = ["--noEmit", "false", "--noCheck", "--declaration", "false", "--outDir", compiled];
execFileSync(process.execPath, [tsc, "-p", path.join(root, "tools/generate"), ...options], {
  stdio: "inherit",
});

process.chdir(root);
const check = process.argv.includes("--check");
const { generate } = require(path.join(compiled, "tools/generate/main.js"));
const stale = await generate({ check });
if (stale.length === 0) console.log("generate: everything is up to date");
for (const file of stale)
  console.log(check ? `generate: ${file} is stale; run npm run generate` : `generate: wrote ${file}`);
if (check && stale.length > 0) process.exitCode = 1;
