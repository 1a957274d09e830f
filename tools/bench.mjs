// `npm run bench`: compares this provider with one that does nothing and with Terraform, and writes
// docs/evidence/performance.md on a machine that does nothing else. With options, it only prints:
// `npm run bench -- --sizes 50,200 --only ours,floor --rounds 1`. A wrong result of a command ends it.
import { setTimeout } from "node:timers/promises";
import { setup } from "./setup/setup.mjs";

const LOOK_MS = 5_000;

try {
  setup();
  const { readOptions } = await import("./bench/options.mjs");
  await bench(readOptions(process.argv.slice(2)));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

async function bench({ subjects, sizes, rounds, write }) {
  const { obstacle } = await import("./bench/measure.mjs");
  const { refusal, watchOthers } = await import("./bench/others.mjs");
  const { runRound } = await import("./bench/run.mjs");
  const { SUBJECTS, OPERATIONS, rowsOf, tableOf } = await import("./bench/table.mjs");
  const { findEngine } = await import("./engine/index.mjs");
  const { findTerraform } = await import("./bench/terraform-stack.mjs");
  stopIf(await obstacle());
  const engine = await findEngine();
  console.log(engine.introduction);
  const terraform = subjects.includes("terraform") ? await findTerraform() : undefined;
  if (subjects.includes("terraform") && !terraform)
    console.log("Without terraform on the PATH, it is left out.");

  const before = watchOthers();
  if (write) await setTimeout(LOOK_MS).then(() => stopIf(refusal(before())));
  const others = watchOthers();
  const records = [];
  const note = (record) => {
    const { size, operation, subject, wallSeconds, cpuSeconds, requests } = record;
    records.push(record);
    console.log(
      `${size}, ${OPERATIONS[operation]}, ${SUBJECTS[subject]}: ${wallSeconds.toFixed(2)} s, ${cpuSeconds.toFixed(2)} CPU s, ${requests} requests`,
    );
  };
  for (const size of sizes)
    for (let round = 1; round <= rounds; round += 1) {
      const isLeftOut = (subject) => subject === "terraform" && (!terraform || round > 1);
      const some = subjects.filter((subject) => !isLeftOut(subject));
      await runRound({ size, subjects: some }, { engine, terraform }, note);
    }
  const rows = rowsOf(records);
  const { compressionLine } = await import("./bench/compression.mjs");
  console.log(`\n${tableOf(rows)}\n\n${compressionLine()}`);
  if (!write) return;
  stopIf(refusal(others(records.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0))));
  const { writePage } = await import("./bench/page.mjs");
  writePage(rows, { engine, terraform });
}

function stopIf(reason) {
  if (reason !== undefined) throw new Error(reason);
}
