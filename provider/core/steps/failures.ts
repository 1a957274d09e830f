import { VoicecallError } from "../../base/errors.js";
import type { Operation } from "../run/operation.js";

/** Ends the text of a predicted failure that is reported as an error. */
export const WILL_FAIL = 'This is an error because voicecall:willFail is "error".';

export const willFailError = (text: string): string => `${text} ${WILL_FAIL}`;

/**
 * Warns that an apply will fail.
 * @throws VoicecallError "conflict" if `voicecall:willFail` is "error"
 */
export function announceFailures(operation: Operation, lines: readonly string[]): void {
  if (operation.session.settings.willFail === "error" && lines.length > 0)
    throw new VoicecallError("conflict", lines.map(willFailError).join(" "));
  for (const line of lines) operation.say(line, "warning");
}
