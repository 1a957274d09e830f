/** The listening socket, which a fault can close and open again on the same port. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { systemClock } from "./clock.js";
import type { Settings } from "./options.js";

export class Listener {
  private server: Server | undefined;
  private address: AddressInfo | undefined;
  /** The time at which refusing ends; undefined while connections are accepted. */
  private until: number | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly settings: Settings) {}

  /** The server, once it listens. */
  attach(server: Server): void {
    this.server = server;
    this.address = server.address() as AddressInfo;
  }

  get refusing(): boolean {
    return this.until !== undefined;
  }

  /** Closes the socket and idle connections; opens it again after so many milliseconds of the clock. */
  refuse(ms: number): void {
    if (!this.server) return;
    const { clock } = this.settings;
    if (this.until === undefined) this.server.close();
    this.until = Math.max(this.until ?? 0, clock.now() + ms);
    if (this.until === Infinity) return;
    if (clock === systemClock) this.timer = setTimeout(() => this.look(), ms);
    else this.watch();
  }

  /** Opens the socket again, if it is closed. */
  accept(): void {
    if (!this.server || this.until === undefined) return;
    this.until = undefined;
    const { port, address: host } = this.address ?? {};
    this.server.once("error", this.failed).listen({ port, host }, () => {
      this.server?.off("error", this.failed);
    });
  }

  /** For good: nothing is opened after this. */
  end(): void {
    this.server = undefined;
    this.until = undefined;
    clearTimeout(this.timer);
  }

  private readonly failed = (error: Error): void => {
    this.settings.log(`The port could not be opened again: ${error.message}`);
  };

  private look(): void {
    if (this.until !== undefined && this.settings.clock.now() >= this.until) this.accept();
  }

  // A clock that a test moves may move by sleeping: then the refusal would be over before anybody was refused.
  private watch(): void {
    this.look();
    if (this.refusing) setImmediate(() => this.watch());
  }
}
