export const exitCodes = {
  ok: 0,
  /** The command was understood and could not be done. */
  failed: 1,
  /** The command was not understood (EX_USAGE). */
  usage: 64,
} as const;

/** What was given on the command line cannot be. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
