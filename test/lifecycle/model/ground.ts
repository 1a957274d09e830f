/** A service and its connections, which many histories use one after another. */
import type { Form } from "../../../emulator/base/forms.js";
import type { Emulator, Modes } from "../../../emulator/index.js";
import { type Transport, createTransport } from "../../../provider/http/transport.js";
import { type FakeClock, fakeClock } from "../../support/clock.js";
import { startService } from "../../support/service.js";

export type ListingOrder = NonNullable<Modes["listingOrder"]>;

export class Ground {
  readonly transport: Transport;
  #inFlight = new Set<Promise<unknown>>();

  private constructor(
    readonly emulator: Emulator,
    readonly clock: FakeClock,
    private readonly network: Required<Transport>,
  ) {
    this.transport = { send: (request) => this.#send(request) };
  }

  static async open(): Promise<Ground> {
    const clock = fakeClock();
    const network = createTransport({ connections: 8, timeout: 30_000 });
    return new Ground(await startService({ clock }), clock, network);
  }

  /**
   * Resets everything, after all pending requests, so that no request of one history reaches the next one. A
   * killed provider host sends no more requests.
   */
  async clear(form: Form, listingOrder: ListingOrder): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.allSettled(this.#inFlight);
    this.emulator.reset({ state: true });
    // Without `toolIds`, records of the 2026 form show no attached tools, so no tool could be deleted.
    this.emulator.configure({ form, toolIds: true, listingOrder });
  }

  async close(): Promise<void> {
    await this.network.close();
    await this.emulator.close();
  }

  #send(request: Parameters<Transport["send"]>[0]): ReturnType<Transport["send"]> {
    const sending = this.network.send(request);
    this.#inFlight.add(sending);
    const forget = (): void => void this.#inFlight.delete(sending);
    sending.then(forget, forget);
    return sending;
  }
}
