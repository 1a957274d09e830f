import { createRequire } from "node:module";
import path from "node:path";
import { runShown } from "../setup/run.mjs";

const require = createRequire(import.meta.url);

/** Each is counted as one test. */
const CHECKS = [
  {
    name: "type check",
    program: require.resolve("typescript/bin/tsc"),
    args: ["--noEmit", "-p", "tsconfig.json"],
  },
  { name: "lint", program: inPackage("eslint", "bin/eslint.js"), args: [".", "--max-warnings=0"] },
  {
    name: "format",
    program: inPackage("prettier", "bin/prettier.cjs"),
    args: ["--check", "--log-level=warn", "."],
  },
];

function inPackage(name, file) {
  return path.join(path.dirname(require.resolve(`${name}/package.json`)), file);
}

export async function runStaticTier() {
  const counts = { passed: 0, failed: 0, skipped: [], failures: [] };
  for (const { name, program, args } of CHECKS) {
    const code = await runShown(process.execPath, [program, ...args]);
    console.log(`${code === 0 ? "passed" : "FAILED"}: ${name}`);
    if (code === 0) counts.passed += 1;
    else {
      counts.failed += 1;
      counts.failures.push(`static > ${name}`);
    }
  }
  return counts;
}
