// `npm test`: sets up, then runs the tiers. `npm test -- unit host` runs those, and `npm test -- unit -- -t name`
// hands what follows to vitest. The last line is for machines: `N passed, N failed`.
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { onLeave } from "./leave.mjs";
import { setup } from "./setup.mjs";
import { BESIDE, NEED_ENGINE, parseArguments } from "./tests/tiers.mjs";

const { tiers, forVitest } = readArguments();
const results = [];

// Engines and compilers leave files in the folder for temporary ones, killed ones most of all.
const temporary = mkdtempSync(path.join(os.tmpdir(), "voicecall-test-"));
process.env.TMPDIR = temporary;
// What the tiers print, and how much of what they saw was searched for canaries.
process.env.VOICECALL_TEST_RECORDS = path.join(temporary, "records");
mkdirSync(process.env.VOICECALL_TEST_RECORDS);
onLeave(() => rmSync(temporary, { recursive: true, force: true, maxRetries: 3 }));

if (await isSetUp()) {
  const { runStaticTier } = await import("./tests/static-tier.mjs");
  const { runVitestTier } = await import("./tests/vitest-tier.mjs");
  const engine = tiers.some((tier) => NEED_ENGINE.has(tier)) ? startEngine() : undefined;
  const run = (tier, show) => runTier(tier, { engine, runStaticTier, runVitestTier, show });
  const beside = tiers.length > 2 ? tiers.filter((tier) => BESIDE.has(tier)) : [];
  const inTurn = tiers.filter((tier) => !beside.includes(tier) && tier !== "canary");
  const besides = runBeside(beside, run);
  for (const tier of inTurn) {
    console.log(`\n== ${tier}`);
    await run(tier, "inherit");
  }
  for (const { tier, file } of await besides) {
    console.log(`\n== ${tier} (ran beside the others)\n${readFileSync(file, "utf8")}`);
  }
  if (tiers.includes("canary")) {
    console.log("\n== canary");
    await run("canary", "inherit");
  }
}
report();

function readArguments() {
  try {
    return parseArguments(process.argv.slice(2));
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

async function isSetUp() {
  try {
    await setup();
    return true;
  } catch (error) {
    console.error(error.message);
    results.push({ tier: "setup", seconds: 0, ...failure(`setup: ${error.message}`) });
    return false;
  }
}

/** The CLI may have to be built, which takes minutes: it is begun at once and awaited where it is needed. */
async function startEngine() {
  const { findEngine } = await import("./engine/index.mjs");
  const say = (line) => console.error(`[engine] ${line}`);
  return findEngine({ say, background: tiers.some((tier) => !NEED_ENGINE.has(tier)) }).then(
    () => undefined,
    (error) => error.message,
  );
}

/** Those that keep one core busy run beside the others, which leave one idle at times; what they say is shown afterwards. */
async function runBeside(names, run) {
  const files = [];
  for (const tier of names) {
    const file = path.join(temporary, `shown-of-${tier}.txt`);
    const descriptor = openSync(file, "w");
    await run(tier, descriptor);
    closeSync(descriptor);
    files.push({ tier, file });
  }
  return files;
}

async function runTier(tier, context) {
  const started = performance.now();
  const counts = await countsOf(tier, context);
  results.push({ tier, seconds: (performance.now() - started) / 1000, ...counts });
}

async function countsOf(tier, { engine, runStaticTier, runVitestTier, show }) {
  if (tier === "static") return runStaticTier(show);
  const withoutEngine = NEED_ENGINE.has(tier) && (await engine);
  if (tier === "canary") {
    return runVitestTier(tier, [], show, { VOICECALL_CANARY_TIERS: searchedWhole().join() });
  }
  if (!withoutEngine) return runVitestTier(tier, forVitest, show);
  console.error(withoutEngine);
  return failure(`${tier}: no Pulumi CLI to run it with`);
}

/** The tiers of which every test ran: each must have met canaries. Of a choice of tests nobody can say. */
function searchedWhole() {
  const whole = ({ tier, passed, failed }) => tier !== "static" && passed > 0 && failed === 0;
  return forVitest.length > 0 ? [] : results.filter(whole).map(({ tier }) => tier);
}

function failure(text) {
  return { passed: 0, failed: 1, skipped: [], failures: [text] };
}

function report() {
  const all = (key) => results.flatMap((result) => result[key]);
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log("");
  for (const { tier, passed, failed, skipped, seconds } of results) {
    const more = skipped.length > 0 ? `, ${skipped.length} skipped` : "";
    console.log(`${tier.padEnd(9)} ${passed} passed, ${failed} failed${more} in ${seconds.toFixed(1)} s`);
  }
  for (const { name, reason } of all("skipped")) console.log(`skipped: ${name} (${reason})`);
  for (const name of all("failures")) console.log(`failed: ${name}`);
  const skipped = all("skipped").length;
  console.log(`${sum("passed")} passed, ${sum("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  process.exitCode = sum("failed") > 0 || results.length === 0 ? 1 : 0;
}
