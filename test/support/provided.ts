import "vitest";

/** The Pulumi CLI from `tools/tests/provide-engine.mjs`. */
export interface ProvidedEngine {
  pulumi: string;
  /** Environment variables that let the CLI find its language host and launcher. */
  env: Record<string, string>;
  version: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    engine: ProvidedEngine;
  }
}
