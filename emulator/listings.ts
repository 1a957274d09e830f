/** Listings that lag behind writes: each shows the records as they stood `listLag` ago. */
import type { Settings } from "./options.js";
import type { EmulatorState } from "./seed.js";

const listed = ["tools", "assistants", "leads", "campaigns"] as const;
type Listed = (typeof listed)[number];
type Snapshot = { at: number; text: string };

export class Listings {
  private snapshots: Snapshot[] = [];

  constructor(
    private readonly state: EmulatorState,
    private readonly settings: Settings,
  ) {
    this.restart();
  }

  /** Forgets the past: what stands now has always stood there. */
  restart(): void {
    this.snapshots = [];
    if (this.settings.listLag > 0) this.snapshots.push({ at: Number.NEGATIVE_INFINITY, text: this.now() });
  }

  /** Notes what has changed, after a write. */
  observe(): void {
    if (this.settings.listLag <= 0) return;
    const text = this.now();
    if (this.snapshots.at(-1)?.text === text) return;
    this.snapshots.push({ at: this.settings.clock.now(), text });
  }

  /** The records of a kind as a listing shows them. */
  of<K extends Listed>(kind: K): Pick<EmulatorState, Listed>[K] {
    if (this.settings.listLag <= 0) return this.state[kind];
    // A test may have changed the state directly since the last write.
    this.observe();
    const horizon = this.settings.clock.now() - this.settings.listLag;
    const last = this.snapshots.findLastIndex((snapshot) => snapshot.at <= horizon);
    this.snapshots = this.snapshots.slice(Math.max(last, 0));
    const seen = JSON.parse(this.snapshots[0]?.text ?? "{}") as Pick<EmulatorState, Listed>;
    return seen[kind];
  }

  private now(): string {
    return JSON.stringify(Object.fromEntries(listed.map((kind) => [kind, this.state[kind]])));
  }
}
