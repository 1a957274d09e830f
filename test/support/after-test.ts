// See docs/decisions/tests.md.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/**
 * What the current test has opened. This module has no hook that closes it: test files may share a process,
 * and the hook of a shared module would run in only one of them.
 */
const open: { close(): Promise<void> | void }[] = [];

export function closeAfterTest<T extends { close(): Promise<void> | void }>(thing: T): T {
  open.push(thing);
  return thing;
}

/** Closes everything, in reverse order. The setup file calls this after each test. */
export async function closeAll(): Promise<void> {
  for (const thing of open.splice(0).reverse()) await thing.close();
}

/** A new folder for the current test. Removed after it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), "voicecall-test-"));
  closeAfterTest({ close: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }) });
  return folder;
}

/** The error of a promise that must be rejected. */
export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => Promise.reject(new Error(`expected a rejection, got ${JSON.stringify(value)}`)),
    (reason: unknown) => reason,
  );
