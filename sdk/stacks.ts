/** Returned by `pauseStacks`, to end the pause. */
interface Pause {
  /** Ends the pause. Returns its argument. Gives an error a stack trace, because none was recorded during the pause. */
  added(error: unknown): unknown;
  resume(): void;
}

/**
 * Stops recording stack traces while a resource is registered. For debugging, Pulumi's SDK records the traces
 * of four promises per output. An assistant has about 20 at once, and ts-node's mapping of their traces to
 * the source takes more CPU time than the rest of a program.
 */
export function pauseStacks(): Pause {
  const { stackTraceLimit } = Error;
  const resume = (): void => void (Error.stackTraceLimit = stackTraceLimit);
  const added = (error: unknown): unknown => {
    resume();
    if (error instanceof Error) Error.captureStackTrace(error, added);
    return error;
  };
  if (!debugsPromises()) Error.stackTraceLimit = 0;
  return { added, resume };
}

/** Only this setting of Pulumi uses these stack traces. */
const debugsPromises = (): boolean => Boolean(process.env["PULUMI_DEBUG_PROMISE_LEAKS"]);
