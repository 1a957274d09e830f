import { VoicecallError } from "../../base/errors.js";
import { willFailError } from "../../base/will-fail.js";
import type { Operation } from "../run/operation.js";

/**
 * Warns that an apply will fail.
 * @throws VoicecallError "conflict" if `voicecall:willFail` is "error"
 */
export function announceFailures(operation: Operation, lines: readonly string[]): void {
  if (operation.session.settings.willFail === "error" && lines.length > 0)
    throw new VoicecallError("conflict", lines.map(willFailError).join(" "));
  for (const line of lines) operation.say(line, "warning", { effect: "failure" });
}
