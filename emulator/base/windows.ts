/** Request limits per fixed time window. A window starts with its first request, as in Laravel. */
import { plainMessage } from "./http-error.js";

/** `all` applies in the mode `windowLimits`. `generateReply` always applies to its route. */
const limits = {
  all: [
    { limit: 100, seconds: 60 },
    { limit: 20, seconds: 10 },
  ],
  generateReply: [{ limit: 5, seconds: 60 }],
} satisfies Record<string, { limit: number; seconds: number }[]>;

interface Taken {
  headers: Record<string, string>;
  /** The body of the 429. Absent if the request exceeds no limit. */
  rejection?: { message: string; retry_after: number };
}

/** Counts the requests of each token. */
export class TokenLimits {
  private readonly counters = new Map<string, Counter[]>();

  clear(): void {
    this.counters.clear();
  }

  /** Counts a request, unless it exceeds a limit. */
  take(name: keyof typeof limits, token: string, now: number): Taken {
    const key = `${name} ${token}`;
    const counters =
      this.counters.get(key) ?? limits[name].map(({ limit, seconds }) => new Counter(limit, seconds));
    this.counters.set(key, counters);
    for (const counter of counters) counter.start(now);
    const full = counters.filter(({ remaining }) => remaining === 0);
    if (full.length === 0) for (const counter of counters) counter.used += 1;
    // The window with the fewest remaining requests, or the full one with the longest wait.
    const [tightest] = full.length > 0 ? latest(full) : fewestFirst(counters);
    const { limit, remaining, resetAt } = tightest!;
    const headers = {
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": String(remaining),
      "x-ratelimit-reset": String(Math.ceil(resetAt / 1000)),
    };
    if (full.length === 0) return { headers };
    const retry_after = Math.ceil((resetAt - now) / 1000);
    return { headers, rejection: { message: plainMessage(429), retry_after } };
  }
}

class Counter {
  used = 0;
  resetAt = Number.NEGATIVE_INFINITY;

  constructor(
    readonly limit: number,
    private readonly seconds: number,
  ) {}

  get remaining(): number {
    return this.limit - this.used;
  }

  /** Starts a new window if the current one has ended. */
  start(now: number): void {
    if (now < this.resetAt) return;
    this.used = 0;
    this.resetAt = now + this.seconds * 1000;
  }
}

const latest = (counters: Counter[]): Counter[] => counters.toSorted((a, b) => b.resetAt - a.resetAt);
const fewestFirst = (counters: Counter[]): Counter[] =>
  counters.toSorted((a, b) => a.remaining - b.remaining);
