import { systemClock } from "./base/clock.js";
import { keepingCompiled } from "./compile-cache.js";
import { Engine, engineAddress, lookAt } from "./http/engine.js";
import { engineLog, withoutRepeatedErrors } from "./engine-log.js";
import type { Hosted, ReadConfig } from "./hosted.js";
import type { Lookups } from "./core/lookup/records.js";
import { type Runtime, createRuntime } from "./runtime.js";

export type { Hosted, ReadConfig } from "./hosted.js";
export type { Lookups } from "./core/lookup/records.js";

let runtime: Runtime | undefined;

function started(): Runtime {
  if (runtime) return runtime;
  const address = engineAddress(process.argv);
  const engine =
    address && new Engine({ clock: systemClock, probe: () => lookAt(address), exit: () => process.exit(1) });
  void engine?.watch();
  return (runtime = createRuntime(
    address && engine
      ? {
          engine,
          log: engineLog(process.argv[1]!, address),
          onErrorPassed: withoutRepeatedErrors(console),
          onAnswer: keepingCompiled(),
        }
      : {},
  ));
}

/**
 * Returns the dynamic provider of one kind. Every user's state contains a call of this function, so its name, the
 * kinds and the export `pulumi-voicecall/runtime` can never change.
 */
export function open(kind: string): Hosted {
  return started().open(kind);
}

/** Lookups for a program: voices, models, languages, phone numbers, and assistants and tools by name. */
export function openLookups(config: ReadConfig): Lookups {
  return started().openLookups(config);
}
