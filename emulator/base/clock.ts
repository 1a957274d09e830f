/** The service's clock. Tests pass a clock that they can stop or advance. */
export interface EmulatorClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds. */
  sleep(ms: number): Promise<void>;
}

export const systemClock: EmulatorClock = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** ISO 8601 UTC with microseconds, as in tools and assistants (spec 2): `2026-01-02T03:04:05.123000Z`. */
export function isoMicros(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "000Z");
}

/** UTC in the format of leads (spec 2): `2026-01-02 03:04:05`. */
export function plainTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace("T", " ");
}
