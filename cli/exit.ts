/** One table of exit codes for all commands. */
export const exitCodes = {
  /** Done, and nothing was found. */
  ok: 0,
  /** The command was understood and could not be done, or could not tell. */
  failed: 1,
  /** What the command looks for was found: drift, something that is not ready, a mistake in a prompt. */
  found: 2,
  /** Partly done: an export wrote a program that lacks objects of the account. */
  incomplete: 3,
  /** The command was not understood (EX_USAGE of BSD). */
  usage: 64,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What each code means, for the help and for its page in the documentation. */
export const exitMeanings: Readonly<Record<ExitCode, string>> = {
  [exitCodes.ok]: "done, nothing found",
  [exitCodes.failed]: "could not do, or could not tell",
  [exitCodes.found]: "found (drift, not ready, a mistake in a prompt)",
  [exitCodes.incomplete]: "done, but objects of the account were left out (export)",
  [exitCodes.usage]: "wrong usage",
};

/** What an error says, whatever was thrown. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What was given on the command line cannot be. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Makes an action of a command whose answer is the exit code of the process. */
export const ending =
  <A extends unknown[]>(run: (...given: A) => Promise<ExitCode>) =>
  async (...given: A): Promise<void> => {
    process.exitCode = await run(...given);
  };
