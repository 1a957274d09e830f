// Checks the result of each command, because a fast command with a wrong result would look good.
import { stripVTControlCharacters } from "node:util";
import { CHANGED_PROMPT, toolCount } from "./objects.mjs";
import { CHANGED, DRIFTED } from "./operations.mjs";

/**
 * The exit codes of commands that find drift. `pulumi refresh` is not listed, because its exit code may change
 * with its version.
 */
const DRIFT_CODES = { ours: { drift: 2 }, terraform: { refreshDrifted: 2 } };
const findsDrift = (subject, operation) => subject === "ours" && operation === "refreshDrifted";

/** Throws an error that describes a wrong result. */
export function checkOutcome(operation, { subject, size, result, service, stack }) {
  if (findsDrift(subject, operation))
    expectSame(`the success of ${result.what}`, result.exitCode === 0, false, result.output);
  else
    expectSame(
      `the exit code of ${result.what}`,
      result.exitCode,
      DRIFT_CODES[subject]?.[operation] ?? 0,
      result.output,
    );
  if (result.leftProcesses) throw new Error(`${result.what} left processes that did not exit`);
  const objects = operation === "destroy" ? none : { assistants: size, tools: toolCount(size) };
  const recorded = stack.recorded();
  expectSame("the assistants in state", recorded.assistants, objects.assistants);
  expectSame("the tools in state", recorded.tools, objects.tools);
  const isChanged = operation === "changeOne";
  const changed = Object.keys(recorded.prompts).filter((name) => recorded.prompts[name] === CHANGED_PROMPT);
  expectSame("the assistants in state with the new prompt", changed, isChanged ? [CHANGED] : []);
  if (subject === "floor") return;
  expectSame("the objects in the service", service.count(), objects);
  expectSame(
    "the assistants in the service with the new prompt",
    service.changed(),
    isChanged ? [CHANGED] : [],
  );
  if (operation === "refreshDrifted" || operation === "drift")
    expectSame(
      "the assistants that are reported as drifted",
      drifted(result.output),
      [DRIFTED],
      result.output,
    );
}

const none = { assistants: 0, tools: 0 };

/** The assistants with drift, as reported by `refresh`, `voicecall drift` or a plan of Terraform. */
export function drifted(output) {
  const lines = [
    /^ ~ +\S+:Assistant (.+?) update\b/gm,
    /^Assistant "(.+?)"/gm,
    /restapi_object\.assistant\["(.+?)"\] has (?:changed|been deleted)/g,
  ];
  const plain = stripVTControlCharacters(output);
  return [...new Set(lines.flatMap((line) => [...plain.matchAll(line)].map(([, name]) => name)))];
}

function expectSame(what, actual, expected, output) {
  const [one, other] = [actual, expected].map((value) => JSON.stringify(value));
  if (one === other) return;
  const end = output === undefined ? "" : `\n${output.slice(-1500)}`;
  throw new Error(`${what}: ${one} instead of ${other}${end}`);
}
