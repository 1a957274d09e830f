import { createInterface } from "node:readline/promises";
import type { Readable, Writable } from "node:stream";

/** Asks a question at the terminal. Only a clear "yes" confirms. */
export async function confirmed(question: string, input: Readable, output: Writable): Promise<boolean> {
  const lines = createInterface({ input, output });
  try {
    // The question alone would wait forever if the input ends.
    const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
    const answer = await Promise.race([lines.question(`${question} [y/N] `), ended]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
