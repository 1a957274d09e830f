import pc from "picocolors";

/** A step had an unexpected result; the message describes it. */
export class StepFailed extends Error {
  name = "StepFailed";
}

export function check(holds, message) {
  if (!holds) throw new StepFailed(message);
}

export function say(text = "") {
  console.log(text);
}

let number = 0;

/** Prints the title of a step, runs it, and prints its result and duration. */
export async function step(title, action) {
  number += 1;
  say();
  say(pc.bold(`${number}. ${title}`));
  const started = performance.now();
  const outcome = await action();
  say(`   ${pc.green("✓")} ${outcome} ${pc.dim(`(${seconds(performance.now() - started)})`)}`);
}

/** A file with its name. */
export function showFile(name, text) {
  say(pc.dim(`   ${name}`));
  say();
  for (const line of text.trimEnd().split("\n")) say(line === "" ? "" : `     ${pc.cyan(line)}`);
  say();
}

export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
