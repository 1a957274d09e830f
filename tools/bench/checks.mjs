// Checks the result of each command, because a fast command with a wrong result would look good.
import { stripVTControlCharacters } from "node:util";
import { CHANGED, DRIFTED, toolCount } from "./account.mjs";

/** The exit codes of commands that find drift. */
const DRIFT_CODES = { ours: 2, terraform: 2, floor: 0 };

/** Throws an error that describes a wrong result. */
export function checkOutcome(operation, { subject, size, result, service, stack }) {
  const expect = (what, actual, expected) => {
    const [one, other] = [actual, expected].map((value) => JSON.stringify(value));
    if (one !== other)
      throw new Error(
        `${what}: ${one} instead of ${other}, after ${result.what}\n${result.output.slice(-1500)}`,
      );
  };
  expect("the exit code", result.exitCode, operation === "drift" ? DRIFT_CODES[subject] : 0);
  const objects =
    operation === "destroy" ? { assistants: 0, tools: 0 } : { assistants: size, tools: toolCount(size) };
  expect("the objects in state", stack.recorded(), objects);
  if (subject === "floor") return;
  expect("the objects in the service", service.count(), objects);
  const changed = operation === "change" ? [CHANGED] : [];
  expect("the assistants in the service with the new prompt", service.changed(), changed);
  if (operation === "drift") expect("the drifted assistants", drifted(result.output), [DRIFTED]);
}

/** The assistants with drift, as reported by `voicecall drift` or a plan of Terraform. */
export function drifted(output) {
  const lines = [
    /^Assistant "(.+?)"/gm,
    /restapi_object\.assistant\["(.+?)"\] has (?:changed|been deleted)/g,
  ];
  const plain = stripVTControlCharacters(output);
  return [...new Set(lines.flatMap((line) => [...plain.matchAll(line)].map(([, name]) => name)))];
}
