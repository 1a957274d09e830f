// `npm run bench`: how long commands of this package take, against the same work of the Pulumi CLI in the same run.
// Exit code 1 when `voicecall drift` takes 1.5 times as long as `pulumi refresh --preview-only`, or longer.
import { setup } from "./setup.mjs";

const ASSISTANTS = 250;
const ROUNDS = 5;
const MOST = 1.5;

setup();
const { findEngine } = await import("./engine/index.mjs");
const { benchStack } = await import("./bench/stack.mjs");

const engine = await findEngine();
console.log(engine.introduction);
const stack = await benchStack(engine, ASSISTANTS);
try {
  console.log(`${ASSISTANTS} assistants, ${ROUNDS} rounds of each command in turn`);
  const refresh = [];
  const drift = [];
  // In turn, so that what else this machine does falls on both.
  for (let round = 0; round < ROUNDS; round += 1) {
    refresh.push(await stack.pulumi("refresh", "--preview-only", "--non-interactive"));
    drift.push(await stack.voicecall("drift"));
    console.log(`  ${seconds(refresh.at(-1))} refresh --preview-only, ${seconds(drift.at(-1))} drift`);
  }
  const ratio = median(drift) / median(refresh);
  console.log(
    `voicecall drift takes ${ratio.toFixed(2)} × the time of pulumi refresh --preview-only (at most ${MOST})`,
  );
  process.exitCode = ratio < MOST ? 0 : 1;
} finally {
  await stack.close();
}

function median(times) {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)];
}

function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(2).padStart(6)} s`;
}
