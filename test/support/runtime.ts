import type { Clock } from "../../provider/clock.js";
import type { Hosted } from "../../provider/runtime.js";
import { watchedRuntime } from "./watched-runtime.js";

export interface Process {
  /** Opens the provider for one kind of resource, as the host does for each provider text. */
  open(kind: string, config?: Record<string, string>): Hosted;
  readonly lines: string[];
}

/** One host process, for tests with parallel calls or with several providers. */
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
