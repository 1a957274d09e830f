/** Simulated time for tasks that sleep in parallel. When nothing else is running, it advances to the next wake-up. */
import type { Clock } from "../../provider/base/clock.js";
import { createTransport, type Transport } from "../../provider/http/transport.js";

export interface VirtualTime {
  readonly clock: Clock;
  /** Time stands still while requests of this transport are pending. */
  readonly transport: Required<Transport>;
}

export function virtualTime(): VirtualTime {
  let now = Date.UTC(2026, 0, 2, 3, 4, 5);
  let inFlight = 0;
  let isMoving = false;
  const sleepers: { at: number; wake: () => void }[] = [];
  const real = createTransport({ connections: 8, timeout: 30_000 });

  /**
   * Waits until no request is pending, and for a few turns of the event loop, in which callers process their
   * responses. Then advances the time to the earliest wake-up.
   */
  const move = async (): Promise<void> => {
    isMoving = true;
    for (let turn = 0; turn < 5; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (inFlight > 0) turn = -1;
    }
    sleepers.sort((one, other) => one.at - other.at);
    const next = sleepers.shift();
    isMoving = false;
    if (!next) return;
    now = Math.max(now, next.at);
    next.wake();
    if (sleepers.length > 0) void move();
  };

  return {
    clock: {
      now: () => now,
      random: () => 0.5,
      sleep: (milliseconds) =>
        new Promise((wake) => {
          sleepers.push({ at: now + milliseconds, wake });
          if (!isMoving) void move();
        }),
    },
    transport: {
      send: async (request) => {
        inFlight += 1;
        try {
          return await real.send(request);
        } finally {
          inFlight -= 1;
        }
      },
      close: () => real.close(),
    },
  };
}
