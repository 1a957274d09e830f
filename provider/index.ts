import { systemClock } from "./clock.js";
import { Engine, engineAddress, lookAt } from "./engine.js";
import { type Hosted, type ReadConfig, type Runtime, createRuntime } from "./runtime.js";
import type { Lookups } from "./lookup/program.js";

export type { Hosted, ReadConfig } from "./runtime.js";
export type { Lookups } from "./lookup/program.js";

let runtime: Runtime | undefined;

function started(): Runtime {
  if (runtime) return runtime;
  const address = engineAddress(process.argv);
  const engine =
    address && new Engine({ clock: systemClock, look: () => lookAt(address), exit: () => process.exit(1) });
  void engine?.watch();
  return (runtime = createRuntime(engine ? { engine } : {}));
}

/**
 * The resource of one kind, for the dynamic-provider host. Every user's state contains this name, its argument and the
 * path in the package, so they can never change.
 */
export function open(kind: string): Hosted {
  return started().open(kind);
}

/** Look-ups for a program: voices, models, languages, phone numbers, and assistants and tools by name. */
export function openLookups(config: ReadConfig): Lookups {
  return started().openLookups(config);
}
