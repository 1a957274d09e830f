// `npm run bench`: compares this provider with one that does nothing, with Terraform and with a bare client, and writes
// docs/evidence/performance.md. `--minutes 35` bounds it. With other options, it only prints:
// `npm run bench -- --sizes 50,200 --only ours,floor --rounds 1`. A wrong result of a command is an error.
import { setup } from "./setup/setup.mjs";

try {
  setup();
  const { readOptions } = await import("./bench/options.mjs");
  await bench(readOptions(process.argv.slice(2)));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

async function bench(options) {
  const { obstacle } = await import("./bench/subjects/measure.mjs");
  const { inTurns } = await import("./bench/schedule.mjs");
  const { measureRound } = await import("./bench/run.mjs");
  const { partText } = await import("./bench/table.mjs");
  const { PARTS } = await import("./bench/parts/all.mjs");
  const { findEngine } = await import("./engine/index.mjs");
  const { findTerraform } = await import("./bench/subjects/terraform-stack.mjs");
  const { pageWriter } = await import("./bench/page.mjs");
  const reason = await obstacle();
  if (reason !== undefined) throw new Error(reason);
  const engine = await findEngine();
  console.log(engine.introduction);
  const terraform = options.subjects.includes("terraform") ? await findTerraform() : undefined;
  const subjects = options.subjects.filter((subject) => subject !== "terraform" || terraform);
  const programs = { engine, terraform };
  if (subjects.length < options.subjects.length)
    console.log("Without terraform on the PATH, it is left out.");

  const records = [];
  const turns = [];
  const writePage = options.write ? pageWriter(programs) : () => undefined;
  const note = (record) => {
    const { part, size, operation, subject, round, figures } = record;
    records.push(record);
    console.log(
      `${part} ${size}, round ${round}, ${operation}, ${subject}: ${figures.wall.toFixed(2)} s, ${figures.cpu.toFixed(2)} CPU s, ${figures.memory.toFixed(0)} MiB, ${figures.requests} requests`,
    );
  };
  // Small sizes of all parts first, because a run may be stopped.
  const blocks = Object.entries(options.parts)
    .flatMap(([part, sizes]) => sizes.map((size, rank) => ({ part, size, rank })))
    .toSorted((one, other) => one.rank - other.rank);
  await inTurns(blocks, options, async (block, round) => {
    const some = PARTS[block.part].subjects(block.size).filter((subject) => subjects.includes(subject));
    const measured = await measureRound({ ...block, round, subjects: some }, programs, note);
    const turn = { ...block, round, ...measured };
    turns.push(turn);
    console.log(`${block.part} ${block.size}, round ${round} took ${turn.seconds.toFixed(0)} s`);
    writePage(records, turns);
    return turn.failure === undefined;
  });
  for (const part of Object.keys(options.parts))
    console.log(
      `\n${partText(
        records.filter((record) => record.part === part),
        PARTS[part],
      )}`,
    );
  const failed = turns.filter(({ failure }) => failure !== undefined);
  if (failed.length > 0)
    throw new Error(failed.map(({ part, size, failure }) => `${part} ${size}: ${failure}`).join("\n"));
}
