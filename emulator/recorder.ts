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

export class Recorder {
  private entries: RecordedRequest[] = [];

  constructor(private readonly clock: EmulatorClock) {}

  /** Notes a request at its arrival; the caller fills in body and status as they become known. */
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
    this.entries.push(entry);
    return entry;
  }

  all(): RecordedRequest[] {
    return this.entries;
  }

  clear(): void {
    this.entries = [];
  }
}

/** A copy of a request's body without the values of a tool's headers. */
export function masked(body: unknown): unknown {
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
