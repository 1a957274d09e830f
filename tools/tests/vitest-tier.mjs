import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { onLeave } from "../leave.mjs";
import { ROOT } from "../setup/root.mjs";

const RECORDER = new URL("record-output.mjs", import.meta.url).href;
const REPORTER = fileURLToPath(new URL("reporter.mjs", import.meta.url));
const VITEST = path.join(
  path.dirname(createRequire(import.meta.url).resolve("vitest/package.json")),
  "vitest.mjs",
);

/**
 * Runs the tests of one tier and answers what became of each: `{ passed, failed, skipped, failures }`.
 * @param show where the output goes: "inherit", or the descriptor of a file
 */
export async function runVitestTier(tier, forVitest, show, more = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "voicecall-tests-"));
  const discard = onLeave(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "counts.json");
  try {
    const args = [
      "run",
      "--project",
      tier,
      "--reporter=default",
      `--reporter=${REPORTER}`,
      "--allowOnly=false",
    ];
    const output = path.join(process.env.VOICECALL_TEST_RECORDS, `output-of-${tier}.txt`);
    const env = { ...process.env, VOICECALL_TEST_COUNTS: file, VOICECALL_TEST_OUTPUT: output, ...more };
    const code = await vitest([...args, ...forVitest], env, show);
    return judge(tier, code, readCounts(file));
  } finally {
    discard.now();
  }
}

function vitest(args, env, show) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`--import=${RECORDER}`, VITEST, ...args], {
      cwd: ROOT,
      env,
      stdio: ["ignore", show, show],
    });
    const end = onLeave(() => child.kill("SIGTERM"));
    child.once("error", reject);
    child.once("close", (code, signal) => {
      end.now();
      resolve(code ?? signal);
    });
  });
}

function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return { passed: 0, failed: 0, skipped: [], failures: [] };
  }
}

/** A tier that ran nothing, or that ended badly without naming a test, has failed all the same. */
function judge(tier, code, counts) {
  const { passed, failed, skipped } = counts;
  if (passed + failed === 0)
    return withFailure(counts, `${tier}: no test ran${skipped.length > 0 ? ", all are skipped" : ""}`);
  if (code !== 0 && failed === 0) return withFailure(counts, `${tier}: vitest ended with ${code}`);
  return counts;
}

function withFailure(counts, failure) {
  return { ...counts, failed: counts.failed + 1, failures: [...counts.failures, failure] };
}
