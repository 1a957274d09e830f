// Checks the result of each command, because a fast command with a wrong result would look good.
import { stripVTControlCharacters } from "node:util";
import { CHANGED, DRIFTED, toolCount } from "./account.mjs";

/** The exit codes of commands that find drift. */
const DRIFT_CODES = { ours: 2, terraform: 2, floor: 0 };

export function expectEqual(
  name,
  actual,
  expected,
  { what, output } = { what: "the preparation", output: "" },
) {
  const [one, other] = [actual, expected].map((value) => JSON.stringify(value));
  if (one !== other)
    throw new Error(`${name}: ${one} instead of ${other}, after ${what}\n${output.slice(-1500)}`);
}

/** Throws an error that describes a wrong result. */
export function checkAssistants(operation, { subject, size, result, recorded, live, changed }) {
  const expect = (name, actual, expected) => expectEqual(name, actual, expected, result);
  expect("the exit code", result.exitCode, operation === "drift" ? DRIFT_CODES[subject] : 0);
  const objects =
    operation === "destroy" ? { assistants: 0, tools: 0 } : { assistants: size, tools: toolCount(size) };
  expect("the objects in state", recorded, objects);
  if (subject === "floor") return;
  expect("the objects in the service", live, objects);
  expect("the assistants with the new prompt", changed, operation === "change" ? [CHANGED] : []);
  if (operation === "drift") expect("the drifted assistants", drifted(result.output), [DRIFTED]);
}

/** The assistants with drift, as reported by `voicecall drift` or a plan of Terraform. */
export function drifted(output) {
  const plain = stripVTControlCharacters(output);
  const ours = [...plain.matchAll(/^Assistant "(.+?)"/gm)].map(([, name]) => name);
  const blocks = plain.matchAll(/restapi_object\.assistant_(\d+) has (?:changed|been deleted)/g);
  return [...new Set([...ours, ...[...blocks].map(([, index]) => `Practice ${index}`)])];
}
