/** What the test runner tells about the test that runs. */

/** The context that vitest and `node:test` pass to a test. */
export interface TestContext {
  readonly name?: string;
  readonly expect?: Expect;
  onTestFailed?(run: () => void): void;
  after?(run: () => void): void;
  readonly passed?: boolean;
}

interface Expect {
  getState?(): { currentTestName?: string };
}

/** Vitest's `expect` is here without globals, too. */
const VITEST = Symbol.for("expect-global");

/** Undefined in `node:test` without its context. */
export function testName(context: TestContext | undefined): string | undefined {
  const known = globalThis as unknown as Record<PropertyKey, Expect | undefined>;
  // Of concurrent tests, only the context of vitest tells which one runs. It is a function with a name of its own.
  const { currentTestName } = (context?.expect ?? known[VITEST] ?? known["expect"])?.getState?.() ?? {};
  return typeof context === "function" ? currentTestName : (context?.name ?? currentTestName);
}

/** How to run one test again, in a shell. All runners take a regular expression. */
export function commandFor(test: string): string {
  const pattern = test.replaceAll(" > ", " ").replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const name = `'${pattern.replaceAll("'", "'\\''")}'`;
  if (process.env["VITEST"]) return `npx vitest run -t ${name}`;
  if (process.env["JEST_WORKER_ID"]) return `npx jest -t ${name}`;
  return `node --test --test-name-pattern ${name}`;
}

/** Runs after a test that failed. In vitest, a context is not needed. */
export async function whenFailed(context: TestContext | undefined, show: () => void): Promise<void> {
  if (context?.onTestFailed) return context.onTestFailed(show);
  if (context?.after)
    return context.after(() => {
      if (context.passed === false) show();
    });
  if (!process.env["VITEST"]) return;
  try {
    const { onTestFailed } = await import("vitest");
    onTestFailed(show);
  } catch {
    // Outside a test, or vitest is not where this package can find it.
  }
}
