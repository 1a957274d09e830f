import { createInterface } from "node:readline/promises";
import type { Readable, Writable } from "node:stream";

export async function confirmed(question: string, input: Readable, output: Writable): Promise<boolean> {
  const lines = createInterface({ input, output });
  try {
    // If the input ends, `lines.question` alone would wait forever.
    const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
    const answer = await Promise.race([lines.question(`${question} [y/N] `), ended]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
