/** A server program in a temporary folder. A test process starts and stops it. */
import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { whenLeaving } from "../../support/leaving.js";

export interface Program {
  file: string;
  args: readonly string[];
  options?: SpawnOptions;
}

/** A folder for a server's data. Other users can enter it, because the server may run under a different account. */
export function serverFolder(): string {
  // The name is short, because the path of a socket file is limited to 107 characters.
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), "voicecall-db-"));
  chmodSync(folder, 0o755);
  return folder;
}

export class Server {
  readonly #child: ChildProcess;
  readonly #folder: string;
  #output = "";

  constructor({ file, args, options }: Program, folder: string) {
    this.#folder = folder;
    this.#child = spawn(file, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [this.#child.stdout!, this.#child.stderr!])
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.#output += text;
        this.#child.emit("output");
      });
    whenLeaving(() => this.#remove());
  }

  get #hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** @throws Error with the server's output if it exits before it is ready */
  async until(ready: RegExp): Promise<void> {
    while (!ready.test(this.#output)) {
      if (this.#hasExited) throw new Error(`The server has ended:\n${this.#output}`);
      await Promise.race([once(this.#child, "output"), once(this.#child, "exit")]);
    }
  }

  async close(): Promise<void> {
    const ended = this.#hasExited ? undefined : once(this.#child, "exit");
    // SIGQUIT makes PostgreSQL exit immediately, with all its processes.
    this.#child.kill("SIGQUIT");
    await ended;
    this.#remove();
  }

  #remove(): void {
    this.#child.kill("SIGKILL");
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
