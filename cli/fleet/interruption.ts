import type { ChildProcess } from "node:child_process";
import { warn } from "../output.js";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Handles Ctrl-C, SIGTERM and a closed terminal in a run over many stacks. After the first signal, no further stack
 * starts, and each running `pulumi` finishes its current operations, records them, and removes its lock. A second
 * signal ends each `pulumi` immediately.
 */
export class Interruption {
  readonly #running = new Set<ChildProcess>();
  readonly #onSignal = (): void => this.#signaled();
  #count = 0;

  get isInterrupted(): boolean {
    return this.#count > 0;
  }

  /** For the option `onProcess` of `pulumi`. */
  readonly follow = (child: ChildProcess): void => {
    this.#running.add(child);
    child.once("close", () => this.#running.delete(child));
    if (this.isInterrupted) child.kill("SIGINT");
  };

  async during<T>(run: () => Promise<T>): Promise<T> {
    for (const signal of SIGNALS) process.on(signal, this.#onSignal);
    try {
      return await run();
    } finally {
      for (const signal of SIGNALS) process.off(signal, this.#onSignal);
    }
  }

  #signaled(): void {
    this.#count += 1;
    const many = this.#running.size;
    warn(
      this.#count === 1
        ? `Interrupted: no further stack starts. ${many} pulumi command${many === 1 ? "" : "s"} will finish pending operations. Interrupt again to stop immediately.`
        : "Interrupted again: the running pulumi commands are ended immediately.",
    );
    for (const child of this.#running) child.kill("SIGINT");
  }
}

/** Starts the items in order, with at most `concurrency` running at once. */
export async function inParallel<T>(
  items: readonly T[],
  concurrency: number,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
}
