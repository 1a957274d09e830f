/** What was asked of the service since the last reset, with secrets masked. */
import type { EmulatorClock } from "./clock.js";

export interface RecordedRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: Record<string, unknown>;
  /** Null while no answer has been given, and for good when the connection was cut. */
  status: number | null;
  /** ISO 8601, the service's clock at arrival. */
  time: string;
  /** Parsed JSON; header values of a tool are `[masked]`. Null without a readable body. */
  body: unknown;
  headers: { accept?: string; "content-type"?: string; authorization?: string };
}

const mask = "[masked]";

const mostRequests = 10_000;
const mostCharacters = 64 * 1024 * 1024;

export class Recorder {
  /** In the order of arrival, each with the characters that it takes. */
  private readonly sizes = new Map<RecordedRequest, number>();
  private characters = 0;
  private hasForgotten = false;

  constructor(
    private readonly clock: EmulatorClock,
    private readonly log: (line: string) => void,
  ) {}

  /** Notes a request at its arrival; the caller fills in the status once it is known. */
  begin(
    method: string,
    path: string,
    query: Record<string, unknown>,
    headers: NodeJS.Dict<string | string[]>,
  ): RecordedRequest {
    const { accept, authorization } = headers;
    const contentType = headers["content-type"];
    const entry: RecordedRequest = {
      method,
      path,
      query,
      status: null,
      time: new Date(this.clock.now()).toISOString(),
      body: null,
      headers: {
        ...(typeof accept === "string" ? { accept } : {}),
        ...(typeof contentType === "string" ? { "content-type": contentType } : {}),
        ...(authorization === undefined ? {} : { authorization: mask }),
      },
    };
    this.sizes.set(entry, 0);
    this.grow(entry, JSON.stringify(entry).length);
    return entry;
  }

  /** Fills in what a request carried. */
  carried(entry: RecordedRequest, body: unknown): void {
    entry.body = masked(body);
    if (entry.body !== null) this.grow(entry, JSON.stringify(entry.body).length);
  }

  all(): RecordedRequest[] {
    return [...this.sizes.keys()];
  }

  clear(): void {
    this.sizes.clear();
    this.characters = 0;
    this.hasForgotten = false;
  }

  private grow(entry: RecordedRequest, by: number): void {
    const size = this.sizes.get(entry);
    // A reset came between its arrival and its body.
    if (size === undefined) return;
    this.sizes.set(entry, size + by);
    this.characters += by;
    for (const [oldest, length] of this.sizes) {
      if (this.sizes.size <= mostRequests && this.characters <= mostCharacters) return;
      this.sizes.delete(oldest);
      this.characters -= length;
      if (!this.hasForgotten)
        this.log(
          `The oldest recorded requests are forgotten from here on: there are more than ${mostRequests}, or more than ${mostCharacters / 1024 / 1024} MB of them. A reset forgets them all.`,
        );
      this.hasForgotten = true;
    }
  }
}

/** A copy of a request's body without the values of a tool's headers. */
function masked(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body ?? null;
  const copy = structuredClone(body) as Record<string, unknown>;
  if (Array.isArray(copy["headers"])) {
    copy["headers"] = copy["headers"].map((item: unknown) =>
      typeof item === "object" && item !== null && "name" in item ? { name: item.name, value: mask } : mask,
    );
  } else if (copy["headers"] !== undefined) {
    copy["headers"] = mask;
  }
  return copy;
}
