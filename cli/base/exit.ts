export const exitCodes = {
  ok: 0,
  failed: 1,
  found: 2,
  incomplete: 3,
  /** EX_USAGE in BSD's sysexits.h. */
  usage: 64,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The meaning of each code, for help and documentation. */
export const exitMeanings: Readonly<Record<ExitCode, string>> = {
  [exitCodes.ok]: "done, nothing found",
  [exitCodes.failed]: "failed, or the result is unknown",
  [exitCodes.found]: "something was found (drift, a failed check, rejected leads)",
  [exitCodes.incomplete]: "done, but the exported program may not contain everything in the account (export)",
  [exitCodes.usage]: "wrong usage",
};

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Wraps a command so that its return value becomes the exit code of the process. */
export const ending =
  <A extends unknown[]>(run: (...args: A) => Promise<ExitCode>) =>
  async (...args: A): Promise<void> => {
    process.exitCode = await run(...args);
  };
