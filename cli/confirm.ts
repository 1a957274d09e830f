import { createInterface } from "node:readline/promises";
import type { Readable, Writable } from "node:stream";

/** Asks a person; anything but a clear yes is a no. */
export async function confirmed(question: string, input: Readable, output: Writable): Promise<boolean> {
  const lines = createInterface({ input, output });
  try {
    // The end of the input is no answer, and a question alone would wait for ever.
    const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
    const answer = await Promise.race([lines.question(`${question} [y/N] `), ended]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
