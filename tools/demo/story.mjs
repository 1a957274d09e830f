import pc from "picocolors";

/** A step had an unexpected result, which the message describes. */
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
  const started = performance.now();
  const outcome = await scene(title, action);
  say(`   ${pc.green("✓")} ${outcome} ${pc.dim(`(${seconds(performance.now() - started)})`)}`);
}

/** Prints the title of a step and runs it, without a result to check. */
export async function scene(title, action) {
  number += 1;
  say();
  say(pc.bold(`${number}. ${title}`));
  return await action();
}

/** Prints a file with its name. */
export function showFile(name, text) {
  say(pc.dim(`   ${name}`));
  say();
  for (const line of text.trimEnd().split("\n")) say(line === "" ? "" : `     ${pc.cyan(line)}`);
}

export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
