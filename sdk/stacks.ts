/** The pause of the recording of stacks. */
interface Pause {
  /** The same value. An error gets the stack that it could not record. */
  added(error: unknown): unknown;
  resume(): void;
}

/**
 * Stops the recording of stacks while a resource is registered. For its own debugging, Pulumi's SDK records the stack of
 * four promises for each property. An assistant has more than 70 properties, and ts-node maps each stack to its source:
 * this takes more CPU time than all else in a program.
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

/** The one use of these stacks. */
const debugsPromises = (): boolean => Boolean(process.env["PULUMI_DEBUG_PROMISE_LEAKS"]);
