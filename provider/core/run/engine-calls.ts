import type { Clock } from "../../base/clock.js";

/** The calls of the engine to this process, about all accounts. */
export class EngineCalls {
  /** The number of calls so far. */
  begun = 0;
  /**
   * The number of checks and diffs that are running. The engine calls them one after another. So while one is open, the
   * engine may not yet have reported all resources.
   */
  open = 0;
  /** The number of creates and updates that are running. */
  applying = 0;
  /** The highest value of `applying` so far. */
  mostApplying = 0;

  constructor(readonly clock: Clock) {}

  /** Notes a call. Returns a function to call when it has ended. */
  begin(verb: string): () => void {
    const counter = COUNTERS[verb];
    this.begun += 1;
    if (counter) this[counter] += 1;
    this.mostApplying = Math.max(this.mostApplying, this.applying);
    return () => {
      if (counter) this[counter] -= 1;
    };
  }

  /**
   * Resolves when the engine has made no new call for a moment, which means that it has probably reported all
   * objects in state. Waits up to half a minute for slow lookups, and at most a second for a program that is
   * still registering resources.
   */
  async quiet(): Promise<void> {
    for (let rounds = 0; rounds < 4 || (this.open > 0 && rounds < 120); rounds += 1) {
      const { begun } = this;
      await this.clock.sleep(250);
      if (begun === this.begun && this.open === 0) return;
    }
  }

  /**
   * Resolves when as many operations wait as the engine has run in parallel so far, or when the engine has made no
   * new call for an eighth of a second. Waits at most half a second after the last operation has started to wait.
   */
  async allWait(waiting: () => number): Promise<void> {
    let [rounds, quiet] = [0, 0];
    while (rounds < 20 && quiet < 5 && waiting() < this.mostApplying) {
      const { begun } = this;
      const count = waiting();
      await this.clock.sleep(25);
      rounds = waiting() > count ? 0 : rounds + 1;
      quiet = rounds > 0 && begun === this.begun && this.open === 0 ? quiet + 1 : 0;
    }
  }
}

const COUNTERS: Readonly<Partial<Record<string, "open" | "applying">>> = {
  check: "open",
  compare: "open",
  create: "applying",
  update: "applying",
};
