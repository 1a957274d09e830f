/** Takes the bytes of a response, removes their compression, and passes them to a collector. */
import type { Duplex } from "node:stream";
import zlib from "node:zlib";
import type { Body, Collector } from "./records-cutter.js";

export const decoders: Record<string, (first: number) => Duplex> = {
  gzip: () => zlib.createGunzip(),
  // Some servers send the format of the header `deflate` without its header.
  deflate: (first) => ((first & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw()),
  br: () => zlib.createBrotliDecompress(),
};

export interface Reader {
  /** Returns false if it will call `resume` when it can take more. */
  write(this: void, chunk: Buffer, resume?: () => void): boolean;
  end(this: void): void;
}

interface Reading {
  readonly ended: (body: Body) => void;
  readonly failed: (error: unknown) => void;
  readonly progressed: () => void;
  readonly isOver: () => boolean;
}

const collecting = (collector: Collector, { ended, failed, progressed, isOver }: Reading): Reader => {
  const unlessOver = (run: () => void): void => {
    try {
      if (!isOver()) run();
    } catch (error) {
      failed(error);
    }
  };
  return {
    write: (chunk) => {
      const before = collector.progress;
      unlessOver(() => collector.write(chunk));
      if (collector.progress > before) progressed();
      return true;
    },
    end: () => unlessOver(() => ended(collector.end())),
  };
};

/** Removes one encoding. An empty body needs no decoding. */
function decoding(name: string, next: Reader, { failed, isOver }: Reading): Reader {
  let decoder: Duplex | undefined;
  const opened = (first: number): Duplex => {
    const open = decoders[name];
    if (!open) throw Object.assign(new Error("unknown encoding"), { code: "UNKNOWN_ENCODING" });
    const stream = open(first);
    stream.on("data", (chunk: Buffer) => (isOver() ? stream.destroy() : next.write(chunk)));
    return stream.on("end", next.end).on("error", failed);
  };
  return {
    write: (chunk, resume) => {
      try {
        decoder ??= opened(chunk[0]!);
      } catch (error) {
        failed(error);
        return true;
      }
      const takesMore = decoder.write(chunk);
      if (!takesMore && resume) decoder.once("drain", resume);
      return takesMore;
    },
    end: () => (decoder ? decoder.end() : next.end()),
  };
}

/** Removes the compression, which may be several encodings after one another. */
export const readerOf = (collector: Collector, encodings: string, reading: Reading): Reader =>
  encodings
    .toLowerCase()
    .split(",")
    .map((name) => name.trim().replace(/^x-/, ""))
    .filter((name) => name !== "" && name !== "identity")
    .reduce((next, name) => decoding(name, next, reading), collecting(collector, reading));
