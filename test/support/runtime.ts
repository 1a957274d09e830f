import type { Clock } from "../../provider/base/clock.js";
import type { Hosted } from "../../provider/runtime.js";
import { watchedRuntime } from "./watched-runtime.js";

export interface Process {
  /** Opens the provider for one kind of resource, as the provider host does for each provider text. */
  open(kind: string, config?: Record<string, string>): Hosted;
  readonly lines: string[];
}

/** Plays one provider host, for tests that call its operations directly, in parallel or for several kinds. */
export function hostProcess(clock: Clock, env: Record<string, string | undefined>): Process {
  const lines: string[] = [];
  const runtime = watchedRuntime({ clock, env, print: (line) => lines.push(line) });
  return {
    lines,
    open: (kind, config = {}) => {
      const hosted = runtime.open(kind);
      hosted.configure({ config: { get: (key) => config[key] } });
      return hosted;
    },
  };
}
