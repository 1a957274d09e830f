/** Listings that lag behind writes: each shows an earlier state of the records. */
import { inListingOrder } from "./listing-order.js";
import type { Settings } from "./options.js";
import type { StoredUser } from "./state.js";
import { type EmulatorState, type RecordList, recordLists } from "./lists.js";

type Snapshot = { at: number; text: string };

export class Listings {
  private snapshots: Snapshot[] = [];
  /** The longest lag in use, in milliseconds. */
  private longest = 0;

  constructor(
    private readonly state: EmulatorState,
    private readonly settings: Settings,
  ) {
    this.restart();
  }

  /** Removes all snapshots, so that listings with a lag start from the current records. */
  restart(): void {
    this.snapshots = [];
    this.longest = 0;
    this.watch(this.settings.listLag);
  }

  /**
   * Keeps snapshots from now on, for listings that lag by `lag` milliseconds. A listing that lags further
   * back than the oldest snapshot shows that snapshot.
   */
  watch(lag: number): void {
    this.longest = Math.max(this.longest, lag);
    if (this.longest > 0 && this.snapshots.length === 0)
      this.snapshots.push({ at: Number.NEGATIVE_INFINITY, text: this.now() });
  }

  /** Takes a snapshot if listings may lag and the records have changed. */
  observe(): void {
    if (this.longest <= 0) return;
    const text = this.now();
    if (this.snapshots.at(-1)?.text !== text) this.snapshots.push({ at: this.settings.clock.now(), text });
    this.snapshots = this.snapshots.slice(this.indexAt(this.longest));
  }

  /** A new array of the records of the user that a listing shows if it lags by `listLag` milliseconds. */
  of<K extends RecordList>(
    kind: K,
    { user, listLag }: { user: StoredUser; listLag: number },
  ): EmulatorState[K][number][] {
    const rows: EmulatorState[RecordList][number][] = this.all(listLag)[kind];
    const own = rows.filter((row) => row.owner === user.id);
    return inListingOrder<object>(own, this.settings.listingOrder) as EmulatorState[K][number][];
  }

  private all(lag: number): Pick<EmulatorState, RecordList> {
    if (lag <= 0) return this.state;
    // A test may have changed the state directly since the last write.
    this.observe();
    return JSON.parse(this.snapshots[this.indexAt(lag)]?.text ?? "{}") as Pick<EmulatorState, RecordList>;
  }

  private indexAt(lag: number): number {
    const horizon = this.settings.clock.now() - lag;
    return Math.max(
      this.snapshots.findLastIndex((snapshot) => snapshot.at <= horizon),
      0,
    );
  }

  private now(): string {
    return JSON.stringify(Object.fromEntries(recordLists.map((kind) => [kind, this.state[kind]])));
  }
}
