/**
 * Runs a test several times, one after another, for answers that vary.
 * @param times how often
 * @param options `atLeast`: how many runs must pass. Default: all
 * @throws Error with the failures if fewer runs pass
 * @example
 * ```ts
 * await repeat(5, { atLeast: 4 }, async () => {
 *   const chat = await conversation(support, { model });
 *   await chat.caller("Can somebody call me back?");
 *   expect(await chat.judge("offers a call back")).toMatchObject({ pass: true });
 * });
 * ```
 */
export async function repeat(
  times: number,
  options: { atLeast?: number | undefined },
  run: (index: number) => Promise<void> | void,
): Promise<void> {
  const { atLeast = times } = options;
  if (!Number.isInteger(times) || times < 1 || !(atLeast >= 1 && atLeast <= times))
    throw new Error("repeat() needs a whole number of runs, and atLeast from 1 to that number.");
  const failures: unknown[] = [];
  for (let index = 0; index < times; index += 1) {
    try {
      await run(index);
    } catch (error) {
      failures.push(error);
    }
  }
  const passed = times - failures.length;
  if (passed >= atLeast) return;
  const why = failures.map(
    (error, index) => `${index + 1}. ${error instanceof Error ? error.message : String(error)}`,
  );
  throw new AggregateError(
    failures,
    `${passed} of ${times} runs passed, and at least ${atLeast} must. The failures:\n${why.join("\n")}`,
  );
}
