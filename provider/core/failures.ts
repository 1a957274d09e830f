import { appendFileSync } from "node:fs";
import { VoicecallError } from "../http/errors.js";
import { shortLines } from "../http/lines.js";
import { printable } from "../quoted.js";
import type { Operation } from "./operation.js";

/** Ends the text of a predicted failure that is reported as an error. */
export const WILL_FAIL = 'This is an error because voicecall:willFail is "error".';

export const willFailError = (text: string): string => `${text} ${WILL_FAIL}`;

/**
 * Warns that an apply will fail. If `voicecall:willFail` is "error", the program reports the lines as errors
 * instead, so that the preview still shows all resources.
 * @throws VoicecallError "conflict" if the error cannot be passed to the program
 */
export function announceFailures(operation: Operation, lines: readonly string[]): void {
  if (operation.session.settings.willFail !== "error") {
    for (const line of lines) operation.say(line, "warning");
    return;
  }
  const errors = lines.map(willFailError);
  if (errors.length > 0 && !isLeftToProgram(operation, errors))
    throw new VoicecallError("conflict", errors.join(" "));
}

/**
 * The engine passes nothing from a diff to the program. So the errors go into a file that the program reads.
 */
function isLeftToProgram({ session, kind, news }: Operation, errors: readonly string[]): boolean {
  const { ledger } = session;
  const urn = ledger.urnOf(kind, news);
  if (ledger.failuresFile === undefined || urn === undefined) return false;
  const lines = errors.map((error) => JSON.stringify({ urn, text: shortLines(printable(error)) }));
  try {
    appendFileSync(ledger.failuresFile, `${lines.join("\n")}\n`, { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}
