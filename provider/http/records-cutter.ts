/**
 * Cuts the text of a listing at its records, so that a listing may have any size: what is held is one record, and the
 * text around the records. See docs/decisions/requests.md.
 */
import { isObject } from "../base/wording.js";

/** The maximum size in bytes, after decompression: of one record, and of the text of a response without its records. */
export const largestResponse = 10 * 1024 * 1024;

/** The maximum number of records in a listing. */
export const mostRecords = 1_000_000;

/** Receives a record and returns what is kept of it. */
export type Cut = (record: unknown) => unknown;

export interface Body {
  readonly text: string;
  /** What was kept of the records. `text` has `{"":n}` in the place of the record with the index n. */
  readonly records?: readonly unknown[] | undefined;
}

/** Takes the bytes of a response. */
export interface Collector {
  /** @throws TooLarge */
  write(chunk: Buffer): void;
  end(): Body;
  /** Grows while the response has a purpose, so that a long response may take long. */
  readonly progress: number;
}

export class TooLarge extends Error {}

const byteOf = (character: string): number => character.charCodeAt(0);
const QUOTE = byteOf('"');
const BACKSLASH = byteOf("\\");
const [OPEN_LIST, CLOSE_LIST] = [byteOf("["), byteOf("]")];
const [OPEN, CLOSE] = [byteOf("{"), byteOf("}")];

/** Bytes that grow to a limit. */
class Bytes {
  #bytes = Buffer.allocUnsafe(256);
  #length = 0;

  constructor(private readonly what: string) {}

  add(chunk: Uint8Array): void {
    const length = this.#length + chunk.length;
    if (length > largestResponse)
      throw new TooLarge(`${this.what} is larger than ${largestResponse / 1024 / 1024} MB`);
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = length;
  }

  /** Returns the bytes and these as text, and forgets them. */
  endingWith(chunk: Buffer, start: number, end: number): string {
    if (this.#length === 0 && end - start <= largestResponse) return chunk.toString("utf8", start, end);
    this.add(chunk.subarray(start, end));
    return this.take();
  }

  take(): string {
    const text = this.#bytes.toString("utf8", 0, this.#length);
    this.#length = 0;
    return text;
  }
}

/** The whole text of a response. */
export class WholeBody implements Collector {
  readonly progress = 0;
  readonly #bytes: Bytes;

  constructor(what: string) {
    this.#bytes = new Bytes(what);
  }

  write(chunk: Buffer): void {
    this.#bytes.add(chunk);
  }

  end(): Body {
    return { text: this.#bytes.take() };
  }
}

/**
 * A record is an object in the list that is the response, or in a list that is the value of a key of the response. All
 * other text is left as it is, and parsed at the end, so that it is checked as strictly as without cutting.
 */
export class RecordsCutter implements Collector {
  readonly #around: Bytes;
  readonly #record: Bytes;
  readonly #records: unknown[] = [];
  /** The number of open brackets. */
  #depth = 0;
  /** The depth in the list of records that is being read; 0 outside of such lists. */
  #listAt = 0;
  #isInText = false;
  #isEscaped = false;
  /** The depth of the record that is being read; 0 outside of records. */
  #recordAt = 0;

  constructor(
    what: string,
    private readonly cut: Cut,
  ) {
    this.#around = new Bytes(what);
    this.#record = new Bytes(`a record of ${what}`);
  }

  get progress(): number {
    return this.#records.length;
  }

  write(chunk: Buffer): void {
    if (chunk.length === 0) return;
    let start = 0;
    let depth = this.#depth;
    // `indexOf` of Buffer takes longer, and texts are short.
    const bytes = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length);
    let at = this.#isInText ? this.#endOfText(bytes, 0) : 0;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at]!;
      if (byte === QUOTE) at = this.#endOfText(bytes, at + 1) - 1;
      else if (byte === OPEN || byte === OPEN_LIST) {
        if (this.#recordAt !== 0) depth += 1;
        else if (byte === OPEN && depth === this.#listAt && depth > 0) {
          this.#around.add(chunk.subarray(start, at));
          start = at;
          depth += 1;
          this.#recordAt = depth;
        } else {
          depth += 1;
          if (byte === OPEN_LIST && depth <= 2 && this.#listAt === 0) this.#listAt = depth;
        }
      } else if (byte === CLOSE || byte === CLOSE_LIST) {
        if (this.#recordAt === depth) {
          this.#take(this.#record.endingWith(chunk, start, at + 1));
          start = at + 1;
          this.#recordAt = 0;
        } else if (this.#listAt === depth) this.#listAt = 0;
        depth -= 1;
      }
    }
    (this.#recordAt === 0 ? this.#around : this.#record).add(chunk.subarray(start));
    this.#depth = depth;
  }

  /** The index after the text that goes on at this index. Most bytes of a listing are in texts. */
  #endOfText(bytes: Uint8Array, from: number): number {
    let start = this.#isEscaped ? from + 1 : from;
    this.#isInText = true;
    for (;;) {
      const quote = bytes.indexOf(QUOTE, start);
      const end = quote === -1 ? bytes.length : quote;
      let before = end;
      while (before > start && bytes[before - 1] === BACKSLASH) before -= 1;
      const isEscaped = (end - before) % 2 === 1;
      if (quote === -1) {
        this.#isEscaped = isEscaped;
        return bytes.length;
      }
      start = quote + 1;
      if (isEscaped) continue;
      this.#isEscaped = this.#isInText = false;
      return start;
    }
  }

  #take(text: string): void {
    let record: unknown;
    try {
      record = JSON.parse(text);
    } catch {
      // Then the whole text is no JSON either.
      this.#around.add(Buffer.from(text));
      return;
    }
    if (this.#records.length === mostRecords)
      throw new TooLarge(`the response has more than ${mostRecords} records`);
    this.#around.add(Buffer.from(`{"":${this.#records.length}}`));
    this.#records.push(this.cut(record));
  }

  end(): Body {
    this.#around.add(Buffer.from(this.#record.take()));
    return { text: this.#around.take(), records: this.#records };
  }
}

/** The parsed text of a response with its records in their places. */
export function withRecords(value: unknown, { records }: Pick<Body, "records">): unknown {
  if (!records) return value;
  const restored = (list: unknown): unknown =>
    Array.isArray(list)
      ? list.map((item: unknown) => (isObject(item) && "" in item ? records[Number(item[""])] : item))
      : list;
  if (!isObject(value)) return restored(value);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, restored(one)]));
}
