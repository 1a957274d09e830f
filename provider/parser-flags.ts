import { setFlagsFromString } from "node:v8";

/**
 * undici parses responses with WebAssembly. V8 would optimize that code in the background, which takes a
 * quarter of a second and 40 MB, and saves less time than that in a process that ends after seconds or
 * minutes. Only the provider host and the command line may call this, because the flags affect the whole
 * process.
 */
export function keepParserUnoptimized(): void {
  setFlagsFromString("--no-wasm-tier-up");
  setFlagsFromString("--no-wasm-dynamic-tiering");
}
