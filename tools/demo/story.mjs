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

export async function step(title, action) {
  const started = performance.now();
  const outcome = await scene(title, action);
  say(`   ${pc.green("✓")} ${outcome} ${pc.dim(`(${seconds(performance.now() - started)})`)}`);
}

export async function scene(title, action) {
  number += 1;
  say();
  say(pc.bold(`${number}. ${title}`));
  return await action();
}

export function showFile(name, text) {
  say(pc.dim(`   ${name}`));
  say();
  for (const line of text.trimEnd().split("\n")) say(line === "" ? "" : `     ${pc.cyan(line)}`);
}

export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
