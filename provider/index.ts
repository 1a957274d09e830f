import { type Hosted, type ReadConfig, type Runtime, createRuntime } from "./runtime.js";
import type { Lookups } from "./lookup/program.js";

export type { Hosted, ReadConfig } from "./runtime.js";
export type { Lookups } from "./lookup/program.js";

let runtime: Runtime | undefined;

/**
 * The resource of one kind, for the dynamic-provider host. This name, its argument and the package's path to it stand
 * in every user's state: they can never change.
 */
export function open(kind: string): Hosted {
  runtime ??= createRuntime();
  return runtime.open(kind);
}

/** Look-ups for a program: voices, models, languages, phone numbers, and assistants and tools by name. */
export function openLookups(config: ReadConfig): Lookups {
  runtime ??= createRuntime();
  return runtime.openLookups(config);
}
