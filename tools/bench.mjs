// `npm run bench`: compares this provider with one that does nothing and with Terraform. Without options, it
// writes docs/performance.md. The exit code is 1 if a command failed or had a wrong result.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CACHE } from "./cache.mjs";
import { setup } from "./setup.mjs";

setup();
const { HELP, readOptions } = await import("./bench/options.mjs");
const options = readOptions(process.argv.slice(2));
if (options.help) console.log(HELP);
else if (options.from !== undefined) await writeDocument(JSON.parse(readFileSync(options.from, "utf8")));
else process.exitCode = await bench();

async function bench() {
  const { obstacle } = await import("./bench/measure.mjs");
  const reason = await obstacle();
  if (reason !== undefined) {
    console.error(reason);
    return 1;
  }
  const { findPrograms, machine } = await import("./bench/programs.mjs");
  const { runCell } = await import("./bench/run.mjs");
  const { lineOf } = await import("./bench/lines.mjs");
  const { summary } = await import("./bench/page.mjs");
  const { programs, versions, missing } = await findPrograms(options.cells);
  const results = { machine: machine(), versions, missing, records: [] };
  for (const line of [results.machine.text, ...Object.values(versions)]) console.log(line);
  if (results.machine.load > 1)
    console.log(
      `This machine is busy: its average load is ${results.machine.load.toFixed(1)}. The figures will be too high.`,
    );
  if (missing) console.log(`Terraform is not measured: ${missing}`);
  const file = path.join(CACHE, "bench", `${new Date().toISOString().replaceAll(":", "-")}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  const note = (record) => {
    console.log(lineOf(record));
    results.records.push(record);
    results.machine.seconds = Math.round(performance.now() / 1000);
    // Written after each command, so that an interrupted run keeps its results.
    writeFileSync(file, JSON.stringify(results, undefined, 1));
  };
  for (const cell of options.cells) {
    const subjects = cell.subjects.filter((subject) => subject !== "terraform" || !missing);
    await runCell({ ...cell, subjects }, programs, note).catch((error) => {
      const { condition, size } = cell;
      note({ condition, size, round: 0, subject: subjects[0], operation: "create", error: error.stack });
    });
  }
  console.log(`\n${summary(results)}\nResults: ${file}`);
  if (options.write) await writeDocument(results);
  const failed = results.records.filter(({ error }) => error !== undefined);
  for (const record of failed) console.error(lineOf(record));
  return failed.length === 0 ? 0 : 1;
}

async function writeDocument(results) {
  const { writePage } = await import("./bench/page.mjs");
  for (const file of writePage(results)) console.log(`wrote ${file}`);
}
