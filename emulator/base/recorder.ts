/** The requests since the last reset, without secrets. */
import type { EmulatorClock } from "./clock.js";

export interface RecordedRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: Record<string, unknown>;
  /** Null until the response is sent. It stays null if the connection is cut before that. */
  status: number | null;
  /** Time of arrival by the service's clock, ISO 8601. */
  time: string;
  /**
   * Parsed JSON, or null if there is no readable body. The values of headers and static fields, and calendar
   * keys, are `[masked]`.
   */
  body: unknown;
  headers: { accept?: string; "content-type"?: string; authorization?: string };
}

const mask = "[masked]";

const maxRequests = 10_000;
const maxCharacters = 64 * 1024 * 1024;

export class Recorder {
  /** The size of each request in characters, in the order of arrival. */
  private readonly sizes = new Map<RecordedRequest, number>();
  private characters = 0;
  private hasDropped = false;

  constructor(
    private readonly clock: EmulatorClock,
    private readonly log: (line: string) => void,
  ) {}

  /** Records a request when it arrives. The caller sets the status later. */
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

  addBody(entry: RecordedRequest, body: unknown): void {
    entry.body = masked(body);
    if (entry.body !== null) this.grow(entry, JSON.stringify(entry.body).length);
  }

  all(): RecordedRequest[] {
    return [...this.sizes.keys()];
  }

  clear(): void {
    this.sizes.clear();
    this.characters = 0;
    this.hasDropped = false;
  }

  private grow(entry: RecordedRequest, by: number): void {
    const size = this.sizes.get(entry);
    // A reset or the limits may have removed the request between the arrival of its head and of its body.
    if (size === undefined) return;
    this.sizes.set(entry, size + by);
    this.characters += by;
    for (const [oldest, length] of this.sizes) {
      if (this.sizes.size <= maxRequests && this.characters <= maxCharacters) return;
      this.sizes.delete(oldest);
      this.characters -= length;
      if (!this.hasDropped)
        this.log(
          `The oldest recorded requests are dropped from now on: there are more than ${maxRequests}, or more than ${maxCharacters / 1024 / 1024} MB. A reset clears them all.`,
        );
      this.hasDropped = true;
    }
  }
}

/** A copy of the body, in which the values of headers and static fields, and calendar keys, are masked. */
function masked(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body ?? null;
  const copy = structuredClone(body) as Record<string, unknown>;
  for (const [list, naming] of [
    ["headers", "name"],
    ["static_fields", "key"],
  ] as const) {
    if (copy[list] !== undefined) copy[list] = maskedItems(copy[list], naming);
  }
  for (const tool of Array.isArray(copy["tools"]) ? (copy["tools"] as unknown[]) : [])
    if (typeof tool === "object" && tool !== null && "calcom_api_key" in tool) tool.calcom_api_key = mask;
  return copy;
}

const maskedItems = (items: unknown, naming: string): unknown =>
  Array.isArray(items)
    ? items.map((item: unknown) =>
        typeof item === "object" && item !== null && naming in item
          ? { [naming]: (item as Record<string, unknown>)[naming], value: mask }
          : mask,
      )
    : mask;
