import { setFlagsFromString } from "node:v8";

/**
 * For processes of this package. undici parses responses with WebAssembly. V8 would optimize that code in the
 * background, which takes a quarter of a second and 40 MB, and saves less in a process that ends after seconds or
 * minutes.
 */
export function keepParserUnoptimized(): void {
  setFlagsFromString("--no-wasm-tier-up");
  setFlagsFromString("--no-wasm-dynamic-tiering");
}
