/** Listings that lag behind writes: each shows the records as they stood some time ago. */
import type { Settings } from "./options.js";
import type { EmulatorState } from "./seed.js";

const listed = ["tools", "assistants", "leads", "campaigns"] as const;
type Listed = (typeof listed)[number];
type Snapshot = { at: number; text: string };

export class Listings {
  private snapshots: Snapshot[] = [];
  /** The longest lag that can be asked for, in milliseconds: how far back the past is kept. */
  private longest = 0;

  constructor(
    private readonly state: EmulatorState,
    private readonly settings: Settings,
  ) {
    this.restart();
  }

  /** Forgets the past: what stands now has always stood there. */
  restart(): void {
    this.snapshots = [];
    this.longest = 0;
    this.watch(this.settings.listLag);
  }

  /** Keeps the past from here on, for listings that lag so many milliseconds; what stands now counts as old. */
  watch(lag: number): void {
    this.longest = Math.max(this.longest, lag);
    if (this.longest > 0 && this.snapshots.length === 0)
      this.snapshots.push({ at: Number.NEGATIVE_INFINITY, text: this.now() });
  }

  /** Notes what has changed, after a write. */
  observe(): void {
    if (this.longest <= 0) return;
    const text = this.now();
    if (this.snapshots.at(-1)?.text !== text) this.snapshots.push({ at: this.settings.clock.now(), text });
    this.snapshots = this.snapshots.slice(this.indexAt(this.longest));
  }

  /** The records of a kind as a listing shows them that lags so many milliseconds. */
  of<K extends Listed>(kind: K, lag: number): Pick<EmulatorState, Listed>[K] {
    if (lag <= 0) return this.state[kind];
    // A test may have changed the state directly since the last write.
    this.observe();
    const seen = JSON.parse(this.snapshots[this.indexAt(lag)]?.text ?? "{}") as Pick<EmulatorState, Listed>;
    return seen[kind];
  }

  private indexAt(lag: number): number {
    const horizon = this.settings.clock.now() - lag;
    return Math.max(
      this.snapshots.findLastIndex((snapshot) => snapshot.at <= horizon),
      0,
    );
  }

  private now(): string {
    return JSON.stringify(Object.fromEntries(listed.map((kind) => [kind, this.state[kind]])));
  }
}
