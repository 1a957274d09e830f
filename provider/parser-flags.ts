/**
 * V8 flags for processes of this package. undici parses responses with WebAssembly. V8 would optimize that code in the
 * background, which takes a quarter of a second and 40 MB, and saves less in a process that ends after seconds or
 * minutes.
 */
export const KEEP_PARSER_UNOPTIMIZED = ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"];
