/** What a command answers goes to stdout; everything else, progress and errors, to stderr. */
import { createSpinner } from "nanospinner";

export function print(text: string): void {
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

/** With `--json`, stdout holds one document and nothing else, also when the command fails. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, undefined, 2));
}

export function warn(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Says on stderr what goes on: where somebody watches with a moving sign that goes away, otherwise as one line. */
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
