/** The listening socket. A fault can close it for a while. It reopens on the same port. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { systemClock } from "./clock.js";
import type { Settings } from "./options.js";

/** In milliseconds. Node fires a timer with a longer time immediately. */
const longestTimer = 2 ** 31 - 1;

export class Listener {
  private server: Server | undefined;
  private address: AddressInfo | undefined;
  /** When the socket reopens, in milliseconds of the clock. Undefined while it is open. */
  private until: number | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly settings: Settings) {}

  /** Call this as soon as the server listens. */
  attach(server: Server): void {
    this.server = server;
    this.address = server.address() as AddressInfo;
  }

  get refusing(): boolean {
    return this.until !== undefined;
  }

  /** Closes the socket and idle connections, and reopens the socket after `ms` milliseconds of the clock. */
  refuse(ms: number): void {
    if (!this.server) return;
    const { clock } = this.settings;
    if (this.until === undefined) this.server.close();
    this.until = Math.max(this.until ?? 0, clock.now() + ms);
    clearTimeout(this.timer);
    if (this.until === Infinity) return;
    if (clock === systemClock) this.wait(ms);
    else this.poll();
  }

  /** Opens the socket again if it is closed. */
  accept(): void {
    if (!this.server || this.until === undefined) return;
    this.until = undefined;
    clearTimeout(this.timer);
    const { port, address: host } = this.address ?? {};
    this.server.once("error", this.failed).listen({ port, host }, () => {
      this.server?.off("error", this.failed);
    });
  }

  /** Keeps the socket from reopening. The caller closes the server. */
  end(): void {
    this.server = undefined;
    this.until = undefined;
    clearTimeout(this.timer);
  }

  private readonly failed = (error: Error): void => {
    this.settings.log(`Cannot open the port again: ${error.message}`);
  };

  // Checks the clock after the timer, which may fire slightly early.
  private wait(ms: number): void {
    this.timer = setTimeout(
      () => {
        this.acceptIfDue();
        if (this.until !== undefined) this.wait(Math.max(1, this.until - this.settings.clock.now()));
      },
      Math.min(ms, longestTimer),
    );
  }

  private acceptIfDue(): void {
    if (this.until !== undefined && this.settings.clock.now() >= this.until) this.accept();
  }

  // Polls, because a test clock may jump, after which a timer would fire too late.
  private poll(): void {
    this.acceptIfDue();
    if (this.until !== undefined && this.until !== Infinity) setImmediate(() => this.poll());
  }
}
