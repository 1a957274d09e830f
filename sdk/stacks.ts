/** Returned by `pauseStacks`, to end the pause. */
interface Pause {
  /** Returns the same value. If it is an error, adds the stack trace that could not be recorded during the pause. */
  added(error: unknown): unknown;
  resume(): void;
}

/**
 * Stops recording stack traces while a resource is registered. For its own debugging, Pulumi's SDK records the traces
 * of four promises for each property. An assistant has more than 70 properties, and ts-node maps each trace to its
 * source. That takes more CPU time than everything else in a program.
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

/** The only use of these stack traces. */
const debugsPromises = (): boolean => Boolean(process.env["PULUMI_DEBUG_PROMISE_LEAKS"]);
