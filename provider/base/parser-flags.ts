import { setFlagsFromString } from "node:v8";

/**
 * undici parses responses with WebAssembly. V8 would optimize this code in the background. The optimization takes
 * a quarter of a second and 40 MB. In a process that ends after seconds or minutes, it saves less time than it
 * takes. Only the provider host and the command line may call this, because the flags affect the whole
 * process.
 */
export function keepParserUnoptimized(): void {
  setFlagsFromString("--no-wasm-tier-up");
  setFlagsFromString("--no-wasm-dynamic-tiering");
}
