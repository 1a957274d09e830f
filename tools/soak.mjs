// `npm run soak`: tests that take too long for `npm test`. `npm run soak -- kills leads` runs only these two
// parts. Arguments after a second -- go to vitest.
import { setup } from "./setup/setup.mjs";
import { ROOT } from "./setup/root.mjs";
import { PARTS } from "./soak/parts.mjs";
import { useTemporaryFolder } from "./tests/temporary-folder.mjs";

const [requested, forVitest] = argumentsOf(process.argv.slice(2));
const unknown = requested.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}. The parts are: ${Object.keys(PARTS).join(", ")}.`);
  process.exit(1);
}

setup();
await useTemporaryFolder();
const { execa } = await import("execa");
const ended = [];
for (const name of requested.length > 0 ? requested : Object.keys(PARTS)) {
  const { what, files, env, environments, run } = PARTS[name];
  console.log(`\n== ${name}: ${what}`);
  const started = performance.now();
  const passed = run ? await run() : await inEach(name, files, environments ? await environments() : [env]);
  ended.push({ name, passed, seconds: (performance.now() - started) / 1000 });
}
console.log("");
for (const { name, passed, seconds } of ended)
  console.log(`${name.padEnd(9)} ${passed ? "passed" : "FAILED"} in ${seconds.toFixed(0)} s`);
process.exitCode = ended.every(({ passed }) => passed) ? 0 : 1;

function argumentsOf(all) {
  const end = all.includes("--") ? all.indexOf("--") : all.length;
  return [all.slice(0, end), all.slice(end + 1)];
}

async function inEach(name, files, environments) {
  let passed = true;
  for (const env of environments) passed = (await vitest(name, files, env)) && passed;
  return passed;
}

async function vitest(name, files, env) {
  const { exitCode } = await execa("vitest", ["run", "--reporter=verbose", ...files, ...forVitest], {
    stdio: "inherit",
    preferLocal: true,
    cwd: ROOT,
    env: { SOAK: name, ...env, ...process.env },
    reject: false,
  });
  return exitCode === 0;
}
