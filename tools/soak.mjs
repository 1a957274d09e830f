// `npm run soak`: tests that take too long for `npm test`. `npm run soak -- kills leads` runs only these two
// parts.
import { availableParallelism } from "node:os";
import { setup } from "./setup.mjs";
import { ROOT } from "./setup/root.mjs";

const PARTS = {
  histories: {
    what: "random histories of edits, faults, kills and manual changes (50,000; HISTORIES and SEED change that)",
    project: "lifecycle",
    files: ["test/lifecycle/model.test.ts"],
    env: { HISTORIES: "50000" },
    // Histories run one after another in a process, so each core gets a share and a different seed.
    shared: "HISTORIES",
  },
  inputs: {
    what: "invalid and unusual inputs in every field (20,000; BAD_INPUT_RUNS and SEED change that)",
    project: "lifecycle",
    files: ["test/lifecycle/bad-input/random.test.ts"],
    env: { BAD_INPUT_RUNS: "20000" },
  },
  leads: {
    what: "a LeadSet of 10,000 leads under a rate limit, killed at random moments (LEADS changes the number)",
    projects: ["lifecycle", "engine"],
    files: ["test/lifecycle/lead-set-many.test.ts", "test/engine/lead-set.test.ts"],
    env: { LEADS: "10000" },
  },
  kills: {
    what: "kills of the command and of the provider host, and Ctrl-C, at every request, with a real engine",
    project: "engine",
    files: ["test/engine/kill/", "test/engine/cancel.test.ts"],
    env: { KILLS: "all" },
  },
  recipes: {
    what: "the recipes in CONTRIBUTING, each with one of its files left out, which a type check or a test must detect",
    project: "static",
    files: ["test/static/recipes.test.ts"],
    env: { RECIPES: "all" },
  },
  mutants: {
    what: "changed code in provider/http, cli/drift and provider/core, which tests must detect (MUTANTS=http,core chooses areas, MUTANTS_SAMPLE=10 a tenth of the lines)",
    run: async () => (await import("./mutants/mutants.mjs")).mutants(),
  },
  setups: {
    what: "the packed packages with the package managers, kinds of program and versions that users have (SETUPS=1,5 chooses rows)",
    run: async () => (await import("./setups/setups.mjs")).setups(),
  },
  matrix: {
    what: "a whole life cycle with each supported pair of @pulumi/pulumi and Node, including the newest on npm",
    project: "engine",
    files: ["test/engine/matrix/"],
    env: { MATRIX: "all" },
  },
};

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}. The parts are: ${Object.keys(PARTS).join(", ")}.`);
  process.exit(1);
}

setup();
const ended = [];
for (const name of requested.length > 0 ? requested : Object.keys(PARTS)) {
  const { what, run = () => tests(name) } = PARTS[name];
  console.log(`\n== ${name}: ${what}`);
  const started = performance.now();
  const passed = await run();
  ended.push({ name, passed, seconds: (performance.now() - started) / 1000 });
}
console.log("");
for (const { name, passed, seconds } of ended)
  console.log(`${name.padEnd(9)} ${passed ? "passed" : "FAILED"} in ${seconds.toFixed(0)} s`);
process.exitCode = ended.every(({ passed }) => passed) ? 0 : 1;

async function tests(name) {
  const { project, projects = [project], files, env } = PARTS[name];
  const all = { ...env, ...process.env };
  const shares = PARTS[name].shared && all.SEED === undefined ? availableParallelism() : 1;
  const share =
    shares > 1 ? { [PARTS[name].shared]: String(Math.ceil(all[PARTS[name].shared] / shares)) } : {};
  const args = ["run", ...projects.map((one) => `--project=${one}`), "--reporter=verbose", ...files];
  const codes = await Promise.all(
    Array.from({ length: shares }, (_, index) => vitest(args, { ...all, ...share, ...seed(index, shares) })),
  );
  return codes.every((code) => code === 0);
}

function seed(index, shares) {
  return shares > 1 ? { SEED: String(((Date.now() % 1_000_000) + index) * 1_000 + index) } : {};
}

async function vitest(args, env) {
  const { execa } = await import("execa");
  const { exitCode } = await execa("vitest", args, {
    stdio: "inherit",
    preferLocal: true,
    localDir: ROOT,
    env,
    reject: false,
  });
  return exitCode;
}
