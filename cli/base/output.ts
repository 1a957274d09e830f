/** Results go to stdout, progress and errors to stderr. */
import { createSpinner } from "nanospinner";
import { printable } from "../../provider/base/quoted.js";

/**
 * The color sequences that the commands print. Other control characters, except tabs and line feeds, are
 * escaped, because they may come from the service or the program.
 */
const colours = /(\u001b\[(?:[12]|22|3[0-9])m)/;

const withoutControls = (text: string): string =>
  text
    .split(colours)
    .map((piece, index) => (index % 2 === 1 ? piece : piece.replace(/(?![\t\n])\p{Cc}/gu, printable)))
    .join("");

export function print(text: string): void {
  process.stdout.write(withoutControls(text.endsWith("\n") ? text : `${text}\n`));
}

/** Text for another program, such as a patch: unchanged, except at a terminal. */
export function printRaw(text: string): void {
  if (process.stdout.isTTY) print(text);
  else process.stdout.write(text);
}

/** With `--json`, stdout contains exactly one document, even if the command fails. */
export function printJson(value: unknown): void {
  print(printable(JSON.stringify(value, undefined, 2)));
}

export function warn(text: string): void {
  process.stderr.write(`${withoutControls(text)}\n`);
}

/** Shows progress on stderr: a spinner at a terminal, otherwise one line. */
export async function during<T>(
  text: string,
  run: (update: (text: string) => void) => Promise<T>,
): Promise<T> {
  if (!process.stderr.isTTY) {
    warn(text);
    return run(() => undefined);
  }
  const spinner = createSpinner(text, { stream: process.stderr }).start();
  try {
    return await run((now) => void spinner.update({ text: now }));
  } finally {
    spinner.clear();
    spinner.stop();
  }
}
