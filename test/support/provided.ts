import "vitest";

/** The Pulumi CLI that `tools/tests/provide-engine.mjs` found. */
export interface ProvidedEngine {
  pulumi: string;
  /** The environment variables with which the CLI finds its language host and launcher. */
  env: Record<string, string>;
  version: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    engine: ProvidedEngine;
  }
}
