import { writeSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { ROOT } from "../setup/root.mjs";
import { runShown } from "../setup/run.mjs";

const require = createRequire(import.meta.url);

const CACHE = path.join(ROOT, "node_modules", ".cache");

/** Each is counted as one test. What a program keeps of its last run, it compares with what the files hold now. */
const CHECKS = [
  {
    name: "types and lint",
    program: inPackage("oxlint", "bin/oxlint"),
    args: ["-c", "oxlint.config.mjs", "--type-aware", "--type-check", "--deny-warnings"],
  },
  {
    name: "format",
    program: inPackage("prettier", "bin/prettier.cjs"),
    args: [
      "--check",
      "--log-level=warn",
      "--cache",
      "--cache-strategy=content",
      `--cache-location=${path.join(CACHE, "prettier-check.json")}`,
      ".",
    ],
  },
];

function inPackage(name, file) {
  return path.join(path.dirname(require.resolve(`${name}/package.json`)), file);
}

/** @param show where the output goes: "inherit", or the descriptor of a file */
export async function runStaticTier(show) {
  const counts = { passed: 0, failed: 0, skipped: [], failures: [] };
  for (const { name, program, args } of CHECKS) {
    const code = await runShown(process.execPath, [program, ...args], { stdio: ["ignore", show, show] });
    const line = `${code === 0 ? "passed" : "FAILED"}: ${name}`;
    if (show === "inherit") console.log(line);
    else writeSync(show, `${line}\n`);
    if (code === 0) counts.passed += 1;
    else {
      counts.failed += 1;
      counts.failures.push(`static > ${name}`);
    }
  }
  return counts;
}
